import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext, Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creditsOfLine, makeUnpaidCredits } from './credit-ledger.ts'
import { inOrderOfUse, mayPay } from './credit-rules.ts'
import { creditsOf, ownCredits, ownPackageLine, returnEntry } from './credit-rows.ts'

/** A booking to be paid with credits: of one person, with the packages that cover it. */
type Bookable = { program_id: string; attendee_profile_id: string; package_ids: readonly string[] }
/**
 * The credits that pay, and the statements that create them when their package is still in the cart. The statements run
 * before the booking in its batch.
 */
export type Spending = { id: string | null; writes: Statement[] }

/**
 * The credits that pay for a booking; null when the request names none. They must be the caller's own and valid now,
 * for this person and of a package that covers the booking, or belong to a package in the caller's cart, named by its
 * line item. The database decides in the batch whether a visit is left.
 */
export async function creditFor(
  ctx: CustomerContext,
  sessionCreditId: string | null | undefined,
  bookable: Bookable,
): Promise<Spending> {
  if (!sessionCreditId) return { id: null, writes: [] }
  const own = { id: sessionCreditId, customer_id: ctx.actor.customer_id }
  const [[credits], [line]] = await ctx.db.batch([ownCredits(ctx.db, own), ownPackageLine(ctx.db, own)])
  if (credits && mayPay(credits, bookable, ctx.now)) return { id: credits.id, writes: [] }
  if (line && mayPayOf(line, bookable))
    return { id: creditsOfLine(line.item.id), writes: makeUnpaidCredits(ctx, line.order, line.item) }
  throw new ApiError('credit_not_available', { param: 'session_credit_id' })
}

const mayPayOf = (
  { item, order }: Awaited<ReturnType<typeof ownPackageLine>>[number],
  { program_id, attendee_profile_id, package_ids }: Bookable,
): boolean =>
  order.program_id === program_id &&
  item.cancelled_at === null &&
  package_ids.includes(item.product_id) &&
  (item.attendee_profile_id === null || item.attendee_profile_id === attendee_profile_id)

/** Whether the caller has credits that could pay for a booking. Such a customer may still pay its price. */
export async function hasCreditFor(ctx: CustomerContext, bookable: Bookable): Promise<boolean> {
  const { program_id } = bookable
  const rows = await creditsOf(ctx.db, { customer_id: ctx.actor.customer_id, program_id })
  return inOrderOfUse(
    rows.filter(({ isOnHold }) => isOnHold === 0).map(({ credit }) => credit),
    ctx.now,
  ).some((credit) => mayPay(credit, bookable, ctx.now))
}

/** Error handler that names the credits field when no visit is left: `.catch(creditGone)`. */
export function creditGone(error: unknown): never {
  if (!(error instanceof ApiError && error.type === 'credit_not_available')) throw error
  throw new ApiError('credit_not_available', { param: 'session_credit_id' })
}

/**
 * Statements that return the visit that paid for a no-show's booking, with its old expiry. An unlimited credit uses no
 * visit.
 */
export function returnVisit(
  ctx: Ctx,
  { id, session_credit_id }: { id: string; session_credit_id: string | null },
): Statement[] {
  if (session_credit_id === null) return []
  return [returnEntry(ctx.db, { id: ctx.newId('cre'), session_credit_id, registration_id: id, created: ctx.now })]
}
