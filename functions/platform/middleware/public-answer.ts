import { createMiddleware } from 'hono/factory'
import { cacheSeconds } from '../../contract/limits.ts'
import type { Worker } from '../context.ts'
import { publicDatabase } from '../database/public-reads.ts'
import { addVary, sendTagged } from './entity-tag.ts'

/**
 * Public responses: with an ETag, 304 for a caller that has the response, revalidated each time, in the language of
 * Accept-Language. A response with `ctx.request.addCacheTags` is cached like a page. Without an access token, any
 * replica of the database may respond.
 */
export const publicAnswer = createMiddleware<Worker>(async (c, next) => {
  const { ctx } = c.var
  if (!ctx.actor && c.req.header('Authorization') === undefined) ctx.db = publicDatabase(c.env.DB)
  await next()
  const headers = new Headers(c.res.headers)
  addVary(headers, 'Accept-Language')
  if (!c.res.ok) return c.header('Vary', headers.get('Vary') ?? '')
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  const { cacheTags } = ctx.request
  if (cacheTags.size > 0) {
    headers.set('CDN-Cache-Control', `max-age=${cacheSeconds}`)
    headers.set('Cache-Tag', [...cacheTags].join(','))
  }
  await sendTagged(c, headers)
})
