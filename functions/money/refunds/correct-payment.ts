import { ApiError } from '../../contract/api-error.ts'
import { money } from '../../contract/display-money.ts'
import type { CorrectPaymentRequest, PaymentCorrection } from '../../contract/money/payment.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { askForRest } from '../orders/ask-for-rest.ts'
import { creditedRefundsOf, issueCreditNote, reverseCreditNote } from '../orders/issue-receipt.ts'
import { type LoadedOrder, livePayment } from '../orders/load-order.ts'
import { amountDue, amountRemaining } from '../orders/order-money.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { findPayment } from '../payments/get-payment.ts'
import type { PaymentRow } from '../payments/payment-rows.ts'
import { transitionPayment } from '../payments/payment-steps.ts'
import { type LoadedRefund, loadOrderOfProgram, type OrderWithRefunds } from './create-refund.ts'
import { changeRefund, insertRefund } from './refund-rows.ts'
import { remainingOf } from './split-refund.ts'

type CorrectInput = CorrectPaymentRequest & { program_id: string; order_id: string; payment_id: string }
type Correcting = {
  order: OrderWithRefunds
  payment: PaymentRow
  /** The counter-entries of the payment; at most one counts. */
  entries: LoadedRefund[]
  input: CorrectInput
}

/**
 * Corrects an office payment that was recorded with a wrong amount. The payment stays as it was recorded: a
 * counter-entry subtracts the surplus, with its credit note. A new correction withdraws the earlier counter-entry.
 * More money than was recorded is a payment of its own. What is due of a paid order afterwards is an instalment that the
 * family pays.
 */
export function correctPayment(ctx: OrganiserContext, input: CorrectInput): Promise<PaymentCorrection> {
  return retryOnConflict(async () => {
    const order = await loadOrderOfProgram(ctx, input)
    const payment = findPayment(order, input.payment_id)
    const entries = order.refunds.filter((each) => each.payment_id === payment.id && each.returned_as === 'correction')
    const correcting = { order, payment, entries, input }
    const { amount } = input
    if (amount === amountNow(correcting)) return showCorrection(ctx, correcting)
    refuse(correcting, await creditedRefundsOf(ctx, order.id))
    await commit(ctx, writesOf(ctx, correcting))
    return showCorrection(ctx, correcting)
  })
}

const countedEntry = ({ entries }: Pick<Correcting, 'entries'>): LoadedRefund | null =>
  entries.find(({ status }) => status === 'succeeded') ?? null

const amountNow = ({ payment, entries }: Pick<Correcting, 'payment' | 'entries'>): number =>
  payment.amount_received - (countedEntry({ entries })?.amount ?? 0)

function refuse({ order, payment, entries, input }: Correcting, credited: readonly string[]): void {
  const isOffice = payment.checkout_method === 'offline' && payment.carried_from === null
  if (payment.status !== 'succeeded' || !isOffice)
    throw new ApiError('state_conflict', { param: 'payment_id', subject: payment.status })
  const isOpen = order.status === 'pending' || orderStates.finished.has(order.status)
  if (!isOpen) throw new ApiError('state_conflict', { param: 'order_id', subject: order.status })
  // The receipt already excludes an earlier correction.
  const entry = countedEntry({ entries })
  if (entry && order.receipt_number !== null && !credited.includes(entry.id))
    throw new ApiError('state_conflict', { param: 'payment_id', subject: order.status })
  if (livePayment(order)?.checkout_method === 'card') throw new ApiError('payment_in_progress', { param: 'payment_id' })
  // More than was recorded is another payment.
  if (input.amount > payment.amount_received) throw new ApiError('invalid_amount', { param: 'amount' })
  const others = order.refunds.filter((refund) => !entries.includes(refund))
  if (payment.amount_received - input.amount > remainingOf(payment, others))
    throw new ApiError('refund_not_allowed', { param: 'amount' })
}

/** The order's sums after the correction. */
function corrected({ order, payment, entries, input }: Correcting): LoadedOrder {
  const change = amountNow({ payment, entries }) - input.amount
  return {
    ...order,
    amount_refunding: order.amount_refunding + change,
    amount_returned: order.amount_returned + change,
  }
}

function writesOf(ctx: OrganiserContext, correcting: Correcting): Statement[] {
  const { order, payment, entries, input } = correcting
  const { reason: note, amount, notify = true } = input
  const because = { actor: ctx.actor, reason: 'payment_corrected', note }
  const after = corrected(correcting)
  const live = livePayment(order)
  const body = { before: amountNow(correcting), after: amount, due: amountDue(after) }
  return [
    ...withdraw(ctx, correcting),
    ...(amount < payment.amount_received ? enter(ctx, correcting) : []),
    ...(order.status === 'cancelled' ? [] : transitionOrder(ctx, order, order.status, because)),
    ...(order.status === 'paid' ? askForRest(ctx, order, body.due) : []),
    ...(live
      ? transitionPayment(ctx, live, live.status, { ...because, set: { amount_total: amountRemaining(after) } })
      : []),
    ...(notify
      ? [
          recordEvent(ctx, {
            kind: 'order.payment_corrected',
            ref: order.id,
            key: `${payment.id}:${entries.length}:${amount}`,
            body,
          }),
        ]
      : []),
  ]
}

function withdraw(ctx: OrganiserContext, { order, entries, input }: Correcting): Statement[] {
  const entry = countedEntry({ entries })
  if (!entry) return []
  return [
    changeRefund(ctx.db, entry, { status: 'cancelled', step: entry.step + 1, updated: ctx.now }),
    guard(ctx.db, 'refund_done'),
    transitionRow(ctx, 'refund', entry, 'cancelled', {
      actor: ctx.actor,
      reason: 'payment_corrected',
      note: input.reason,
    }),
    ...reverseCreditNote(ctx, entry.id, order.program.timezone),
  ]
}

function enter(ctx: OrganiserContext, { order, payment, entries, input }: Correcting): Statement[] {
  const id = ctx.newId('ref')
  const amount = payment.amount_received - input.amount
  const inputs = { payment_id: payment.id, amount_recorded: payment.amount_received, amount: input.amount }
  return [
    insertRefund(ctx.db, {
      id,
      order_id: order.id,
      payment_id: payment.id,
      dedupe: `correct:${payment.id}:${entries.length}`,
      status: 'succeeded',
      amount,
      returned_as: 'correction',
      reason: 'payment_corrected',
      inputs,
      created: ctx.now,
      updated: ctx.now,
    }),
    creationRow(
      ctx,
      { object: 'refund', id, to: 'succeeded' },
      { actor: ctx.actor, reason: 'payment_corrected', note: input.reason },
    ),
    ...issueCreditNote(ctx, { id, amount, inputs: {} }, order),
  ]
}

function showCorrection(ctx: OrganiserContext, correcting: Correcting): PaymentCorrection {
  const { order, payment, input } = correcting
  const after = corrected(correcting)
  const inMoney = (amount: number) => money(amount, order, ctx.language)
  return {
    object: 'payment_correction',
    order_id: order.id,
    payment_id: payment.id,
    amount_recorded: inMoney(payment.amount_received),
    amount: inMoney(input.amount),
    order_paid: inMoney(after.amount_paid - after.amount_refunding),
    order_due: inMoney(amountDue(after)),
  }
}
