import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { findTargetHandler } from 'hono/utils/handler'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { markOf } from './route-mark.ts'
import { refusalOfIssues } from './validate.ts'

/**
 * A call accepts only validated input: a route without a query schema rejects every parameter, one without a body schema
 * rejects a body. Routes with a schema reject unknown fields themselves.
 */
export const rejectUnknownInput = createMiddleware<Worker>(async (c, next) => {
  const hasQuery = c.req.url.includes('?')
  const text = c.req.method === 'GET' || c.req.method === 'HEAD' ? '{}' : await c.req.text()
  if (!hasQuery && text === '{}') return next()

  // A path without a route is not checked here, because it gets 404.
  const routes = matchedRoutes(c).filter(({ path }) => !path.includes('*'))
  const checked = new Set(routes.map(({ handler }) => targetOf(handler)))
  const { language } = c.var.ctx
  if (hasQuery && routes.length > 0 && !checked.has('query'))
    refuseNames([...new Set(new URL(c.req.url).searchParams.keys())], { target: 'query', language })
  // A parameter without a name reaches no validator.
  if (routes.length > 0 && /[?&]=/.test(c.req.url) && new URL(c.req.url).searchParams.has(''))
    refuseNames([''], { target: 'query', language })
  if (routes.length > 0 && !checked.has('json')) refuseNames(namesIn(text), { target: 'json', language })
  await next()
})

type RefusalContext = Parameters<typeof refusalOfIssues>[2]
type Handler = Parameters<typeof findTargetHandler>[0]

/** The part of a request that a validator checks, according to its mark. */
function targetOf(handler: Handler): string | undefined {
  const mark = markOf(findTargetHandler(handler))
  return mark && 'target' in mark ? mark.target : undefined
}

function refuseNames(keys: string[], input: RefusalContext): void {
  if (keys.length > 0) throw refusalOfIssues([{ code: 'unrecognized_keys', keys, message: '' }], null, input)
}

function namesIn(text: string): string[] {
  const body = parsed(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_parameter', { param: 'body' })
  return Object.keys(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json')
  }
}
