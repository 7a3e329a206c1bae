import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'

/** Sets a response's ETag. It is weak, because the network may compress the same content in several ways. */
export function setEntityTag(headers: Headers, body: ArrayBuffer): void {
  if (!headers.has('ETag'))
    headers.set('ETag', `W/"${createHash('sha1').update(new Uint8Array(body)).digest('base64url')}"`)
  addVary(headers, 'Accept-Encoding')
}

/** True when the caller already has the response with these headers. Weak comparison is enough (RFC 9110, 13.1.2). */
export function hasEntityTag(request: Request, headers: Headers): boolean {
  const tag = headers.get('ETag')
  const knownTags = request.headers.get('If-None-Match')
  if (tag === null || knownTags === null) return false
  return knownTags.trim() === '*' || knownTags.match(/"[^"]*"/g)?.includes(tag.replace(/^W\//, '')) === true
}

/** The 304 for a caller that already has the response. */
export function notModified(headers: Headers): Response {
  const own = new Headers(headers)
  own.delete('Content-Type')
  own.delete('Content-Length')
  return new Response(null, { status: 304, headers: own })
}

/** Adds a name to `Vary` if it is missing. */
export function addVary(headers: Headers, name: string): void {
  const names = (headers.get('Vary') ?? '').split(',').map((each) => each.trim())
  if (!names.some((each) => each.toLowerCase() === name.toLowerCase())) headers.append('Vary', name)
}

/**
 * Sends a response with its ETag, or 304. The body is hashed as a whole: Hono's own middleware hashes it in pieces,
 * which costs as much as the query.
 */
export async function sendTagged(c: Context<Worker>, headers: Headers): Promise<void> {
  const { status } = c.res
  const body = await c.res.arrayBuffer()
  setEntityTag(headers, body)
  // Hono merges the headers of the old response into the new response unless the old one is cleared.
  c.res = undefined
  c.res = hasEntityTag(c.req.raw, headers) ? notModified(headers) : new Response(body, { status, headers })
}

/** A response that is equal for every caller until the next release, revalidated each time. */
export const taggedAnswer = createMiddleware<Worker>(async (c, next) => {
  await next()
  if (!c.res.ok) return
  const headers = new Headers(c.res.headers)
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  await sendTagged(c, headers)
})
