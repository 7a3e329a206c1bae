import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Worker } from '../context.ts'

/** The pattern of the address that a request met, as the code has it: the last without a star, because what stands around it has one. */
export function routeOf(c: Context<Worker>): string {
  const patterns = matchedRoutes(c).map(({ path }) => path)
  return patterns.findLast((path) => !path.includes('*')) ?? patterns.findLast((path) => path !== '/*') ?? '/*'
}
