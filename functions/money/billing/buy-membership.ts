import { ApiError } from '../../contract/api-error.ts'
import type { CreateMembershipRequest, Membership } from '../../contract/booking/membership.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { loadMembershipOfOrder } from '../../booking/memberships/load-memberships.ts'
import { readMembership } from '../../booking/memberships/show-membership.ts'
import { createOrder } from '../orders/create-order.ts'
import { payOrder } from '../payments/pay-order.ts'
import { attachSource } from '../payments/attach-source.ts'
import { keptCards } from '../payments/card-of-memberships.ts'

type BuyInput = CreateMembershipRequest & { program_id: string }

/**
 * Buys a membership directly: an order with one item, paid at once by a stored or new card. If the bank asks for a
 * confirmation, the membership is `incomplete` until the order is paid. Throws if the card is declined; the order can
 * then be paid by another card.
 */
export async function buyMembership(ctx: CustomerContext, input: BuyInput): Promise<Membership> {
  const { program_id, customer_profile_id, package_id, attendee_profile_id, start_date, timezone, return_url } = input
  const order = await createOrder(ctx, {
    program_id,
    customer_profile_id,
    ...(timezone ? { timezone } : {}),
    items: [{ type: 'membership_package', source: package_id, quantity: 1, attendee_profile_id, start_date }],
  })
  const checkout_method = order.amount_total.value === 0 ? 'free' : 'card'
  const pay = async () =>
    payOrder(ctx, {
      order_id: order.id,
      checkout_method,
      payment_source_id: await cardFor(ctx, { ...input, isForLater: checkout_method === 'free' }),
      ...(return_url ? { return_url } : {}),
    })
  await pay().catch((error: unknown) => {
    if (error instanceof ApiError && isAboutCard(error))
      throw new ApiError(error.type, { ...error.detail, param: 'default_payment_method' }, error.decline)
    throw error
  })
  const bought = await loadMembershipOfOrder(ctx, order.id)
  if (!bought) throw new ApiError('internal_error')
  ctx.request.setCreatedLocation(`/v1/profile/programs/${program_id}/memberships/${bought.membership.id}`)
  return readMembership(ctx, bought.membership.id)
}

const isAboutCard = ({ detail }: ApiError) => detail.param === 'payment_source_id' || detail.param === 'source_id'

// The named card or the default. A new card is stored first when nothing is due now.
async function cardFor(
  ctx: CustomerContext,
  { program_id, customer_profile_id, default_payment_method: named, isForLater }: BuyInput & { isForLater: boolean },
): Promise<string | null> {
  const kept = await keptCards(ctx, customer_profile_id)
  const usual = kept.find(({ is_default, customer_id }) => is_default && customer_id === ctx.actor.customer_id)
  if (!named) return usual?.id ?? null
  if (!isForLater || kept.some(({ id }) => id === named)) return named
  const attached = await attachSource(ctx, { program_id, source_id: named })
  if (attached.type === 'waiting')
    throw new ApiError('payment_failed', { param: 'payment_source_id' }, 'authentication_required')
  return attached.source.id
}
