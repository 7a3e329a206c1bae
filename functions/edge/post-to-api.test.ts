import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Worker } from '../platform/context.ts'
import { apiRequest } from './post-to-api.ts'

/** The request that a form's call sends to the API. */
async function sentWith(body: unknown, headers: Record<string, string> = {}) {
  const app = new Hono<Worker>().post('/', async (c) => {
    const request = apiRequest(c, '/v1/reverify', { body })
    return c.json({ body: await request.text(), headers: Object.fromEntries(request.headers) })
  })
  const answer = await app.request('/', { method: 'POST', headers }, { SITE_ORIGIN: 'https://example.com' })
  return (await answer.json()) as { body: string; headers: Record<string, string> }
}

describe('the API call of a form', () => {
  it('T4: a call without a body has no content type', async () => {
    expect(await sentWith(null)).toEqual({ body: '', headers: { accept: 'application/json' } })
  })

  it("a call sends the form's fields as JSON", async () => {
    const { body, headers } = await sentWith({ code: '123456' })
    expect([body, headers['content-type']]).toEqual(['{"code":"123456"}', 'application/json'])
  })

  it('a call passes on no cookie except the device mark', async () => {
    const mark = `${'A'.repeat(16)}.mk0a1b2.${'b'.repeat(43)}`
    const Cookie = `__Host-refresh=secret; __Host-device=${mark}`
    const { headers } = await sentWith(null, { Cookie, 'Idempotency-Key': 'once', 'CF-Connecting-IP': '192.0.2.7' })
    expect(headers).toEqual({
      accept: 'application/json',
      'cf-connecting-ip': '192.0.2.7',
      'idempotency-key': 'once',
      'x-known-device': mark,
    })
  })

  it.each(['%00', '%E2%98%83', 'a.b.c', 'x'.repeat(3000)])(
    'an invalid device mark is not passed on: %s',
    async (mark) => {
      expect((await sentWith(null, { Cookie: `__Host-device=${mark}` })).headers).not.toHaveProperty('x-known-device')
    },
  )
})
