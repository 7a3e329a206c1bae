import type { ErrorType } from '../../contract/api-error.ts'
import type { CheckoutMethod } from '../../contract/money/order.ts'

export type MethodRefusal = { type: ErrorType; param: string }

/** Refuses a payment method that the quote does not offer (`allowed`). Null if it may be used. */
export function checkPaymentMethod(
  input: {
    checkout_method: CheckoutMethod
    payment_source_id?: string | null | undefined
    on_provider_page?: boolean | undefined
  },
  order: { due: number; allowed: readonly CheckoutMethod[]; takesCards: boolean; chargesCardLater: boolean },
): MethodRefusal | null {
  const { checkout_method } = input
  const isOnPage = input.on_provider_page === true
  // With nothing due, the provider's page stores the card of the later charges.
  const isStored = isOnPage && checkout_method === 'card' && order.chargesCardLater
  if (order.due === 0 && checkout_method !== 'free' && !isStored)
    return { type: 'invalid_option', param: 'checkout_method' }
  if (order.due > 0 && checkout_method === 'free') return { type: 'invalid_option', param: 'checkout_method' }
  if (checkout_method === 'card' && !order.takesCards) return { type: 'feature_disabled', param: 'checkout_method' }
  if (checkout_method === 'offline' && !order.allowed.includes('offline'))
    return { type: 'offline_not_available', param: 'checkout_method' }
  if (isOnPage && (checkout_method !== 'card' || input.payment_source_id))
    return { type: 'invalid_option', param: 'on_provider_page' }
  if (checkout_method === 'card' && !isOnPage && !input.payment_source_id)
    return { type: 'required', param: 'payment_source_id' }
  return null
}
