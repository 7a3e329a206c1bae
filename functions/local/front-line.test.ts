import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient, type RequestOptions } from '../test-bench/http-client.ts'
import { type Front, startFront } from './front.ts'
import type { FrontLimits } from './front-limits.ts'
import { freePort } from './port.ts'

/**
 * A runtime that answers pages at once, and a write when the test releases it. It drops a write whose path ends in
 * `/lost`.
 */
async function openFront(limits: Partial<FrontLimits> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'front-'))
  const socketPath = join(folder, 'site')
  const open: { incoming: IncomingMessage; outgoing: ServerResponse; body: string }[] = []
  const runtime = createServer((incoming, outgoing) => {
    if (incoming.method === 'GET') return void outgoing.end(`page ${incoming.url}`)
    if (incoming.url?.endsWith('/lost')) return void incoming.once('data', () => incoming.socket.destroy())
    let body = ''
    incoming.on('data', (part) => (body += part)).on('end', () => open.push({ incoming, outgoing, body }))
  })
  await new Promise<void>((resolve) => runtime.listen(socketPath, resolve))
  const port = await freePort()
  const siteOrigin = `http://localhost:${port}`
  const trustedProxies = ['127.0.0.1', '::1']
  const front = await startFront({ host: 'localhost', port, siteOrigin, socketPath, limits, trustedProxies })
  const client = createHttpClient(() => siteOrigin)
  // Every visitor has their own network, unless a test sets one.
  let visitors = 0
  const call: typeof client = Object.assign(
    (path: string, init: RequestOptions = {}) => {
      visitors += 1
      const headers = { 'X-Forwarded-For': `10.0.${visitors >> 8}.${visitors & 255}`, ...init.headers }
      return client(path, { ...init, headers })
    },
    { close: client.close },
  )
  opened.push({ front, runtime, call, folder })
  const atWork = async (count: number) => expect.poll(() => open.length).toBe(count)
  return { call, open, atWork, port }
}
const opened: { front: Front; runtime: Server; call: HttpClient & { close: () => void }; folder: string }[] = []
afterEach(async () => {
  for (const { front, runtime, call, folder } of opened.splice(0)) {
    call.close()
    runtime.closeAllConnections()
    runtime.close()
    await front.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const write = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
const form = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html,*/*' },
  body: 'first_name=Maya',
}
/** The number of writes that the runtime answers at the same time. */
const room = 6

describe('K5: the queue of the proxy process', () => {
  it('the proxy answers pages while writes wait in order', async () => {
    const { call, open, atWork } = await openFront()
    const answers = Array.from({ length: room + 2 }, (_, index) => call(`/api/v1/profile/${index}`, write))
    await atWork(room)
    expect((await call('/pg/lakeside')).text).toContain('/pg/lakeside')
    open[0]?.outgoing.end('done')
    await atWork(room + 1)
    for (let index = 1; index < room + 2; index += 1) {
      await atWork(Math.min(room + 2, room + index))
      open[index]?.outgoing.end('done')
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(room + 2).fill(200))
  })

  it('the proxy shows the waiting time to waiting visitors only', async () => {
    const { call, open, atWork } = await openFront()
    const own = { 'X-Forwarded-For': '203.0.113.7' }
    expect((await call('/line', { headers: own })).body).toEqual({ seconds: 0 })
    const answers = Array.from({ length: room }, () => call('/api/v1/profile', write))
    await atWork(room)
    answers.push(call('/api/v1/profile', { ...write, headers: { ...write.headers, ...own } }))
    await expect.poll(async () => (await call('/line', { headers: own })).body.seconds).toBeGreaterThan(0)
    expect((await call('/line')).body).toEqual({ seconds: 0 })
    for (let index = 0; index <= room; index += 1) {
      await expect.poll(() => open.length).toBeGreaterThan(index)
      open[index]?.outgoing.end()
    }
    await Promise.all(answers)
  })

  it('the proxy answers a call that would wait too long with Retry-After', async () => {
    const { call, open, atWork } = await openFront({ lineMs: 50 })
    const first = Array.from({ length: room }, () => call('/api/v1/profile', write))
    await atWork(room)
    const answer = await call('/api/v1/profile', write)
    expect(answer).toMatchObject({ status: 503, body: { type: 'unavailable' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(open).toHaveLength(room)
    for (const { outgoing } of open) outgoing.end()
    await Promise.all(first)
  })

  it.each([
    { language: 'en', words: 'You’re in line, about' },
    { language: 'fr', words: 'Vous êtes dans la file, environ' },
  ])('the proxy shows a browser without JavaScript its position in $language', async (row) => {
    const { call, open, atWork } = await openFront({ tellAfterMs: 30 })
    const page = await call(`/pg/lakeside/login?lang=${row.language}`, form)
    expect(page).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    })
    expect(page.text).toContain(row.words)
    expect(page.text).toContain(`<html lang="${row.language}">`)
    const next = /url=(\/line\/[\w-]{32})"/.exec(page.text)?.[1] ?? ''
    expect((await call(next)).text).toContain(row.words)
    await atWork(1)
    expect(open[0]?.body).toBe('first_name=Maya')
    open[0]?.outgoing.writeHead(303, { Location: '/pg/lakeside', 'Set-Cookie': 'a=b' }).end()
    await expect
      .poll(async () => {
        const { status, headers } = await call(next)
        return status === 200 ? null : { status, location: headers.location, cookie: headers['set-cookie'] }
      })
      .toEqual({ status: 303, location: '/pg/lakeside', cookie: ['a=b'] })
    // No other visitor gets the response of the form.
    expect((await call(next)).status).toBe(404)
    expect((await call('/line/none')).status).toBe(404)
  })

  it('a client that sends too much gets the refusal even if it reads late', async () => {
    const { port } = await openFront({ bodyBytes: 64 * 1024 })
    for (const path of ['/api/v1/profile', '/api/v1/lost', '//api/v1/profile', '/pg/../api/v1/lost']) {
      const socket = connect(port, 'localhost').pause()
      const faults: string[] = []
      socket.on('error', (error) => faults.push(error.message))
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n`
      const type = 'Content-Type: multipart/form-data; boundary=b\r\n'
      await new Promise((sent) => socket.write(`${head}${type}Transfer-Encoding: chunked\r\n\r\n`, sent))
      for (let part = 0; part < 16; part += 1) {
        await new Promise((sent) => socket.write(`4000\r\n${'a'.repeat(0x4000)}\r\n`, sent))
        await new Promise((next) => setTimeout(next, 20))
      }
      socket.end('0\r\n\r\n')
      let answer = ''
      socket.setEncoding('utf8').on('data', (part) => (answer += part))
      socket.resume()
      await new Promise((closed) => socket.once('close', closed))
      expect([answer.split('\r\n')[0], faults]).toEqual(['HTTP/1.1 413 Payload Too Large', []])
    }
  })

  it('the proxy asks a client to retry a write whose runtime crashed', async () => {
    const { call } = await openFront()
    expect(await call('/api/v1/lost', write)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  })

  it('the proxy sends each write on a new connection', async () => {
    const { call, open, atWork } = await openFront()
    for (const count of [1, 2, 3]) {
      const answer = call('/api/v1/profile', write)
      await atWork(count)
      open.at(-1)?.outgoing.end('done')
      expect((await answer).status).toBe(200)
    }
    expect(new Set(open.map(({ incoming }) => incoming.socket)).size).toBe(3)
  })

  it('a form that is answered soon gets its response without a waiting page', async () => {
    const { call, open, atWork } = await openFront()
    const answer = call('/pg/lakeside/family', form)
    await atWork(1)
    open[0]?.outgoing.writeHead(303, { Location: '/pg/lakeside/family' }).end()
    expect(await answer).toMatchObject({ status: 303, headers: { location: '/pg/lakeside/family' } })
  })
})
