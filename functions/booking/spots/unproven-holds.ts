import { ApiError } from '../../contract/api-error.ts'
import { relaxedLimitMultiplier } from '../../contract/limits.ts'
import { unprovenPlacesSentence } from '../../contract/sentences/unproven-words.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { networkMark } from '../../platform/identity/wrong-attempts.ts'
import {
  guardUnprovenRows,
  noteNetwork,
  type UnprovenCeiling,
  type UnprovenHold,
  unprovenHolds,
} from './unproven-rows.ts'

/*
 * An account whose email nobody confirmed, and that never paid, costs nothing to make: a few of them could hold a whole event or
 * a whole store. So what they hold is bounded for each of them, for their network, and for all of them together.
 */

/** What is left of an event or of a thing is at least so many times what such accounts hold of it. */
export const leftPerUnprovenHold = 4
/** Things of a store that one such account holds. */
export const maxUnprovenProducts = 8

/** The weeks of a series are one booking, of twelve weeks at most. */
export const unprovenCeiling: UnprovenCeiling = {
  account: { bookings: 4, places: 12 },
  network: { bookings: 8, places: 24 },
  leftPerPlace: leftPerUnprovenHold,
}

const holdOf = (ctx: Ctx, whose: { customer_id: string; option_id: string | null }): UnprovenHold => ({
  ...whose,
  network: networkMark(ctx, 'held-places'),
  now: ctx.now,
})

/** Stands after the writes that take places: an unproven account over a ceiling breaks the batch with `too_many_requests`. */
export function guardUnprovenPlaces(
  ctx: Ctx,
  ids: readonly string[],
  whose: { customer_id: string; option_id: string | null },
): Statement[] {
  if (ids.length === 0) return []
  const hold = holdOf(ctx, whose)
  const times = ctx.env.RATE_LIMITS === 'wide' ? relaxedLimitMultiplier : 1
  const scaled = ({ bookings, places }: { bookings: number; places: number }) => ({
    bookings: bookings * times,
    places: places * times,
  })
  const most = {
    account: scaled(unprovenCeiling.account),
    network: scaled(unprovenCeiling.network),
    leftPerPlace: times === 1 ? unprovenCeiling.leftPerPlace : 0,
  }
  return [noteNetwork(ctx.db, ids, hold), guardUnprovenRows(ctx.db, hold, most)]
}

/** Says which ceiling was reached, what lifts it and when to try again. */
export async function refuseUnproven(
  ctx: Ctx,
  error: ApiError,
  whose: { customer_id: string; option_id: string | null; param: string },
): Promise<never> {
  const { account, network } = unprovenCeiling
  const [own, near, ofEvent] = await unprovenHolds(ctx.db, holdOf(ctx, whose))
  // The place that was refused is not among what is held.
  const reached =
    (own?.bookings ?? 0) >= account.bookings
      ? 'account'
      : (near?.bookings ?? 0) >= network.bookings
        ? 'network'
        : 'event'
  const ends = { account: own, network: near, event: ofEvent }[reached]?.ends ?? ctx.now
  const seconds = Math.max(60, Math.ceil((ends - ctx.now) / 1000))
  throw new ApiError('too_many_requests', {
    ...error.detail,
    param: whose.param,
    retryAfterSeconds: seconds,
    message: unprovenPlacesSentence(
      reached,
      { most: account.bookings, minutes: Math.ceil(seconds / 60) },
      ctx.language,
    ),
  })
}
