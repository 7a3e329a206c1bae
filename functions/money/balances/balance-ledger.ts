import type { Actor } from '../../platform/actor.ts'
import { type BalanceEntryKind, balanceProvider } from '../../contract/money/account-balance.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creationRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { insertBalancePayment, insertEntry } from './balance-rows.ts'

/** The customer, program and currency of a balance. An order has all of these fields. */
export type BalanceOwner = {
  program_id: string
  customer_id: string
  customer_profile_id: string
  currency: string
}
type SpendingOrder = BalanceOwner & { id: string; step: number; balance_used: number }

type NewEntry = {
  /** Set by callers that read the entry afterwards. */
  id?: string
  kind: BalanceEntryKind
  /** Minor units: positive for credits, negative for debits. */
  amount: number
  /** Idempotency key: each cause is entered once. */
  dedupe: string
  actor: Actor
  order_id?: string
  refund_id?: string
  /** Note by the organisation, shown to the customer. */
  note?: string | null
  /** False if the customer gets no mail about the entry. */
  notify?: boolean | undefined
}

/** The mails of the order already report these entries, or the caller wants no mail. */
const isSilent = ({ kind, order_id, notify }: NewEntry) =>
  notify === false ||
  kind === 'order_debit' ||
  kind === 'order_release' ||
  (kind === 'payment' && order_id !== undefined)

/**
 * Statements for an entry, its history and its mail, for the batch that causes it. The schema keeps the sum, refuses to
 * spend more than the balance (`balance_spent`) and accepts each `dedupe` once.
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
    ...(isSilent(entry) ? [] : [recordEvent(ctx, { kind: 'balance.changed', ref: id, body: {} })]),
  ]
}

/** Statements that credit a refund to the balance of the order's customer, once per refund. */
export function creditRefund(
  ctx: Ctx,
  order: BalanceOwner & { id: string },
  refund: { id: string; amount: number; actor: Actor; notify?: boolean | undefined },
): Statement[] {
  return enterBalance(ctx, order, {
    kind: 'refund_credit',
    amount: refund.amount,
    dedupe: `refund_credit:${refund.id}`,
    actor: refund.actor,
    order_id: order.id,
    refund_id: refund.id,
    notify: refund.notify,
  })
}

/** Statements that record the payment of a debt, once per order. An amount above the remaining debt becomes credit. */
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
 * Statements that set the amount reserved for an order by debiting or releasing the difference. They must come before a
 * transition that lowers the order's total. The schema allows one such entry per step of the order.
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

/** Statements that release everything reserved for an order. */
export const releaseBalance = (ctx: Ctx, order: SpendingOrder, actor: Actor): Statement[] =>
  reserveBalance(ctx, order, 0, actor)

/** Statements that turn the reserved amount into a payment, for the batch in which the order is paid. */
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
