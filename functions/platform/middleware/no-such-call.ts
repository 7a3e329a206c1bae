import type { Context } from 'hono'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { errorResponse } from './error-response.ts'
import { redirectWithoutSlash, withoutLastSlash } from './page-rules.ts'

type Route = { method: string; path: string }

/**
 * The response to a request without a route: 308 for a GET with a trailing slash, 405 with `Allow` for a known path
 * with other methods, otherwise 404.
 */
export function noSuchCall(c: Context<Worker>, routes: readonly Route[]): Response {
  const address = withoutLastSlash(c.req.path)
  if (address && c.req.method === 'GET' && allowedMethods(routes, callPath(address)).includes('GET'))
    return redirectWithoutSlash(c.req.url)
  const allowed = allowedMethods(routes, callPath(c.req.path))
  if (allowed.length === 0) return errorResponse(new ApiError('not_found'), c)
  c.header('Allow', allowed.join(', '))
  return errorResponse(new ApiError('method_not_allowed'), c)
}

const callPath = (path: string): string => path.replace(/^\/api(?=\/)/, '')

function allowedMethods(routes: readonly Route[], input: string): string[] {
  const methods = routes
    .filter(({ method, path }) => method !== 'ALL' && isAt(path, input))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)].sort()
}

function isAt(path: string, input: string): boolean {
  const parts = path.split('/')
  const segments = input.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  )
}
