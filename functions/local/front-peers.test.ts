// Over 250 lines: every kind of client that could block a lane, against one proxy process.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createSocketServer, type Server as SocketServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '../test-bench/http-client.ts'
import { type Front, startFront } from './front.ts'
import { type FrontLimits, frontLimits } from './front-limits.ts'
import { freePort } from './port.ts'

/**
 * The test runtime's time for a normal request and for one of a greedy client, and the size of its largest response.
 */
const workMs = 20
const greedyMs = 400
const largeAnswer = Buffer.alloc(4 * 1024 * 1024, 'a')
/** Half of the product's limits, for half of its largest response. */
const halfUnread = {
  answerBytes: frontLimits.answerBytes / 2,
  unreadBytes: frontLimits.unreadBytes / 2,
  unreadBytesPerNetwork: frontLimits.unreadBytesPerNetwork / 2,
}
/** Maximum waiting time of the next visitor. */
const nextMs = 300

type Runtime = (incoming: IncomingMessage, outgoing: ServerResponse) => void
const working: Runtime = (incoming, outgoing) => {
  incoming.resume().once('end', () => {
    if (incoming.url?.includes('/large')) return void sendLarge(outgoing)
    setTimeout(() => outgoing.end('done'), incoming.headers['x-greedy'] ? greedyMs : workMs)
  })
}

let sentParts = 0
/** Sends the largest response as far as the reader accepts it. */
function sendLarge(outgoing: ServerResponse): void {
  let sent = 0
  const more = () => {
    while (sent < largeAnswer.length && !outgoing.destroyed) {
      const part = largeAnswer.subarray(sent, sent + 64 * 1024)
      sent += part.length
      sentParts += 1
      if (!outgoing.write(part)) return void outgoing.once('drain', more)
    }
    outgoing.end()
  }
  more()
}

/** Waits until no reader accepts more bytes of the large responses. */
async function untilQuiet(): Promise<void> {
  for (let before = -1; before !== sentParts; ) {
    before = sentParts
    await wait(400)
  }
}

const opened: { front: Front; server: Server | SocketServer; client: { close: () => void }; folder: string }[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const { front, server, client, folder } of opened.splice(0)) {
    client.close()
    server.close()
    await front.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function openFront(server: Server | SocketServer, limits: Partial<FrontLimits> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'))
  const socketPath = join(folder, 'site')
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  const port = await freePort()
  const siteOrigin = `http://localhost:${port}`
  const trustedProxies = ['127.0.0.1', '::1']
  const front = await startFront({ host: 'localhost', port, siteOrigin, socketPath, trustedProxies, limits })
  const client = createHttpClient(() => siteOrigin, 1000)
  opened.push({ front, server, client, folder })
  return { port, client }
}

type Lane = { name: string; method: 'GET' | 'POST'; path: string }
const lanes: Lane[] = [
  { name: 'open', method: 'GET', path: '/pg/lakeside/evt' },
  { name: 'reads', method: 'GET', path: '/api/v1/profile/orders' },
  { name: 'writes', method: 'POST', path: '/api/v1/profile/registrations' },
  { name: 'outside', method: 'POST', path: '/api/v1/login' },
]

/** A connection that sends this text and then neither sends nor reads. */
function send(port: number, text: string): Socket {
  const socket = connect(port, 'localhost')
  socket.on('error', () => {})
  socket.pause()
  socket.write(text)
  sockets.push(socket)
  return socket
}

const halfBody = (path: string, from: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":`
const reading = (path: string, from: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n\r\n`
const networks = (count: number, isOne: boolean) =>
  Array.from({ length: count }, (_, index) => (isOne ? '203.0.113.9' : `10.9.${index >> 8}.${index & 255}`))

/**
 * Waiting time of the next visitor of a lane, measured five times from different networks; returns the median,
 * because other tests run at the same time. Visitors of a closed lane all wait for seconds.
 */
async function nextVisitorOf(client: HttpClient, { method, path }: Lane): Promise<number> {
  const waits: number[] = []
  for (let visitor = 0; visitor < 5; visitor += 1) {
    const started = performance.now()
    const answer = await client(path, requestOf(method, `198.51.100.${visitor}`))
    expect(answer).toMatchObject({ status: 200, text: 'done' })
    waits.push(performance.now() - started)
  }
  return waits.sort((a, b) => a - b)[2] ?? 0
}

const requestOf = (method: string, from: string, more: Record<string, string> = {}) => {
  const headers = { 'X-Forwarded-For': from, 'Content-Type': 'application/json', ...more }
  return method === 'GET' ? { headers } : { method, headers, body: '{}' }
}

/** The lanes whose next visitor waits too long. */
async function closedLanes(client: HttpClient): Promise<string[]> {
  const closed: string[] = []
  for (const lane of lanes) {
    const ms = await nextVisitorOf(client, lane)
    if (ms >= nextMs) closed.push(`${lane.name}: ${Math.round(ms)} ms`)
  }
  return closed
}

const ofWrites = lanes.filter(({ method }) => method === 'POST')
const ofReads = lanes.filter(({ method }) => method === 'GET')
const fromOneOrMany = (some: readonly Lane[]) =>
  some.flatMap((lane) => [
    { ...lane, isOne: true, who: 'one network' },
    { ...lane, isOne: false, who: 'many networks' },
  ])

describe('every lane of the proxy answers the next visitor within 300 ms', () => {
  it.each(fromOneOrMany(ofWrites))(
    'the next visitor is served while 300 clients of $who stall in a body of the lane $name',
    async (peers) => {
      const { port, client } = await openFront(createServer(working))
      for (const from of networks(300, peers.isOne)) send(port, halfBody(peers.path, from))
      await wait(100)
      expect(await closedLanes(client)).toEqual([])
    },
  )

  it.each(ofWrites)(
    'the next visitor is served while 100 clients send bodies byte by byte in the lane $name',
    async ({ path }) => {
      const { port, client } = await openFront(createServer(working))
      const slow = networks(100, false).map((from) =>
        send(port, halfBody(path, from).replace('Content-Length: 100', 'Content-Length: 100000')),
      )
      const dripping = setInterval(() => {
        for (const socket of slow) socket.write('a')
      }, 50)
      await wait(150)
      const closed = await closedLanes(client)
      clearInterval(dripping)
      expect(closed).toEqual([])
    },
  )

  it.each(fromOneOrMany(ofReads))(
    'the next visitor is served while 100 clients of $who do not read a large response of the lane $name',
    async (peers) => {
      const { port, client } = await openFront(createServer(working), halfUnread)
      for (const from of networks(100, peers.isOne)) send(port, reading(`${peers.path}/large`, from))
      await untilQuiet()
      expect(await closedLanes(client)).toEqual([])
    },
  )

  it.each(lanes)(
    'the next visitor is served while one network sends more than the lane $name accepts',
    async ({ method, path }) => {
      const { port, client } = await openFront(createServer(working))
      const greedy = createHttpClient(() => `http://localhost:${port}`, 1000)
      let isOver = false
      const floods = Array.from({ length: 150 }, async () => {
        while (!isOver) await greedy(path, requestOf(method, '203.0.113.9', { 'X-Greedy': '1' }))
      })
      await wait(200)
      const closed = await closedLanes(client)
      isOver = true
      greedy.close()
      await Promise.allSettled(floods)
      expect(closed).toEqual([])
    },
  )
})

