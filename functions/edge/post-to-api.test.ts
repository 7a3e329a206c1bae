import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Worker } from '../platform/context.ts'
import { apiRequest } from './post-to-api.ts'

/** What a form's call sends to the API. */
async function sentWith(body: unknown): Promise<{ body: string; contentType: string | null }> {
  const app = new Hono<Worker>().post('/', async (c) => {
    const request = apiRequest(c, '/v1/reverify', { body })
    return c.json({ body: await request.text(), contentType: request.headers.get('Content-Type') })
  })
  return (await app.request('/', { method: 'POST' }, { SITE_ORIGIN: 'https://example.com' })).json()
}

describe('a call of the API by a form', () => {
  it('T4: has no body, and says nothing of one, where the call takes none', async () => {
    expect(await sentWith(null)).toEqual({ body: '', contentType: null })
  })

  it('sends its fields as JSON', async () => {
    expect(await sentWith({ code: '123456' })).toEqual({ body: '{"code":"123456"}', contentType: 'application/json' })
  })
})
