import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'

/** Gives an answer its tag. Weak, because the network may compress the same content in several ways. */
export function setEntityTag(headers: Headers, body: ArrayBuffer): void {
  if (!headers.has('ETag'))
    headers.set('ETag', `W/"${createHash('sha1').update(new Uint8Array(body)).digest('base64url')}"`)
  addVary(headers, 'Accept-Encoding')
}

/** Whether the caller has the answer with these headers already (RFC 9110, 13.1.2: tags are compared weakly). */
export function hasEntityTag(request: Request, headers: Headers): boolean {
  const tag = headers.get('ETag')
  const knownTags = request.headers.get('If-None-Match')
  if (tag === null || knownTags === null) return false
  return knownTags.trim() === '*' || knownTags.match(/"[^"]*"/g)?.includes(tag.replace(/^W\//, '')) === true
}

/** The answer to a caller that has it already. */
export function notModified(headers: Headers): Response {
  const own = new Headers(headers)
  own.delete('Content-Type')
  own.delete('Content-Length')
  return new Response(null, { status: 304, headers: own })
}

/** Adds a name to `Vary` unless it is there. */
export function addVary(headers: Headers, name: string): void {
  const names = (headers.get('Vary') ?? '').split(',').map((each) => each.trim())
  if (!names.some((each) => each.toLowerCase() === name.toLowerCase())) headers.append('Vary', name)
}

/** Sends an answer with its tag, or 304. The body is taken whole: Hono's own tag hashes it piece by piece, at the price of the query. */
export async function sendTagged(c: Context<Worker>, headers: Headers): Promise<void> {
  const { status } = c.res
  const body = await c.res.arrayBuffer()
  setEntityTag(headers, body)
  // Hono lays the headers of the answer before over the new one unless that is gone.
  c.res = undefined
  c.res = hasEntityTag(c.req.raw, headers) ? notModified(headers) : new Response(body, { status, headers })
}

/** An answer that is the same for every caller until the next version of the site: revalidated each time. */
export const taggedAnswer = createMiddleware<Worker>(async (c, next) => {
  await next()
  if (!c.res.ok) return
  const headers = new Headers(c.res.headers)
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  await sendTagged(c, headers)
})
