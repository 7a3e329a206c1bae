import { ApiError } from '../../contract/api-error.ts'
import { relaxedLimitMultiplier } from '../../contract/limits.ts'
import { heldPlacesSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guardHeldRows } from './ceiling-rows.ts'
import { refuseUnproven } from './unproven-holds.ts'

/**
 * Maximum number of bookings that one customer may hold in a program at a time. A booking is a place in an event, or an
 * appointment with all its weeks.
 */
export const maxHeldBookings = 12
/** Maximum number of places in these bookings together: four people for twelve weeks. */
export const maxHeldPlaces = 48

/** Statement after the write that takes a place: aborts the batch with `too_many_requests` above the limit. */
export function guardHeldPlaces(ctx: Ctx, whose: { customer_id: string; program_id: string }): Statement {
  const times = ctx.env.RATE_LIMITS === 'wide' ? relaxedLimitMultiplier : 1
  const max = { bookings: maxHeldBookings * times, places: maxHeldPlaces * times }
  return guardHeldRows(ctx.db, { ...whose, now: ctx.now }, max)
}

/**
 * Error handler that names the field and the remedy when the limit is reached: `.catch(tooManyHeld(ctx, { param:
 * 'option_id', option_id }))`.
 */
export const tooManyHeld =
  (ctx: CustomerContext, { param, option_id = null }: { param: string; option_id?: string | null }) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof ApiError)) throw error
    if (error.detail.constraint?.includes('guard_failed:unproven_places'))
      return refuseUnproven(ctx, error, { customer_id: ctx.actor.customer_id, option_id, param })
    if (!error.detail.constraint?.includes('guard_failed:held_places')) throw error
    throw new ApiError('too_many_requests', {
      ...error.detail,
      param,
      message: heldPlacesSentence({ bookings: maxHeldBookings, places: maxHeldPlaces }, ctx.language),
    })
  }
