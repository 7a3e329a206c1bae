import type { Hono } from 'hono'
import { findTargetHandler } from 'hono/utils/handler'
import type * as z from 'zod/mini'
import { type Description, markOf } from '../platform/middleware/route-mark.ts'
import type { Right } from '../contract/organisation/rights.ts'
import type { Worker } from '../platform/context.ts'

/** The description of one call, from its handlers. */
export type RouteFacts = {
  method: string
  /** `/v1/profile/orders/{order_id}` */
  path: string
  description: Description
  schemas: Partial<Record<'param' | 'query' | 'json', z.core.$ZodType>>
  /** Calls per minute per network address; null without a limit of its own. */
  perMinute: number | null
  /** True when anyone may call it, and an access token counts. */
  readsToken: boolean
  /** The right that an organiser's call needs; null for every other call. */
  right: Right | null
  takesPayments: boolean
  filtersByReach: boolean
}

/** Every described call of a route table, in order. */
export function routesOf(api: Hono<Worker>): RouteFacts[] {
  const calls = new Map<string, Omit<RouteFacts, 'description'> & { description: Description | null }>()
  for (const { method, path, handler } of api.routes) {
    const mark = markOf(findTargetHandler(handler))
    if (!mark || method === 'ALL') continue
    const route = `${method} ${path}`
    const call = calls.get(route) ?? {
      method,
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
      description: null,
      schemas: {},
      perMinute: null,
      readsToken: false,
      right: null,
      takesPayments: false,
      filtersByReach: false,
    }
    calls.set(route, call)
    if ('description' in mark) call.description = mark.description
    else if ('readsToken' in mark) call.readsToken = true
    else if ('right' in mark) Object.assign(call, mark)
    else if ('perMinute' in mark) call.perMinute = mark.perMinute
    else call.schemas[mark.target] = mark.schema
  }
  return [...calls.values()].filter((call): call is RouteFacts => call.description !== null)
}
