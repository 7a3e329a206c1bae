import type { Card } from '../../contract/payment.ts'

/** A provider's intent in our words; `state` keeps the provider's own. */
export type Intent = {
  id: string
  /** Our payment and order, as the provider was told. */
  payment_id: string
  order_id: string
  state:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled'
  amount: number
  amount_received: number
  currency: string
  /** Key of the last decline, null when there was none. */
  decline: string | null
  next_action_url: string | null
  client_secret: string | null
  card: Card | null
}

export type ProviderRefund = {
  id: string
  state: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'cancelled'
  failure: string | null
}

/** A request the provider could not answer: nothing is known, ask again before telling anything. */
export class ProviderUnreachable extends Error {
  readonly code: 'rate_limit' | 'lock_timeout' | 'network'
  constructor(code: 'rate_limit' | 'lock_timeout' | 'network') {
    super(code)
    this.name = 'ProviderUnreachable'
    this.code = code
  }
}

/** What a card provider must be able to do. Every call may throw ProviderUnreachable and may be repeated: our ids are its idempotency keys. */
export type PaymentProvider = {
  name: 'sandbox' | 'stripe'
  /** Creates the payment's intent or takes its existing one with the new amount, and tries the source. A decline is an answer, not an error. */
  pay: (input: {
    payment_id: string
    order_id: string
    intent_id: string | null
    amount: number
    currency: string
    source: string
    return_url: string
    now: number
    attempt: number
  }) => Promise<Intent>
  /** The intent as it is now, null when the provider has never heard of it. */
  read: (input: { intent_id: string | null; payment_id: string; now: number }) => Promise<Intent | null>
  /** Cancels an intent; answers it as it is afterwards, `succeeded` when it was too late. */
  cancel: (input: { intent_id: string; now: number }) => Promise<Intent>
  refund: (input: {
    refund_id: string
    intent_id: string
    amount: number
    reason: 'requested_by_customer' | 'duplicate' | 'fraudulent'
    now: number
  }) => Promise<ProviderRefund>
}
