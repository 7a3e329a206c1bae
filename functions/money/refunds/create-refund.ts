import { ApiError } from '../../contract/api-error.ts'
import type { Actor } from '../../platform/actor.ts'
import { type BalanceOwner, creditRefund } from '../balances/balance-ledger.ts'
import type { StaffDestination } from '../../contract/booking/registration.ts'
import type { Ctx, Priority } from '../../platform/context.ts'
import type { Ids, Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import { issueCreditNote } from '../orders/issue-receipt.ts'
import { type LoadedOrder, orderReads, toOrder, toOrders } from '../orders/load-order.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import {
  addCancelled,
  addCancelledToEnded,
  changeRefund,
  insertRefund,
  refundsOf,
  type RefundRow,
} from './refund-rows.ts'
import { returnParts, wayBack } from './split-refund.ts'

/** A refund as it was read. */
export type LoadedRefund = RefundRow
export type OrderWithRefunds = LoadedOrder & { refunds: LoadedRefund[] }
type CreateRefundInput = {
  amount: number
  /** Refunds only this payment; by default all payments, newest first. */
  payment_id?: string
  /** Where the money goes; by default the way it was paid. Cash was handed over by the organisation. */
  destination?: StaffDestination
  /** Idempotency key: each cause is refunded once. */
  dedupe: string
  reason: string
  /** The figures behind the amount, kept with the refund. */
  inputs: Record<string, unknown>
  actor: Actor
  /** The request that this refund answers. */
  refund_request_id?: string
  /** `bulk` if it is one of many with the same cause. */
  priority?: Priority
  /** Why staff refund it, in their words. */
  note?: string | null
  /** False if the customer gets no mail about a credit to the balance. */
  notify?: boolean
  /** When the refund is sent; by default at once. */
  dueAt?: number | undefined
}

/** The refunds of an order, or of several, for use cases that are about to refund something. */
export function refundReads(ctx: Ctx, orderId: Ids) {
  return refundsOf(ctx.db, orderId)
}

/** An order with its refunds. Throws `not_found` for an unknown order. */
export async function loadOrderWithRefunds(ctx: Ctx, orderId: string): Promise<OrderWithRefunds> {
  const [refunds, ...read] = await ctx.db.batch([refundReads(ctx, orderId), ...orderReads(ctx, orderId, null)])
  return { ...toOrder(read), refunds }
}

/** Some orders with their refunds. An order that was deleted is missing. */
export async function loadOrdersWithRefunds(ctx: Ctx, ids: readonly string[]): Promise<OrderWithRefunds[]> {
  const [refunds, ...read] = await ctx.db.batch([refundReads(ctx, ids), ...orderReads(ctx, ids, null)])
  return toOrders(read).map((order) => ({ ...order, refunds: refunds.filter(({ order_id }) => order_id === order.id) }))
}

/** An order of a program with its refunds. Throws `not_found` for another program's, and for a cart, which is private. */
export async function loadOrderOfProgram(
  ctx: Ctx,
  { program_id, order_id }: { program_id: string; order_id: string },
): Promise<OrderWithRefunds> {
  const order = await loadOrderWithRefunds(ctx, order_id)
  if (order.program_id !== program_id || order.status === 'draft')
    throw new ApiError('not_found', { param: 'order_id' })
  return order
}

/** Statements that add a refund to items that stay in their order. */
export const addToItems = (ctx: Ctx, items: readonly { item_id: string; amount: number }[]): Statement[] =>
  items.map(({ item_id, amount }) => addCancelled(ctx.db, item_id, amount))

type Reducing = {
  amount: number
  /** The shares of the items, which add up to `amount`. */
  items: readonly { item_id: string; amount: number }[]
  actor: Actor
  reason: string
  note?: string
}

/**
 * Statements that reduce a paid or cancelled order by a refund of its items. A cancelled order has no transitions,
 * but its items record their shares too, so that no later refund exceeds what was paid for them.
 */
