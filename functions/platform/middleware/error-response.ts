import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HTTPException } from 'hono/http-exception'
import { ApiError, type ErrorBody } from '../../contract/api-error.ts'
import { declineSentence, errorSentence } from '../../contract/sentences/sentence.ts'
import type { Worker } from '../context.ts'
import { isDiskFull, refusalOf } from '../database/constraint-errors.ts'
import { detailOf, logLine, reasonOf } from '../log-line.ts'
import { routeOf } from './request-line.ts'

/**
 * Turns any error into the error object, in the reader's language. An unexpected error is logged as `error` with its
 * hash, and an outage after which the caller may retry as `warn`.
 */
export function errorResponse(thrown: unknown, c: Context<Worker>): Response {
  const error = asRefusal(thrown)
  const ctx = c.get('ctx')
  if (error.code >= 500) {
    const { constraint = '' } = error.detail
    // Retrying helps the caller only after a person has made space.
    const isFull = isDiskFull(constraint)
    const reason = isFull ? { reason: reasonOf(new Error(constraint)) } : {}
    const level = error.type === 'unavailable' && !isFull ? 'warn' : 'error'
    logLine(
      'error',
      { type: error.type, route: routeOf(c), ...detailOf(thrown), ...reason },
      { at: ctx?.now, requestId: ctx?.requestId, level },
    )
  }
  if (error.detail.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.detail.retryAfterSeconds))
  if (error.code === 401 && !c.res.headers.has('WWW-Authenticate')) c.header('WWW-Authenticate', 'Bearer')
  c.header('Cache-Control', 'no-store')
  return c.json({ ...error.detail.body, ...errorBody(error, c) }, error.code as ContentfulStatusCode)
}

/** The error object of a refusal for this request; a rejected field is always in `errors[]`. */
export function errorBody(error: ApiError, c: Context<Worker>): ErrorBody {
  const ctx = c.get('ctx')
  const language = ctx?.language ?? 'en'
  const { param, subject, errors } = error.detail
  const type = error.decline ?? error.type
  const message =
    error.detail.message ??
    (error.decline ? declineSentence(error.decline, language) : errorSentence(error.type, language))
  return {
    code: error.code,
    type,
    message,
    param: subject ?? param ?? null,
    path: new URL(c.req.url).pathname,
    timestamp: new Date(ctx?.now ?? Date.now()).toISOString(),
    errors: errors ?? (param ? [{ type, param, message }] : []),
  }
}

function asRefusal(thrown: unknown): ApiError {
  const refusal = refusalOf(thrown)
  if (refusal instanceof ApiError) return refusal
  if (thrown instanceof HTTPException && thrown.status === 400) return new ApiError('invalid_json')
  return new ApiError('internal_error')
}
