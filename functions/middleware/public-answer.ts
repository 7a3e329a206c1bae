import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'
import { hasTag } from '../page-cache.ts'

/** Places left are never older than this. */
const keptSeconds = 30

/**
 * Public answers: an ETag, 304 for a caller that has it already, revalidated each time. Its
 * words follow Accept-Language. What says what it shows (`ctx.request.addCacheTags`) is kept as pages are. The body is taken whole: Hono's own tag hashes it piece by piece, at the price of the query.
 */
export const publicAnswer = createMiddleware<Worker>(async (c, next) => {
  await next()
  c.header('Vary', 'Accept-Language', { append: true })
  if (!c.res.ok) return
  const { status } = c.res
  const headers = new Headers(c.res.headers)
  const body = await c.res.arrayBuffer()
  const tag = `"${hexOf(await crypto.subtle.digest('SHA-1', body))}"`
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  headers.set('ETag', tag)
  const { cacheTags } = c.var.ctx.request
  if (cacheTags.size > 0) {
    headers.set('CDN-Cache-Control', `max-age=${keptSeconds}`)
    headers.set('Cache-Tag', [...cacheTags].join(','))
  }
  const isKnown = hasTag(c.req.raw, tag)
  if (isKnown) headers.delete('Content-Type')
  // Hono lays the headers of the answer before over the new one unless that is gone.
  c.res = undefined
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { status, headers })
})

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
