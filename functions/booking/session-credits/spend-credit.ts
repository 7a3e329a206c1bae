import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext, Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creditsOfLine, makeUnpaidCredits } from './credit-ledger.ts'
import { type Bookable, creditsExpireAt, inOrderOfUse, mayPay, type OwnCredits } from './credit-rules.ts'
import { creditsInCart, creditsOf, ownCredits, ownPackageLine, returnEntry } from './credit-rows.ts'

/**
 * The credits that pay, and the statements that create them when their package is still in the cart. The statements run
 * before the booking in its batch.
 */
export type CreditPayment = { id: string | null; writes: Statement[] }

/**
 * The credits that pay for a booking; none when the request names none. They must be the caller's own, valid now and
 * when the booking begins, for this person and of a package that covers the booking, or belong to a package in the caller's cart, named by its
 * line item. The database decides in the batch that takes the place whether a visit is left.
 */
export async function creditFor(
  ctx: CustomerContext,
  sessionCreditId: string | null | undefined,
  bookable: Bookable,
): Promise<CreditPayment> {
  if (!sessionCreditId) return { id: null, writes: [] }
  const own = { id: sessionCreditId, customer_id: ctx.actor.customer_id }
  const [[credits], [line]] = await ctx.db.batch([ownCredits(ctx.db, own), ownPackageLine(ctx.db, own)])
  if (credits && mayPay({ ...credits.credit, membership: credits.membership }, bookable, ctx.now))
    return { id: credits.credit.id, writes: [] }
  const spending = line ? spendLine(ctx, line, bookable) : null
  if (spending) return spending
  throw new ApiError('credit_not_available', { param: 'session_credit_id' })
}

/** A session package in a cart, as the rules of visits read it. */
export type PackageLine = {
  item: Parameters<typeof makeUnpaidCredits>[2]
  order: Parameters<typeof makeUnpaidCredits>[1]
  timezone: string
}

/** The credits of a package in a cart, and the statements that create them; null if they cannot pay for a booking. */
export const spendLine = (ctx: Ctx, line: PackageLine, bookable: Bookable): CreditPayment | null =>
  mayPayOf(line, bookable, ctx.now)
    ? { id: creditsOfLine(line.item.id), writes: makeUnpaidCredits(ctx, line.order, line.item) }
    : null

const mayPayOf = (
  { item, order, timezone }: PackageLine,
  { program_id, attendee_profile_id, package_ids, starts }: Bookable,
  now: number,
): boolean => {
  const expires_at = item.package_terms === null ? null : creditsExpireAt(item.package_terms, { now, timezone })
  return (
    order.program_id === program_id &&
    item.cancelled_at === null &&
    package_ids.includes(item.product_id) &&
    (item.attendee_profile_id === null || item.attendee_profile_id === attendee_profile_id) &&
    (expires_at === null || starts.every((starts_at) => starts_at < expires_at))
  )
}

/** Whether the caller has credits that could pay for a booking. Such a customer may still pay its price. */
export async function hasCreditFor(ctx: CustomerContext, bookable: Bookable): Promise<boolean> {
  return payingCredits(ctx, usableCredits(await ownCreditsIn(ctx, bookable.program_id)), bookable).length > 0
}

/** The query of a customer's credits with a program, for a batch. */
export const ownCreditsIn = (ctx: CustomerContext, program_id: string) =>
  creditsOf(ctx.db, { customer_id: ctx.actor.customer_id, program_id })

/** The query of the visits left of the packages in a cart, for a batch. */
export const visitsInCart = (ctx: CustomerContext, cart: { program_id: string; order_id: string }) =>
  creditsInCart(ctx.db, { customer_id: ctx.actor.customer_id, ...cart })

export type UsableCredits = OwnCredits & { id: string }
/** The credits from the results of `ownCreditsIn`, without those on hold. */
export const usableCredits = (rows: Awaited<ReturnType<typeof ownCreditsIn>>): UsableCredits[] =>
  rows.filter(({ isOnHold }) => isOnHold === 0).map(({ credit, membership }) => ({ ...credit, membership }))

/** The credits that could pay for a booking, in the order of use. */
export const payingCredits = (ctx: Ctx, credits: readonly UsableCredits[], bookable: Bookable): UsableCredits[] =>
  inOrderOfUse(credits, ctx.now).filter((credit) => mayPay(credit, bookable, ctx.now))

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
