import { type Actor, system } from '../../platform/actor.ts'
import { payDebt, spendBalance } from '../balances/balance-ledger.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import { finaliseDiscounts } from '../discounts/reserve-discounts.ts'
import { balanceDueIn } from '../orders/balance-due.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { isMoveOrder } from '../orders/move-order.ts'
import { heldPlaces, isStockHeld } from '../orders/order-refusals.ts'
import { releaseLapsedStock, takeStock } from '../orders/product-lines.ts'
import type { OrderChange } from '../orders/order-rows.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { issueReceipt, numberReceipt } from '../orders/issue-receipt.ts'
import { membershipsPaid } from '../../booking/memberships/memberships-paid.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import { grantCredits } from '../../booking/session-credits/credit-ledger.ts'
import { completeMove } from './complete-move.ts'

/**
 * Statements for the batch that records the payment of an order: its transition and receipt number, confirmed
 * places, session credits, memberships, coupons, reserved balance, paid debt, the receipt and the mail. `payment` has
 * the statements that record the payment, unless the caller puts them earlier in the batch. Lapsed places and stock are
 * taken again in the same batch. If a place or the stock is gone, the schema aborts the batch (`sold_out`,
 * `already_registered`) and nothing is written.
 */
export function orderPaid(
  ctx: Ctx,
  order: LoadedOrder,
  paid: {
    actor: Actor
    set?: OrderChange
    source?: string | null
    payment?: Statement[]
    note?: string | null
    /** False when the customer gets no mail about it. */
    notify?: boolean
  },
): Statement[] {
  const { program } = order
  const places = heldPlaces(order)
  const debt = balanceDueIn(order.items)
  const before = order.balance ?? 0
  const balances = debt > 0 ? { starting_balance: before, ending_balance: before + debt } : {}
  const lost = places.filter((place) => place.registration.status !== 'pending')
  return [
    ...(lost.length > 0
      ? releaseLapsed(
          ctx,
          lost.map((place) => place.booking),
          order.id,
        )
      : []),
    ...(isStockHeld(order.items) ? [] : releaseLapsedStock(ctx, order)),
    ...transitionOrder(ctx, order, 'paid', {
      actor: paid.actor,
      note: paid.note ?? null,
      set: { ...paid.set, ...balances, paid_at: ctx.now, hold_expires_at: null },
    }),
    ...numberReceipt(ctx, order),
    // Runs before the places that use the credits.
    ...grantCredits(ctx, order, { lines: order.items, timezone: program.timezone }),
    ...(isMoveOrder(order)
      ? completeMove(ctx, order, paid.actor)
      : places.flatMap((place) =>
          transitionRegistration(ctx, place, 'confirmed', {
            actor: system,
            set: { hold_expires_at: null },
          }),
        )),
    ...(isStockHeld(order.items) ? [] : [takeStock(ctx, order)]),
    ...membershipsPaid(ctx, order, { lines: order.items, actor: paid.actor, source: paid.source ?? null }),
    ...finaliseDiscounts(ctx, order),
    ...(order.balance_used > 0
      ? spendBalance(ctx, order, { amount: order.balance_used, actor: paid.actor }).writes
      : []),
    ...(debt > 0 ? payDebt(ctx, order, { amount: debt, actor: paid.actor }) : []),
    ...(paid.payment ?? []),
    issueReceipt(ctx, order.id),
    ...(paid.notify === false ? [] : [recordEvent(ctx, { kind: 'order.paid', ref: order.id, body: {} })]),
    ...(mayHaveOpenedPlaces(order) ? [queueJob(ctx, { kind: 'order.check_places', ref: order.id })] : []),
  ]
}

/** True if a membership may have opened a place of the order: it may have ended before the payment. */
const mayHaveOpenedPlaces = (order: LoadedOrder): boolean =>
  order.program.features.memberships === true &&
  !isMoveOrder(order) &&
  heldPlaces(order).some(
    ({ registration }) =>
      registration.session_credit_id !== null ||
      order.items.some((item) => item.registration_id === registration.id && item.unit_amount === 0),
  )