describe('a misbehaving client of the proxy', () => {
  it('a client that sends its body too slowly is disconnected', async () => {
    const { port } = await openFront(createServer(working), { bodyGraceMs: 300, bodyBytesPerSecond: 1000 })
    const socket = send(port, halfBody('/api/v1/profile', '203.0.113.9'))
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => (answer += part))
    socket.resume()
    await new Promise((closed) => socket.once('close', closed))
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*Connection: close[\s\S]*too slow/i)
  })

  it('a client with too many bodies in progress is told when to retry', async () => {
    const { port, client } = await openFront(createServer(working), { bodiesPerNetwork: 3 })
    for (const from of networks(3, true)) send(port, halfBody('/api/v1/profile', from))
    await wait(50)
    const post = (from: string) =>
      client('/api/v1/profile', { method: 'POST', body: '{}', headers: { 'X-Forwarded-For': from } })
    expect(await post('203.0.113.9')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: { type: 'too_many_requests' },
    })
    expect(await post('203.0.113.10')).toMatchObject({ status: 200 })
  })

  it('a client with too many buffered bytes is rejected', async () => {
    const { port, client } = await openFront(createServer(working), { keptBytesPerNetwork: 1000 })
    const [first] = networks(1, true).map((from) =>
      send(
        port,
        halfBody('/api/v1/profile', from).replace('Content-Length: 100', 'Content-Length: 5000') + 'a'.repeat(900),
      ),
    )
    await wait(50)
    const post = () =>
      client('/api/v1/profile', {
        method: 'POST',
        body: 'a'.repeat(500),
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      })
    expect((await post()).status).toBe(429)
    first?.destroy()
    await expect.poll(async () => (await post()).status).toBe(200)
  })

  it('a client whose language is French gets the refusal in French', async () => {
    const { client } = await openFront(createServer(working), { requestsPerNetwork: 0 })
    const headers = { Accept: 'text/html', 'Accept-Language': 'fr-CA,fr' }
    const { status, text } = await client('/pg/lakeside', { headers })
    expect([status, text.includes('<html lang="fr">'), text.includes('Réessayez dans quelques secondes')]).toEqual([
      429,
      true,
      true,
    ])
  })

  it('a slow reader gets the whole response', async () => {
    const { port } = await openFront(createServer(working), { readerMs: 400, readerBytes: 16 * 1024 })
    const none = send(port, reading('/pg/lakeside/evt/large', '203.0.113.9'))
    const slow = send(port, reading('/pg/lakeside/evt/large', '203.0.113.10'))
    let length = 0
    slow.on('data', (part: Buffer) => {
      length += part.length
      slow.pause()
      setTimeout(() => slow.resume(), 4)
    })
    slow.resume()
    await expect.poll(() => length, { timeout: 20_000 }).toBeGreaterThan(largeAnswer.length)
    await wait(1500)
    // Bytes that the system buffered on the way still arrive, but later bytes do not.
    let taken = 0
    none.on('data', (part: Buffer) => (taken += part.length))
    none.resume()
    await expect.poll(() => none.destroyed, { timeout: 5000 }).toBe(true)
    expect(taken).toBeLessThan(largeAnswer.length)
  })

  it.each([
    { size: 1, name: 'its byte' },
    { size: 10 * 1024 * 1024, name: 'its ten megabytes' },
  ])('a client that is refused before the proxy read $name receives the refusal', async ({ size }) => {
    const body = '{"type":"not_authenticated"}'
    // Refuses as the runtime does: responds to the head, reads no body and closes.
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.pause()
        socket.write(
          `HTTP/1.1 401 Unauthorized\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
          () => socket.destroy(),
        )
      })
    })
    const { client } = await openFront(server)
    const statuses = new Set<number>()
    for (let round = 0; round < 25; round += 1) {
      const { status } = await client('/api/v1/files', { method: 'POST', body: Buffer.alloc(size, 'a') })
      statuses.add(status)
    }
    expect([...statuses]).toEqual([401])
  })
})
