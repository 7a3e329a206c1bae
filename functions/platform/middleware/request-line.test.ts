import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Worker } from '../context.ts'
import { errorResponse } from './error-response.ts'
import { requestLine } from './request-line.ts'
import { securityHeaders } from './security-headers.ts'

const site = new Hono<Worker>()
  .use(requestLine)
  .use(securityHeaders)
  .get('/pages/:page_id', (c) => c.text('read'))
  .get('/slow', (c) => {
    vi.advanceTimersByTime(500)
    return c.text('read late')
  })
  .post('/pages', (c) => c.text('written', 201))
  .post('/broken', () => {
    throw new TypeError('Zoë')
  })
  .onError(errorResponse)

/** The log lines of a request, found by the number in its response. */
async function linesOf(method: string, path: string): Promise<Record<string, unknown>[]> {
  const written = vi.fn()
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(written)
  const answer = await site.request(path, { method })
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/)
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
  for (const line of lines) expect(line.request_id).toBe(answer.headers.get('X-Request-Id'))
  return lines
}

describe('the log line of a request', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('a write is logged with its route pattern', async () => {
    expect(await linesOf('POST', '/pages')).toMatchObject([
      { event: 'request', level: 'info', method: 'POST', route: '/pages', status: 201 },
    ])
  })
  it('a failing request is logged without its URL', async () => {
    const [line] = await linesOf('GET', '/somebody@example.com')
    expect(line).toMatchObject({ event: 'request', status: 404 })
    expect(JSON.stringify(line)).not.toContain('somebody')
  })
  it('a slow read is logged as a warning', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await linesOf('GET', '/slow')).toMatchObject([{ event: 'request', level: 'warn', status: 200, ms: 500 }])
  })
  it('an unexpected error is logged with the same hash each time', async () => {
    const first = await linesOf('POST', '/broken')
    const second = await linesOf('POST', '/broken')
    expect(first.map(({ event, level }) => [event, level])).toEqual([
      ['error', 'error'],
      ['request', 'error'],
    ])
    expect(first[0]?.hash).toMatch(/^[0-9a-f]{8}$/)
    expect(second[0]?.hash).toBe(first[0]?.hash)
    expect(JSON.stringify(first)).not.toContain('Zoë')
  })
  it('a fast successful read is not logged', async () => {
    expect(await linesOf('GET', '/pages/7')).toEqual([])
    expect(await linesOf('HEAD', '/pages/7')).toEqual([])
  })
})
