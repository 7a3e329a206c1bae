import { ApiError } from '../../contract/api-error.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { actAs, type ActingContext, type Ctx } from '../../platform/context.ts'
import { system } from '../../platform/actor.ts'
import { commit } from '../../platform/database/commit.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { loadOrder } from '../../money/orders/load-order.ts'
import { amountRemaining } from '../../money/orders/order-money.ts'
import { cardToCharge, covers } from '../../money/payments/card-charge-consent.ts'
import { type ChargeOutcome, chargeStoredCard } from '../../money/payments/charge-stored-card.ts'
import { endOffline } from '../../money/payments/open-payment.ts'
import { leaseMs } from '../../money/payments/payment-outcome.ts'

/**
 * Charges the stored card of a customer for an order of staff, for the request and for the job that continues it after
 * a crash. A card that was declined, or a consent that was withdrawn in the meantime, leaves the order to the link in a
 * mail. The bank's own question has its own mail.
 */
export async function chargeToCard(before: Ctx, order_id: string): Promise<void> {
  const ctx = actAs(before, system) as ActingContext
  const outcome = await retryOnConflict(async () => chargeOnce(ctx, order_id))
  if (outcome === 'no_consent' || outcome?.type === 'declined' || outcome?.type === 'no_card')
    await commit(ctx, [recordEvent(ctx, { kind: 'order.charged', ref: order_id, body: {} })])
  else if (outcome?.type === 'processing') {
    // One job a minute, though the request and its own job may both find the charge undecided.
    const key = `${order_id}:${Math.floor(ctx.now / leaseMs)}`
    await commit(ctx, [queueJob(ctx, { kind: 'order.charge_card', ref: order_id, key, dueAt: ctx.now + leaseMs })])
  }
}

// Null for an order that is paid or ended, or that the family pays itself.
async function chargeOnce(ctx: ActingContext, order_id: string): Promise<ChargeOutcome | 'no_consent' | null> {
  const order = await loadOrder(ctx, order_id)
  const { customer_id, program_id, customer_profile_id: profile_id, currency } = order
  const [key, amount] = [`charge:${order_id}`, amountRemaining(order)]
  const isBegun = order.payments.some(({ charge_key }) => charge_key === key)
  if (order.status === 'pending') {
    const card = await cardToCharge(ctx, { customer_id, program_id, profile_id })
    if (!card || !covers(card.consent, { amount, currency })) return 'no_consent'
    // Later, a payment at the office is one that the family chose itself.
    const promise = isBegun ? [] : endOffline(ctx, order)
    if (promise.length > 0) await commit(ctx, promise)
  } else if (!isBegun || !orderStates.awaitingPayment.has(order.status)) return null
  try {
    return await chargeStoredCard(ctx, { order_id, key, amount })
  } catch (error) {
    // The customer pays it at this moment.
    if (error instanceof ApiError && error.type === 'payment_in_progress') return { type: 'processing', payment_id: '' }
    throw error
  }
}
