import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { addressForLimit, clientAddress } from './client-address.ts'
import { marked } from './route-mark.ts'

/** The binding's limit per minute (wrangler.toml); for a smaller limit each call counts several times. */
const bindingPerMinute = 300

/**
 * Approximate limit of calls by network address, generous on purpose. `RATE_LIMITS=wide` multiplies it by a hundred,
 * more than one address of a local site sends, so the binding is not called.
 */
export const limitedByAddress = (name: string, perMinute: number) =>
  marked(
    createMiddleware<Worker>(async (c, next) => {
      if (
        c.env.RATE_LIMITS !== 'wide' &&
        !(await isWithin(c.env.ADDRESS_LIMIT, `${name}:${addressForLimit(clientAddress(c.req.raw))}`, perMinute))
      ) {
        throw new ApiError('too_many_requests', { retryAfterSeconds: 60 })
      }
      await next()
    }),
    { perMinute },
  )

async function isWithin(limit: RateLimit, key: string, perMinute: number): Promise<boolean> {
  const input = Array.from({ length: Math.max(1, Math.round(bindingPerMinute / perMinute)) }, () =>
    limit.limit({ key }),
  )
  return (await Promise.all(input)).every(({ success }) => success)
}
