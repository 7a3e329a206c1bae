import { createMiddleware } from 'hono/factory'
import { etag } from 'hono/etag'
import type { Worker } from '../context.ts'

const withEtag = etag()

/** Answers anyone may have: an ETag, 304 for who has it already, and asked again each time (architecture.md, "A page"). Its words follow Accept-Language. */
export const publicAnswer = createMiddleware<Worker>(async (c, next) => {
  await withEtag(c, async () => {
    await next()
    c.header('Vary', 'Accept-Language', { append: true })
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=0, must-revalidate')
  })
})
