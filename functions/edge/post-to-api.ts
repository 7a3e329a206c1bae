import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { deviceCookie, deviceHeader, looksLikeMark } from '../platform/identity/known-device.ts'
import type { PageIdentity } from '../platform/actor.ts'
import type { Worker } from '../platform/context.ts'
import { callApi } from '../call-api.ts'

const forwardedHeaders = ['Accept-Language', 'CF-Connecting-IP', 'Idempotency-Key', 'User-Agent', 'DNT', 'Sec-GPC']

type FormCall = {
  /** The body of the request; `null` for none. A stream is passed through. */
  body: unknown
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  identity?: PageIdentity | null
  language?: string | null
  /** The idempotency key of the form. */
  key?: string
  /** A further call that does not use the form's key. */
  isKeyless?: boolean
}

/** Calls the API in process for a page's form, with all limits and checks of the API. */
export const postToApi = (c: Context<Worker>, path: string, call: FormCall): Promise<Response> =>
  callApi(apiRequest(c, path, call), c.env, c.executionCtx as ExecutionContext, call.identity ?? undefined)

/** The request of a form's call: passes on the caller's address, browser, language and key, but not the cookies. */
export function apiRequest(c: Context<Worker>, path: string, call: FormCall): Request {
  const headers = new Headers({ Accept: 'application/json' })
  for (const name of forwardedHeaders) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const mark = getCookie(c, deviceCookie)
  if (mark !== undefined && looksLikeMark(mark)) headers.set(deviceHeader, mark)
  if (call.isKeyless) headers.delete('Idempotency-Key')
  if (call.key) headers.set('Idempotency-Key', call.key)
  if (call.language) headers.set('Accept-Language', call.language)
  const init = { method: call.method ?? 'POST', headers }
  const address = new URL(`/api${path}`, c.env.SITE_ORIGIN)

  const { body } = call
  if (body === null) return new Request(address, init)
  // Multipart data sets its own boundary, so the content type is left out.
  if (body instanceof FormData) return new Request(address, { ...init, body })
  if (body instanceof ReadableStream) {
    headers.set('Content-Type', c.req.header('Content-Type') ?? '')
    return new Request(address, { ...init, body, duplex: 'half' } as RequestInit)
  }
  headers.set('Content-Type', 'application/json')
  return new Request(address, { ...init, body: JSON.stringify(body) })
}
