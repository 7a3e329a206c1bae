import { ApiError } from '../contract/api-error.ts'
import type { CustomerContext } from '../context.ts'
import { mayPay } from './credit-rules.ts'
import { ownCredits } from './credit-rows.ts'

/** What credits are to pay for: a booking of one person, which some packages open. */
type Bookable = { program_id: string; attendee_profile_id: string; package_ids: readonly string[] }

/**
 * The credits that pay for a booking, null where none are named. They must be the caller's own, good now, for this person and of a
 * package that opens what is booked; whether one is left is decided by the database in the batch that takes the place.
 */
export async function creditFor(
  ctx: CustomerContext,
  sessionCreditId: string | null | undefined,
  bookable: Bookable,
): Promise<string | null> {
  if (!sessionCreditId) return null
  const [credits] = await ownCredits(ctx.db, { id: sessionCreditId, customer_id: ctx.actor.customer_id })
  if (!credits || !mayPay(credits, bookable, ctx.now))
    throw new ApiError('credit_not_available', { param: 'session_credit_id' })
  return credits.id
}

/** Says which field named credits of which none is left: `.catch(creditGone)`. */
export function creditGone(error: unknown): never {
  if (!(error instanceof ApiError && error.type === 'credit_not_available')) throw error
  throw new ApiError('credit_not_available', { param: 'session_credit_id' })
}
