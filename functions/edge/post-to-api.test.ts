import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Worker } from '../context.ts'
import { postToApi } from './post-to-api.ts'

afterEach(() => void vi.restoreAllMocks())

/** What a form's call sends to an API elsewhere. */
async function sentWith(body: unknown): Promise<{ body: unknown; contentType: string | null }> {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'))
  const app = new Hono<Worker>().post('/', (c) => postToApi(c, '/v1/reverify', { body }))
  await app.request(
    '/',
    { method: 'POST' },
    { API_ORIGIN: 'https://api.example.com', SITE_ORIGIN: 'https://example.com' },
  )
  const init = fetched.mock.calls[0]?.[1]
  return { body: init?.body, contentType: new Headers(init?.headers).get('Content-Type') }
}

describe('a call of the API by a form', () => {
  it('T4: has no body, and says nothing of one, where the call takes none', async () => {
    expect(await sentWith(null)).toEqual({ body: null, contentType: null })
  })

  it('sends its fields as JSON', async () => {
    expect(await sentWith({ code: '123456' })).toEqual({ body: '{"code":"123456"}', contentType: 'application/json' })
  })
})
