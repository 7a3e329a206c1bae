import { createServer, request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../functions/local/port.ts'
import { createHttpClient } from '../../functions/test-bench/http-client.ts'
import { added, emptyTally, type Proof, type Tally } from '../proofs/proof.ts'
import { openOneMachineSite } from './one-machine-site.ts'

/** Maximum waiting time of the next visitor in ms. */
const nextMs = 300
const stranger = '203.0.113.9'

/** The requests of a next visitor: a page, a read, a write without a session, and a log-in with a wrong password. */
const visits: { path: string; statuses: number[]; body?: unknown }[] = [
  { path: '/', statuses: [200] },
  { path: '/api/v1/explore/programs', statuses: [200] },
  { path: '/api/v1/profile/attendees', statuses: [401], body: { first_name: 'Ada' } },
  { path: '/api/v1/login', statuses: [401, 429], body: { username: 'ada@example.com', password: 'a wrong password' } },
]

/** A reverse proxy that passes every byte on at once. It adds nothing: the clients below name their own address. */
async function startProxy(sitePort: number): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const onward = request({ host: 'localhost', port: sitePort, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, 'localhost', ready))
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port, stop }
}

type Peers = { name: string; start: (port: number, host: string) => () => void }

/** Opens connections that send this text and then neither send nor read. */
function silent(port: number, texts: string[]): () => void {
  const sockets = texts.map((text) => {
    const socket = connect(port, 'localhost')
    socket.on('error', () => {}).pause()
    socket.write(text)
    return socket
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

const head = (method: string, path: string, host: string, from: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\n`
const halfBody = (path: string, host: string, from: string) =>
  `${head('POST', path, host, from)}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":`

const misbehaving: readonly Peers[] = [
  ...['/api/v1/login', '/api/v1/profile/registrations'].flatMap((path) => [
    {
      name: `150 half bodies of one address at ${path}`,
      start: (port: number, host: string) =>
        silent(
          port,
          Array.from({ length: 150 }, () => halfBody(path, host, stranger)),
        ),
    },
    {
      name: `150 half bodies of many addresses at ${path}`,
      start: (port: number, host: string) =>
        silent(
          port,
          Array.from({ length: 150 }, (_, index) => halfBody(path, host, `10.9.0.${index}`)),
        ),
    },
  ]),
  {
    name: '150 readers that read nothing',
    start: (port, host) =>
      silent(
        port,
        Array.from({ length: 150 }, (_, index) => `${head('GET', '/api/openapi.json', host, `10.9.0.${index}`)}\r\n`),
      ),
  },
  {
    name: '300 searches of one address at once, without end',
    start: (port, host) => {
      const client = createHttpClient(() => `http://localhost:${port}`, 1000)
      let isOver = false
      const headers = { Host: host, 'X-Forwarded-For': stranger }
      for (let index = 0; index < 300; index += 1)
        void (async () => {
          for (let search = 0; !isOver; search += 1)
            await client(`/explore?text=camp+${index}+${search}`, { headers }).catch(() => wait(20))
        })()
      return () => {
        isOver = true
        client.close()
      }
    },
  },
]

/** Longest waiting time in ms of a visitor's requests from this network; throws for another status. */
async function visit(port: number, host: string, from: string): Promise<{ path: string; ms: number }[]> {
  const client = createHttpClient(() => `http://localhost:${port}`, 10)
  const waits: { path: string; ms: number }[] = []
  for (const { path, statuses, body } of visits) {
    const headers = { Host: host, 'X-Forwarded-For': from, Accept: 'text/html,application/json' }
    const began = performance.now()
    const answer = await client(path, {
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    waits.push({ path, ms: performance.now() - began })
    if (!statuses.includes(answer.status))
      throw new Error(`${path} was answered ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  client.close()
  return waits
}

async function behindProxy(round: number): Promise<Tally> {
  const isProduction = round % 2 === 0
  const tally = emptyTally('peers', 'start_ms', 'serve_ms')
  let worstMs = 0
  const site = await openOneMachineSite({
    name: `behind-proxy-${round}`,
    hasFront: true,
    isProduction,
    trustedProxies: ['127.0.0.1', '::1'],
  })
  const proxy = await startProxy(site.port)
  try {
    for (let warm = 0; warm < 3; warm += 1) await visit(proxy.port, site.host, '198.51.100.250')
    for (const [index, peers] of misbehaving.entries()) {
      const stop = peers.start(proxy.port, site.host)
      await wait(500)
      const waits: { path: string; ms: number }[][] = []
      for (let visitor = 0; visitor < 5; visitor += 1)
        waits.push(await visit(proxy.port, site.host, `198.51.100.${10 * index + visitor}`))
      stop()
      for (const [at, { path }] of visits.entries()) {
        // A closed lane delays every visitor. One of five may have met a pause of the machine, so that the second
        // longest wait counts.
        const ms = waits.map((each) => each[at]?.ms ?? 0).sort((a, b) => a - b)[3] ?? 0
        worstMs = Math.max(worstMs, ms)
        if (ms >= nextMs) tally.findings.push(`${peers.name}: ${path} waited ${Math.round(ms)} ms`)
      }
      await wait(500)
    }
    const sums = { peers: misbehaving.length, [isProduction ? 'serve_ms' : 'start_ms']: Math.round(worstMs) }
    return { sums, findings: tally.findings }
  } finally {
    proxy.stop()
    await site.stop()
  }
}

/** `npm start` in odd rounds and a production build in even ones, each behind a proxy that passes every byte on. */
export const peersBehindProxy: Proof = {
  row: '11 · S4',
  name: 'peers-behind-proxy',
  promise:
    'behind a reverse proxy, stalled bodies, unread responses and a flood of searches leave the next visitor under 300 ms',
  unit: 'sites',
  small: 0,
  full: 2,
  piece: 1,
  run: async ({ from, count }) => {
    let tally = emptyTally('peers', 'start_ms', 'serve_ms')
    for (let round = from; round < from + count; round += 1) tally = added(tally, await behindProxy(round))
    return tally
  },
  figure: ({ start_ms = 0, serve_ms = 0 }) =>
    `the next visitor waited at most ${start_ms} ms at npm start and ${serve_ms} ms at npm run serve`,
}
