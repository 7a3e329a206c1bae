import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as paymentStates from '../../contract/states/payment-states.ts'
import { type Actor, system } from '../../platform/actor.ts'
import { reserveBalance } from '../balances/balance-ledger.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Payment, RecordPaymentRequest } from '../../contract/money/payment.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { historyRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { orderPaid } from '../fulfilment/order-paid.ts'
import { chooseParts } from '../orders/instalments.ts'
import { type LoadedOrder, livePayment, loadOrder } from '../orders/load-order.ts'
import { amountDue, amountRemaining } from '../orders/order-money.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { showPayment } from '../orders/show-payment.ts'
import { insertPayment, type PaymentRow, paymentById } from './payment-rows.ts'
import { transitionPayment, returnMoney } from './payment-steps.ts'
import { placeGoneErrors } from './payment-outcome.ts'
import { arePlacesOffered } from './late-money.ts'
import { heldPlaces } from '../orders/order-refusals.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'

type RecordPaymentInput = RecordPaymentRequest & { program_id: string; order_id: string; actor: Actor }
/** `isNew` is false if the payment was recorded before. */
export type RecordedPayment = { payment: Payment; isNew: boolean }

/**
 * Records an offline payment. The full amount makes the order paid; a part leaves the remainder due at the same date. A
 * payment for an expired order takes its places again, or must be refunded. A `reference` and a `payment_id`, the
 * pending payment that it settles, count once.
 */
export async function recordPayment(ctx: Ctx, input: RecordPaymentInput): Promise<RecordedPayment> {
  return retryOnConflict(async () => recordOnce(ctx, input))
}

async function recordOnce(ctx: Ctx, input: RecordPaymentInput): Promise<RecordedPayment> {
  const order = await loadOrder(ctx, input.order_id)
  if (order.program_id !== input.program_id) throw new ApiError('not_found', { param: 'order_id' })
  const recorded = input.reference ? order.payments.find(({ reference }) => reference === input.reference) : undefined
  if (recorded) return returnRecorded(ctx, { recorded, order }, input)
  const live = livePayment(order)
  checkMayRecord(order, live, input)

  const id = live?.id ?? ctx.newId('pay')
  // The form from a mail has no resource URL to return; its payment is recorded once by id.
  if (ctx.actor?.type === 'organiser_client' || ctx.actor?.type === 'staff')
    ctx.request.setCreatedLocation(`/v1/organiser/programs/${order.program_id}/orders/${order.id}/payments/${id}`)
  const writes = order.status === 'expired' ? late(ctx, order, { id, input }) : inTime(ctx, order, { id, live, input })
  const [[row]] = await commit(ctx, writes, paymentById(ctx.db, id)).catch((error: unknown) => {
    const isGone = order.status === 'expired' && error instanceof ApiError && placeGoneErrors.has(error.type)
    if (!isGone) throw error
    return commit(ctx, returnLatePayment(ctx, order, { id, input }), paymentById(ctx.db, id))
  })
  if (!row) throw new Error('payment was not written')
  return { payment: showPayment(ctx, row, order), isNew: true }
}

function returnRecorded(
  ctx: Ctx,
  { recorded, order }: { recorded: PaymentRow; order: LoadedOrder },
  { amount }: RecordPaymentInput,
): RecordedPayment {
  if (recorded.amount_received === amount) return { payment: showPayment(ctx, recorded, order), isNew: false }
  throw new ApiError('state_conflict', { param: 'reference', subject: recorded.id })
}

function checkMayRecord(order: LoadedOrder, live: PaymentRow | null, input: RecordPaymentInput): void {
  const { status } = order
  if (input.payment_id && input.payment_id !== live?.id)
    throw new ApiError('state_conflict', { param: 'payment_id', subject: status })
  // A card payment in progress is decided first.
  if (live?.checkout_method === 'card') throw new ApiError('payment_in_progress', { param: 'status', subject: status })
  if (status === 'expired' && order.due_at !== null && input.amount >= amountDue(order) - balanceReleased(order)) return
  if (status === 'expired') throw new ApiError('hold_expired', { param: 'status', subject: status })
  if (status !== 'pending' || !isPromised(order))
    throw new ApiError('state_conflict', { param: 'status', subject: status })
}

type Received = Pick<RecordPaymentInput, 'amount' | 'received_as' | 'reference' | 'recorded_by' | 'actor'>
type Recording = { id: string; input: RecordPaymentInput }

function inTime(ctx: Ctx, order: LoadedOrder, about: Recording & { live: PaymentRow | null }): Statement[] {
  const { input, live, id } = about
  const due = amountRemaining(order)
  const received = [
    ...(live
      ? transitionPayment(ctx, live, 'succeeded', { actor: input.actor, reason: 'offline', set: receivedOf(input) })
      : receivedPayment(ctx, order, { id, input, amount_total: due })),
    // Instalments of a card that was tried and declined are not charged.
    ...chooseParts(ctx, order, null),
  ]
  if (input.amount >= due)
    return [
      ...received,
      ...orderPaid(ctx, order, { actor: input.actor, set: { checkout_method: 'offline' } }),
      ...(input.amount > due ? [alert(ctx, id, 'too_much')] : []),
    ]
  return [
    ...received,
    ...transitionOrder(ctx, order, 'pending', { actor: input.actor, reason: 'paid_in_part' }),
    ...keepRestDue(ctx, order, due - input.amount),
    recordEvent(ctx, { kind: 'payment.recorded', ref: id, body: {} }),
  ]
}

// The remainder stays due: the customer may pay it offline or by card.
function keepRestDue(ctx: Ctx, order: LoadedOrder, amount: number): Statement[] {
  const id = ctx.newId('pay')
  return [
    insertPayment(ctx.db, { ...rowOf(ctx, order, id), status: 'created', amount_total: amount }),
    paymentHistory(ctx, id, { to: 'created', actor: system }),
  ]
}

function late(ctx: Ctx, order: LoadedOrder, { id, input }: Recording): Statement[] {
  const balance = balanceReleased(order)
  if (balance > (order.balance ?? 0) || !arePlacesOffered(heldPlaces(order), ctx.now))
    return returnLatePayment(ctx, order, { id, input })
  const due = amountDue(order) - balance
  const set = { checkout_method: 'offline' as const }
  return [
    ...receivedPayment(ctx, order, { id, input, amount_total: due }),
    ...chooseParts(ctx, order, null),
    ...reserveBalance(ctx, order, balance, input.actor),
    ...orderPaid(ctx, { ...order, balance_used: balance }, { actor: input.actor, set }),
    ...(input.amount > due ? [alert(ctx, id, 'too_much')] : []),
  ]
}

/** The balance that an expired order had reserved in addition to the offline payment. A late payment needs it again. */
function balanceReleased(order: LoadedOrder): number {
  const promised = order.payments.findLast(({ checkout_method }) => checkout_method === 'offline')
  if (!order.use_account_balance || order.amount_paid > 0 || !promised) return 0
  return Math.max(0, amountDue(order) - promised.amount_total)
}

// Other customers have taken the places, so the organisation refunds the money.
function returnLatePayment(ctx: Ctx, order: LoadedOrder, { id, input }: Recording): Statement[] {
  return [
    ...receivedPayment(ctx, order, { id, input, amount_total: amountDue(order) }),
    ...transitionOrder(ctx, order, 'cancelled', {
      actor: system,
      reason: 'payment_after_expiry',
      set: { cancel_reason: 'payment_after_expiry' },
    }),
    returnMoney(ctx, { id }),
    recordEvent(ctx, {
      kind: 'order.cancelled',
      ref: order.id,
      body: { returned: 0, requested: 0, registration_ids: null, is_late: true },
    }),
  ]
}

const receivedOf = (input: Received) => ({
  amount_received: input.amount,
  received_as: input.received_as,
  reference: input.reference ?? null,
  recorded_by: input.recorded_by ?? null,
})

const rowOf = (ctx: Ctx, order: LoadedOrder, id: string) => ({
  id,
  order_id: order.id,
  customer_id: order.customer_id,
  checkout_method: 'offline' as const,
  currency: order.currency,
  created: ctx.now,
  updated: ctx.now,
})

/** Statements of an offline payment that was received. */
export function receivedPayment(
  ctx: Ctx,
  order: LoadedOrder,
  { id, input, amount_total }: { id: string; input: Received; amount_total: number },
): Statement[] {
  return [
    insertPayment(ctx.db, { ...rowOf(ctx, order, id), status: 'succeeded', amount_total, ...receivedOf(input) }),
    paymentHistory(ctx, id, { to: 'succeeded', actor: input.actor }),
  ]
}

const paymentHistory = (
  ctx: Ctx,
  id: string,
  { to, actor }: { to: StatusIn<typeof paymentStates.initial>; actor: Actor },
) =>
  historyRow(ctx, { object: 'payment', object_id: id, step: -1, from: null, to, actor, reason: 'offline', at: ctx.now })

const alert = (ctx: Ctx, paymentId: string, why: string): Statement =>
  recordEvent(ctx, { kind: 'payment.needs_attention', ref: paymentId, key: `${paymentId}:${why}`, body: { why } })
