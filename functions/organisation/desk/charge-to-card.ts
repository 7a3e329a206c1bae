import { ApiError } from '../../contract/api-error.ts'
import { actAs, type ActingContext, type Ctx } from '../../platform/context.ts'
import { system } from '../../platform/actor.ts'
import { commit } from '../../platform/database/commit.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { loadOrder, type LoadedOrder } from '../../money/orders/load-order.ts'
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
  const order = await withoutPromise(ctx, order_id)
  if (order === null) return
  const outcome = await chargeOnce(ctx, order)
  if (outcome === 'no_consent' || outcome.type === 'declined' || outcome.type === 'no_card')
    await commit(ctx, [recordEvent(ctx, { kind: 'order.charged', ref: order_id, body: {} })])
  if (outcome !== 'no_consent' && outcome.type === 'processing') {
    const again = { kind: 'order.charge_card', ref: order_id, key: `${order_id}:${ctx.now}` } as const
    await commit(ctx, [queueJob(ctx, { ...again, dueAt: ctx.now + leaseMs })])
  }
}

/** The order without the payment at the office that it waited for; null if it is paid or ended. */
const withoutPromise = (ctx: ActingContext, order_id: string): Promise<LoadedOrder | null> =>
  retryOnConflict(async () => {
    const order = await loadOrder(ctx, order_id)
    if (order.status !== 'pending') return null
    const writes = endOffline(ctx, order)
    if (writes.length > 0) await commit(ctx, writes)
    return order
  })

async function chargeOnce(ctx: Ctx, order: LoadedOrder): Promise<ChargeOutcome | 'no_consent'> {
  const { id: order_id, customer_id, program_id, customer_profile_id: profile_id, currency } = order
  const amount = amountRemaining(order)
  const card = await cardToCharge(ctx, { customer_id, program_id, profile_id })
  if (!card || !covers(card.consent, { amount, currency })) return 'no_consent'
  try {
    return await chargeStoredCard(ctx, { order_id, key: `charge:${order_id}`, amount })
  } catch (error) {
    // The customer pays it at this moment.
    if (error instanceof ApiError && error.type === 'payment_in_progress') return { type: 'processing', payment_id: '' }
    throw error
  }
}
