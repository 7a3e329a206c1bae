import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { deviceCookie, deviceHeader } from '../accounts/known-device.ts'
import type { Identity } from '../actor.ts'
import type { Worker } from '../context.ts'
import { callApi } from '../in-process.ts'
import { accessCookie } from './session-cookies.ts'

const forwardedHeaders = ['Accept-Language', 'CF-Connecting-IP', 'Idempotency-Key', 'User-Agent', 'DNT', 'Sec-GPC']

/** Calls the API as a page's form does: in process, or where API_ORIGIN says. A call that takes no body gets none (`null`). Limits and checks are those of the API. */
export async function postToApi(
  c: Context<Worker>,
  path: string,
  input: {
    body: unknown
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
    identity?: Identity | null
    language?: string | null
    /** The key of a form that is sent once, however often its button is pressed. */
    key?: string
    /** A call beside the one that the form makes: the key of the form is not its own. */
    isKeyless?: boolean
  },
): Promise<Response> {
  const headers = new Headers({ 'Content-Type': 'application/json', Accept: 'application/json' })
  for (const name of forwardedHeaders) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const mark = getCookie(c, deviceCookie)
  if (mark !== undefined) headers.set(deviceHeader, mark)
  if (input.isKeyless) headers.delete('Idempotency-Key')
  if (input.key) headers.set('Idempotency-Key', input.key)
  if (input.language) headers.set('Accept-Language', input.language)
  const elsewhere = c.env.API_ORIGIN
  const { method = 'POST' } = input
  // A body that goes on as it comes in keeps its own type.
  const stream = input.body instanceof ReadableStream ? input.body : null
  if (stream) headers.set('Content-Type', c.req.header('Content-Type') ?? '')
  const form = input.body instanceof FormData ? input.body : null
  const text = input.body !== null && !form ? JSON.stringify(input.body) : null
  const init: RequestInit = { method, headers, body: stream ?? form ?? text, ...(stream ? { duplex: 'half' } : {}) }
  // A form of parts says its own boundary.
  if (init.body === null || form) headers.delete('Content-Type')
  if (!elsewhere) {
    return callApi(
      new Request(new URL(`/api${path}`, c.env.SITE_ORIGIN), init),
      c.env,
      c.executionCtx as ExecutionContext,
      input.identity ?? undefined,
    )
  }

  const access = getCookie(c, accessCookie)
  if (access !== undefined) headers.set('Authorization', `Bearer ${access}`)
  return fetch(new URL(`/api${path}`, elsewhere), init)
}
