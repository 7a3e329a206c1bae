import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type PaymentState, mayTransition } from '../../contract/states/payment-states.ts'
import { isHardDecline } from '../../contract/money/declines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import { changeSource } from './source-rows.ts'
import { changePayment, insertDecline, type PaymentChange, type PaymentRow } from './payment-rows.ts'

type Move = { actor: Actor; reason?: string | null; set?: PaymentChange }

/**
 * Statements for a transition of a payment from the status and step that were read: the update, its guard statement and
 * its history row. A faster writer aborts the batch.
 */
export function transitionPayment(ctx: Ctx, read: PaymentRow, to: PaymentState, move: Move): Statement[] {
  if (!mayTransition(read.status, to)) throw new ApiError('state_conflict', { subject: read.status })
  return [
    changePayment(ctx.db, read, { ...move.set, status: to, step: read.step + 1, updated: ctx.now }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'payment', read, to, move),
  ]
}

/**
 * Counts a decline of a card and tells its customer. A card that its bank refused for good is not charged again without
 * its customer. A new attempt keeps the payment, so each decline has an event of
 * its own.
 */
export function recordDecline(ctx: Ctx, payment: PaymentRow, code: string): Statement[] {
  const { id: payment_id, order_id, customer_id, payment_source_id } = payment
  return [
    ...(isHardDecline(code) && payment_source_id !== null
      ? [changeSource(ctx.db, payment_source_id, { refused_at: ctx.now })]
      : []),
    insertDecline(ctx.db, { customer_id, order_id, payment_id, code, at: ctx.now }),
    recordEvent(ctx, { kind: 'payment.failed', ref: payment_id, key: `${payment_id}:${payment.attempts}`, body: {} }),
  ]
}

/** Queues the refund of everything that a payment received. */
export function returnMoney(ctx: Ctx, payment: { id: string }): Statement {
  return queueJob(ctx, { kind: 'refund.late_payment', ref: payment.id })
}

/**
 * Queues the refund of a payment for which nothing was due, and a mail to its customer. For an instalment, the mail
 * about the instalment mentions the refund instead.
 */
export function returnSurplus(ctx: Ctx, payment: { id: string }, why: 'not_wanted' | 'other_part'): Statement[] {
  const event = recordEvent(ctx, { kind: 'payment.returned', ref: payment.id, body: {} })
  return [returnMoney(ctx, payment), ...(why === 'not_wanted' ? [event] : [])]
}
