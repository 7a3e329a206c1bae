import { ApiError } from '../../contract/api-error.ts'
import type { PayOrderRequest } from '../../contract/money/payment.ts'
import type { CustomerContext, Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { OrderToPay } from './load-order-to-pay.ts'
import { isChargeable, sourcesOfProfile, type SourceRow } from './source-rows.ts'

type Input = Pick<PayOrderRequest, 'checkout_method' | 'payment_source_id'>

/**
 * The stored card for later charges of an order's memberships when nothing is charged now: the chosen card or the
 * default.
 */
export async function cardOfMemberships(
  ctx: CustomerContext,
  order: Pick<OrderToPay, 'chargesCardLater' | 'customer_profile_id'>,
  { payment_source_id }: Pick<Input, 'payment_source_id'>,
): Promise<string | null> {
  if (order.chargesCardLater !== 1) return null
  const kept = await sourcesOfProfile(ctx.db, order.customer_profile_id)
  const named = payment_source_id ? kept.find(({ id }) => id === payment_source_id) : null
  // A missing choice must not fall back to another card.
  if (named === undefined) throw new ApiError('not_found', { param: 'payment_source_id' })
  const chosen = named ?? kept.find(({ is_default }) => is_default)
  return chosen?.provider === paymentProvider(ctx.env).name ? chosen.id : null
}

/**
 * Requires a stored card for a membership that is charged later. If nothing is due now, it must be stored already,
 * unless the program allows a trial without a card and no place of the order needs the membership.
 */
export async function checkMembershipCard(ctx: CustomerContext, order: OrderToPay, input: Input): Promise<void> {
  if (order.chargesCardLater !== 1 || input.checkout_method === 'card') return
  if (input.checkout_method === 'offline') throw new ApiError('offline_not_available', { param: 'checkout_method' })
  const needed = order.items.some(
    ({ id, membership_terms: terms, cancelled_at }) =>
      terms !== null &&
      cancelled_at === null &&
      (terms.trial_days === null ||
        terms.trial_needs_card ||
        order.registrations.some(({ registration }) => registration.membership_item_id === id)),
  )
  if (needed && (await cardOfMemberships(ctx, order, input)) === null)
    throw new ApiError('required', { param: 'payment_source_id' })
}

/** The cards that a customer has stored with a program, the default first. */
export const keptCards = async (ctx: Ctx, customerProfileId: string): Promise<SourceRow[]> =>
  sourcesOfProfile(ctx.db, customerProfileId)

/** The stored cards that may be charged without the customer. */
export const chargeableCards = async (ctx: Ctx, customerProfileId: string): Promise<SourceRow[]> =>
  (await keptCards(ctx, customerProfileId)).filter(isChargeable)
