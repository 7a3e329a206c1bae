import { ApiError } from '../../contract/api-error.ts'
import { relaxedLimitMultiplier } from '../../contract/limits.ts'
import { unprovenPlacesSentence } from '../../contract/sentences/unproven-words.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { networkMark } from '../../platform/identity/wrong-attempts.ts'
import {
  guardUnprovenRows,
  insertUnprovenHolds,
  type UnprovenCeiling,
  type UnprovenHold,
  unprovenHolds,
} from './unproven-rows.ts'

/*
 * An account with an unconfirmed email and no payment costs nothing to create, and a few such accounts could hold a
 * whole event or store. So their holds are limited per account, per network and for all such accounts together.
 */

/**
 * The free places of an event, or the stock of a product, must be at least this many times what unproven accounts hold
 * of it.
 */
export const leftPerUnprovenHold = 4
/** Maximum number of store items that one unproven account may hold. */
export const maxUnprovenProducts = 8

/** A series counts as one booking and has at most twelve weeks. */
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

/**
 * Statement after the writes that take places: aborts the batch with `too_many_requests` when an unproven account is
 * over a limit.
 */
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
  const max = {
    account: scaled(unprovenCeiling.account),
    network: scaled(unprovenCeiling.network),
    leftPerPlace: times === 1 ? unprovenCeiling.leftPerPlace : 0,
  }
  return [insertUnprovenHolds(ctx.db, ids, hold), guardUnprovenRows(ctx.db, hold, max)]
}

/** Throws `too_many_requests` with the limit that was reached, how to lift it and when to retry. */
export async function refuseUnproven(
  ctx: Ctx,
  error: ApiError,
  whose: { customer_id: string; option_id: string | null; param: string },
): Promise<never> {
  const { account, network } = unprovenCeiling
  const [own, near, ofEvent] = await unprovenHolds(ctx.db, holdOf(ctx, whose))
  // The refused place is not counted among the held ones.
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