export function reduceOrder(
  ctx: Ctx,
  order: Pick<LoadedOrder, 'id' | 'status' | 'step' | 'amount_cancelled'>,
  { amount, items, ...because }: Reducing,
): Statement[] {
  const reduced =
    order.status === 'cancelled'
      ? [addCancelledToEnded(ctx.db, order, amount), guard(ctx.db, 'state')]
      : transitionOrder(ctx, order, order.status, {
          ...because,
          set: { amount_cancelled: order.amount_cancelled + amount },
        })
  return [...reduced, ...addToItems(ctx, items)]
}

/**
 * Statements for a refund, in the batch that causes it. The outbox then calls the provider. The part that the balance
 * paid, or everything if the customer chose the balance, is credited with its credit note, at once or when it is due. The
 * schema limits the refunds of an order to what was paid, and `dedupe` makes each cause refund once. Cash counts as refunded at once,
 * and no provider is called.
 */
export function createRefund(
  ctx: Ctx,
  order: BalanceOwner & Pick<LoadedOrder, 'id' | 'payments' | 'items' | 'program'> & { refunds: LoadedRefund[] },
  input: CreateRefundInput,
): Statement[] {
  const payments = input.payment_id
    ? order.payments.filter((payment) => payment.id === input.payment_id)
    : order.payments
  const about = { payments, refunds: order.refunds }
  const isCash = input.destination === 'cash'
  const destination = input.destination === 'account_balance' ? 'account_balance' : 'original_method'
  return returnParts(input.amount, about, destination).flatMap((part) => {
    const id = ctx.newId('ref')
    const toBalance = part.destination === 'account_balance'
    // Money that was paid offline is refunded offline, so the organisation is told.
    const isHandedOver = isCash && !toBalance
    const byHand = wayBack(part, payments) === 'by_hand'
    const isNow = isHandedOver || (toBalance && input.dueAt === undefined)
    const status = isNow ? 'succeeded' : byHand ? 'requires_action' : 'pending'
    const creditLater = { kind: 'refund.credit', body: { notify: input.notify ?? true } } as const
    const send = { kind: 'refund.execute', priority: input.priority ?? 'transactional' } as const
    return [
      insertRefund(ctx.db, {
        id,
        order_id: order.id,
        payment_id: part.payment_id,
        refund_request_id: input.refund_request_id ?? null,
        dedupe: `${input.dedupe}:${part.payment_id}`,
        status,
        amount: part.amount,
        destination: part.destination,
        returned_as: isHandedOver ? 'cash' : null,
        reason: input.reason,
        inputs: input.inputs,
        created: ctx.now,
        updated: ctx.now,
      }),
      creationRow(ctx, { object: 'refund', id, to: status }, input),
      ...(status === 'succeeded'
        ? [
            ...(toBalance
              ? creditRefund(ctx, order, { id, amount: part.amount, actor: input.actor, notify: input.notify })
              : []),
            ...issueCreditNote(ctx, { id, amount: part.amount, inputs: input.inputs }, order),
          ]
        : [
            byHand
              ? recordEvent(ctx, {
                  kind: 'payment.needs_attention',
                  ref: part.payment_id,
                  key: `refund:${id}`,
                  body: { why: 'refund_by_hand', refund_id: id, refunded: part.amount },
                  dueAt: input.dueAt,
                })
              : queueJob(ctx, { ...(toBalance ? creditLater : send), ref: id, dueAt: input.dueAt }),
          ]),
    ]
  })
}

/** Statements that cancel refunds that have not been sent. A refund that was sent meanwhile aborts the batch. */
export const cancelRefunds = (
  ctx: Ctx,
  refunds: readonly LoadedRefund[],
  cause: { actor: Actor; reason: string },
): Statement[] =>
  refunds.flatMap((refund) => [
    changeRefund(ctx.db, refund, { status: 'cancelled', step: refund.step + 1, updated: ctx.now }),
    guard(ctx.db, 'refund_done'),
    transitionRow(ctx, 'refund', refund, 'cancelled', cause),
  ])
