import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'
import { uniqueFormFields } from './form-fields.ts'

/** The maximum number of fields. No call has as many. */
const maxFields = 32

/** Reads a form body as the equivalent JSON, for calls that accept both. Rejects a repeated field. */
export const formAsJson = createMiddleware<Worker>(async (c, next) => {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')) return next()
  const fields = uniqueFormFields(await c.req.text(), maxFields)

  const headers = new Headers(c.req.raw.headers)
  headers.set('Content-Type', 'application/json')
  c.req.raw = new Request(c.req.url, { method: c.req.method, headers })
  c.req.bodyCache = { text: Promise.resolve(JSON.stringify(fields)) as unknown as string }
  await next()
})
