import { ApiError } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import { type PaidBy, receivedWith } from '../../contract/money/payment.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { orderPaid } from '../fulfilment/order-paid.ts'
import { offlineDueAt } from '../orders/checkout-methods.ts'
import { holdUntilDue } from '../orders/hold-order.ts'
import { amountDue } from '../orders/order-money.ts'
import { checkMayBePaid } from '../orders/order-refusals.ts'
import { checkMembershipCard } from './card-of-memberships.ts'
import { loadOrderToPay, type OrderToPay } from './load-order-to-pay.ts'
import { balanceSet, freePayment, openOfflinePayment } from './open-payment.ts'
import { leaseMs } from './payment-outcome.ts'
import { receivedPayment } from './record-payment.ts'

/** How long a place is held for a payment link, unless staff choose another time. */
export const linkHoldMs = 3 * dayMs

type StaffPayment = {
  order_id: string
  paid_by: PaidBy
  /** Until when the places of an unpaid order are held; null for the usual time. */
  hold_until: number | null
  reference: string | null
  notify: boolean
  /** The event that mails the family a link to complete or pay the order; null without one. */
  link: 'order.link_sent' | 'order.charged' | null
  /** True if the order is charged to the stored card afterwards. A job continues a charge that stopped. */
  isToCard?: boolean
}

/**
 * Completes a cart that staff filled for a customer: with money that was received, as an order that is due later, or at
 * once when nothing is due. The limits of the customer's own offline orders do not apply. An order that is no longer a
 * cart stays as it is.
 */
export const payByStaff = (ctx: CustomerContext, input: StaffPayment): Promise<void> =>
  retryOnConflict(async () => {
    const order = await loadOrderToPay(ctx, input)
    if (order.status !== 'draft') return
    const refusal = checkMayBePaid(order, { quote_version: undefined, now: ctx.now, missingWaivers: [] })
    if (refusal) throw new ApiError(refusal.type, refusal)
    await checkMembershipCard(ctx, order, { checkout_method: amountDue(order) === 0 ? 'free' : 'offline' })
    await commit(ctx, [
      ...(await writesOf(ctx, order, input)),
      ...(input.isToCard
        ? [queueJob(ctx, { kind: 'order.charge_card', ref: order.id, dueAt: ctx.now + leaseMs })]
        : []),
      ...(input.link && input.notify ? [recordEvent(ctx, { kind: input.link, ref: order.id, body: {} })] : []),
    ])
  })

async function writesOf(ctx: CustomerContext, order: OrderToPay, input: StaffPayment): Promise<Statement[]> {
  const { paid_by, reference, notify } = input
  const paid = { actor: ctx.actor, note: paid_by, notify }
  if (amountDue(order) === 0) {
    const free = { checkout_method: 'free' as const, balance: 0 }
    const set = { checkout_method: free.checkout_method, ...balanceSet(order, free) }
    return orderPaid(ctx, order, { ...paid, set, payment: freePayment(ctx, order, free).writes })
  }
  if (paid_by === 'free') throw new ApiError('invalid_option', { param: 'paid_by' })
  const received_as = receivedWith[paid_by]
  const offline = { checkout_method: 'offline' as const, balance: 0 }
  if (received_as) {
    const amount = amountDue(order)
    const money = { amount, received_as, reference, actor: ctx.actor }
    const payment = receivedPayment(ctx, order, { id: ctx.newId('pay'), input: money, amount_total: amount })
    const set = { checkout_method: offline.checkout_method, ...balanceSet(order, offline) }
    return orderPaid(ctx, order, { ...paid, set, payment })
  }
  const hold = holdUntilDue(ctx, order, heldUntil(ctx, order, input))
  const { payment_id, writes } = openOfflinePayment(ctx, order, { ...offline, hold, note: paid_by })
  const event = { kind: 'order.payment_pending', ref: order.id, key: payment_id, body: {} } as const
  return [...writes, ...(notify && !input.link && !input.isToCard ? [recordEvent(ctx, event)] : [])]
}

/** Until when the places of an unpaid order are held: at most until the first of them begins. */
function heldUntil(ctx: CustomerContext, order: OrderToPay, { paid_by, hold_until }: StaffPayment): number {
  if (paid_by === 'link' && order.program.features.online_payments !== true)
    throw new ApiError('feature_disabled', { param: 'paid_by' })
  const latest = order.firstStart ?? Number.POSITIVE_INFINITY
  if (hold_until !== null && (hold_until <= ctx.now || hold_until > latest))
    throw new ApiError('invalid_date', { param: 'hold_until' })
  const usual = paid_by === 'link' ? ctx.now + linkHoldMs : Math.max(offlineDueAt(order, ctx.now), ctx.now + dayMs)
  return hold_until ?? Math.min(usual, latest)
}
