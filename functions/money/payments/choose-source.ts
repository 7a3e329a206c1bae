import { ApiError } from '../../contract/api-error.ts'
import type { PayOrderRequest } from '../../contract/money/payment.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { OrderToPay } from './load-order-to-pay.ts'
import { checkMayStore, requireProfileToCharge } from './provider-customer.ts'
import type { ProfileToCharge } from './source-rows.ts'

/**
 * The card of a payment attempt: a stored card, or a new card that may be kept. Both belong to the customer of a
 * profile.
 */
export type ChosenSource = {
  source: string
  profile: ProfileToCharge | null
  stored_id: string | null
  stores: boolean
  /** True for the customer's default card in the program. */
  is_default: boolean
}

/**
 * The card of a payment request. A stored card that was removed or belongs to another customer or program is refused
 * before the provider is called.
 */
export async function chooseSource(
  ctx: CustomerContext,
  order: Pick<OrderToPay, 'program_id' | 'storedSource'>,
  input: Pick<PayOrderRequest, 'payment_source_id' | 'store_payment_source'>,
): Promise<ChosenSource> {
  const source = input.payment_source_id ?? ''
  const stored = order.storedSource
  const stores = !stored && input.store_payment_source === true
  if (!stored && !stores) return { source, profile: null, stored_id: null, stores, is_default: false }

  const toCharge = await requireProfileToCharge(ctx, order.program_id)
  if (stored && (stored.customer_profile_id !== toCharge.profile.id || stored.detached_at !== null))
    throw new ApiError('not_found', { param: 'payment_source_id' })
  if (stores) checkMayStore(toCharge, 'store_payment_source')
  return { source, profile: toCharge, stored_id: stored?.id ?? null, stores, is_default: stored?.is_default ?? false }
}
