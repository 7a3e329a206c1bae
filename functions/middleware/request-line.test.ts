import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Worker } from '../context.ts'
import { requestLine } from './request-line.ts'
import { securityHeaders } from './security-headers.ts'

const site = new Hono<Worker>()
  .use(requestLine)
  .use(securityHeaders)
  .get('/pages/:page_id', (c) => c.text('read'))
  .get('/slow', (c) => {
    vi.setSystemTime(Date.now() + 500)
    return c.text('read late')
  })
  .post('/pages', (c) => c.text('written', 201))

/** What the log says while a request is answered, under the number that the answer carries. */
async function saidOf(method: string, path: string): Promise<Record<string, unknown>[]> {
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  const answer = await site.request(path, { method })
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/)
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
  for (const line of lines) expect(line.request_id).toBe(answer.headers.get('X-Request-Id'))
  return lines
}

describe('the line of a request', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('is left by what writes, with the pattern of its address', async () => {
    expect(await saidOf('POST', '/pages')).toMatchObject([
      { event: 'request', method: 'POST', route: '/pages', status: 201 },
    ])
  })
  it('is left by what fails, without what was asked for', async () => {
    const [line] = await saidOf('GET', '/somebody@example.com')
    expect(line).toMatchObject({ event: 'request', status: 404 })
    expect(JSON.stringify(line)).not.toContain('somebody')
  })
  it('is left by what takes long', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await saidOf('GET', '/slow')).toMatchObject([{ event: 'request', status: 200, ms: 500 }])
  })
  it('is not left by what was only read, well and soon', async () => {
    expect(await saidOf('GET', '/pages/7')).toEqual([])
    expect(await saidOf('HEAD', '/pages/7')).toEqual([])
  })
})
