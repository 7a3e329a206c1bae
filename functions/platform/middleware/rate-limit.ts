import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { addressForLimit, clientAddress } from './client-address.ts'
import { marked } from './route-mark.ts'

/** The limit of the binding in wrangler.toml. For a smaller limit, each call counts several times. */
const bindingPerMinute = 300

/**
 * Approximate number of calls that one network address may make per minute, generous on purpose. Routes with the same
 * name share their limit.
 */
const callsPerMinute = {
  login: 300,
  signup: 100,
  passkey: 300,
  token: 300,
  revoke: 300,
  authorize: 100,
  recovery: 30,
  'recovery-link': 100,
  undo: 100,
  invitation: 100,
  holds: 300,
  waitlist_offers: 60,
  desk: 60,
  roster: 300,
  support: 20,
  subscription: 100,
  unsubscribe_link: 20,
  feedback: 30,
  track: 120,
  uploads: 60,
  uploaded: 300,
  pictures: 300,
  insights: 60,
}

/**
 * Limits the calls of a network address. `RATE_LIMITS=wide` multiplies the limit by a hundred, more than one address of
 * a local site sends, so the binding is not called.
 */
export function limitedByAddress(name: keyof typeof callsPerMinute) {
  const perMinute = callsPerMinute[name]
  return marked(
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
}

async function isWithin(limit: RateLimit, key: string, perMinute: number): Promise<boolean> {
  const input = Array.from({ length: Math.max(1, Math.round(bindingPerMinute / perMinute)) }, () =>
    limit.limit({ key }),
  )
  return (await Promise.all(input)).every(({ success }) => success)
}
