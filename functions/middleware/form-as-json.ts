import { createMiddleware } from 'hono/factory'
import { ApiError } from '../contract/api-error.ts'
import type { Worker } from '../context.ts'

/** Reads a form body as the JSON it stands for, for the calls that take both. A field given twice is refused. */
export const formAsJson = createMiddleware<Worker>(async (c, next) => {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')) return next()
  const fields = [...new URLSearchParams(await c.req.text())]
  const names = fields.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ApiError('invalid_parameter', { param: twice })

  const headers = new Headers(c.req.raw.headers)
  headers.set('Content-Type', 'application/json')
  c.req.raw = new Request(c.req.url, { method: c.req.method, headers })
  c.req.bodyCache = { text: Promise.resolve(JSON.stringify(Object.fromEntries(fields))) as unknown as string }
  await next()
})
