import type { Actor } from '../../platform/actor.ts'
import { type BalanceEntryKind, balanceProvider } from '../../contract/money/account-balance.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creationRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { insertBalancePayment, insertEntry } from './balance-rows.ts'

/** Whose balance it is: a customer in a program, in one currency. An order says all of it. */
export type BalanceOwner = {
  program_id: string
  customer_id: string
  customer_profile_id: string
  currency: string
}
/** An order as the ledger knows it. */
type SpendingOrder = BalanceOwner & { id: string; step: number; balance_used: number }

type NewEntry = {
  /** Its id, where the caller shows it afterwards. */
  id?: string
  kind: BalanceEntryKind
  /** Minor units: above zero for what the customer gets, below for what is taken. */
  amount: number
  /** Makes it once: the same cause is never entered twice. */
  dedupe: string
  actor: Actor
  order_id?: string
  refund_id?: string
  /** What the organisation says about it; its customer reads it. */
  note?: string | null
}

/** What the customer did themselves at checkout is told by the mails of the order. */
const isToldByOrder = ({ kind, order_id }: NewEntry) =>
  kind === 'order_debit' || kind === 'order_release' || (kind === 'payment' && order_id !== undefined)

/**
 * Statements that enter something into a balance, for the batch of what causes it: the entry, its history, and the mail to
 * come. The schema keeps the sum, refuses to spend what is not there (`balance_spent`) and takes each `dedupe` once.
 */
export function enterBalance(ctx: Ctx, owner: BalanceOwner, entry: NewEntry): Statement[] {
  const { program_id, customer_id, customer_profile_id, currency } = owner
  const { kind, amount, dedupe, order_id = null, refund_id = null, note = null } = entry
  const id = entry.id ?? ctx.newId('bal')
  return [
    insertEntry(ctx, {
      id,
      program_id,
      customer_id,
      customer_profile_id,
      currency,
      kind,
      amount,
      order_id,
      refund_id,
      note,
      dedupe,
      created: ctx.now,
    }),
    creationRow(ctx, { object: 'balance_entry', id, to: kind }, { actor: entry.actor }),
    ...(isToldByOrder(entry) ? [] : [recordEvent(ctx, { kind: 'balance.changed', ref: id, body: {} })]),
  ]
}

/** Statements that put a refund on the balance of the order's customer, once for a refund. */
export function creditRefund(
  ctx: Ctx,
  order: BalanceOwner & { id: string },
  refund: { id: string; amount: number; actor: Actor },
): Statement[] {
  return enterBalance(ctx, order, {
    kind: 'refund_credit',
    amount: refund.amount,
    dedupe: `refund_credit:${refund.id}`,
    actor: refund.actor,
    order_id: order.id,
    refund_id: refund.id,
  })
}

/** Statements that enter what a customer paid of what they owe, once for an order; what they no longer owe is theirs. */
export function payDebt(
  ctx: Ctx,
  order: BalanceOwner & { id: string },
  { amount, actor }: { amount: number; actor: Actor },
): Statement[] {
  return enterBalance(ctx, order, {
    kind: 'payment',
    amount,
    dedupe: `balance_due:${order.id}`,
    actor,
    order_id: order.id,
  })
}

/**
 * Statements that make the balance reserved for an order so much: more is taken from what the customer has, what is too much
 * is given back. They stand before a move of the order that lowers its total. The schema lets each step of an order do it once.
 */
export function reserveBalance(ctx: Ctx, order: SpendingOrder, amount: number, actor: Actor): Statement[] {
  const more = amount - order.balance_used
  if (more === 0) return []
  const kind = more > 0 ? 'order_debit' : 'order_release'
  return enterBalance(ctx, order, {
    kind,
    amount: -more,
    dedupe: `${kind}:${order.id}:${order.step}`,
    actor,
    order_id: order.id,
  })
}

/** Statements that give back all that is reserved for an order. */
export const releaseBalance = (ctx: Ctx, order: SpendingOrder, actor: Actor): Statement[] =>
  reserveBalance(ctx, order, 0, actor)

/** Statements that make the reserved part of an order a payment, for the batch in which the order is paid. */
export function spendBalance(
  ctx: Ctx,
  order: SpendingOrder,
  { amount, actor }: { amount: number; actor: Actor },
): { payment_id: string; writes: Statement[] } {
  const id = ctx.newId('pay')
  const row = insertBalancePayment(ctx, {
    id,
    order_id: order.id,
    customer_id: order.customer_id,
    status: 'succeeded',
    checkout_method: 'free',
    amount_total: amount,
    amount_received: amount,
    currency: order.currency,
    provider: balanceProvider,
    attempts: 1,
    created: ctx.now,
    updated: ctx.now,
  })
  const history = creationRow(ctx, { object: 'payment', id, to: 'succeeded' }, { actor })
  return { payment_id: id, writes: [row, history] }
}
