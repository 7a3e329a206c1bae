import { ApiError } from '../../contract/api-error.ts'
import { reserveBalance } from '../../money/balances/balance-ledger.ts'
import type { ActingContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { keepDiscounts } from '../../money/discounts/write-discounts.ts'
import { balanceDueIn } from '../../money/orders/balance-due.ts'
import { type LoadedOrder, livePayment } from '../../money/orders/load-order.ts'
import { balanceReserved } from '../../money/orders/order-money.ts'
import type { OrderChange } from '../../money/orders/order-rows.ts'
import { changeLineSums, removeLine } from '../../money/orders/change-lines.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { orderPaid } from '../../money/fulfilment/order-paid.ts'
import { closeIntents } from '../../money/payments/close-intents.ts'
import { endOffline } from '../../money/payments/open-payment.ts'
import { transitionPayment } from '../../money/payments/payment-steps.ts'
import { paidFor, type SoldLine, withoutLostDiscounts } from '../../offering/pricing/lost-discounts.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { asSold } from '../../booking/registrations/rest-of-order.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { endUnpaid } from './cancel-unpaid-order.ts'
import { aroundOf } from './cancel-place.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'

/**
 * Cancels one place of a pending offline order. The order stays pending at its new amount, which is mailed. If the
 * balance covers that amount, the order is paid. Cancelling the last place ends the order.
 */
export async function cancelOfflinePlace(
  ctx: ActingContext,
  order: LoadedOrder,
  place: LoadedRegistration,
  by: { note?: string | null; notify?: boolean } = {},
): Promise<void> {
  const item = order.items.find((each) => each.registration_id === place.registration.id && each.cancelled_at === null)
  if (!item) throw new ApiError('state_conflict', { subject: order.status })
  const rest = restLines(order, item)
  // If the remaining items are free, there is nothing to pay, and the order ends.
  const isFree = rest.every((line) => paidFor(line) === 0)
  if (rest.length === 0 || (isFree && balanceDueIn(order.items) === 0)) return endWhole(ctx, order, by)
  const stays = { ...order, items: order.items.filter((each) => each !== item) }
  await commit(ctx, [...leave(ctx, { place, item }, by.note), ...priceRest(ctx, stays, rest, by.notify)])
}

// Reads the payment at the provider first: a card may have paid meanwhile.
async function endWhole(
  ctx: ActingContext,
  before: LoadedOrder,
  by: { note?: string | null; notify?: boolean },
): Promise<void> {
  const order = await closeIntents(ctx, before)
  if (order.status !== 'pending' || !isPromised(order)) throw new ApiError('state_conflict', { subject: order.status })
  await commit(ctx, endUnpaid(ctx, order, by))
}

type Item = LoadedOrder['items'][number]

function restLines(order: LoadedOrder, item: Item): SoldLine[] {
  const { fee, automatic, lines } = aroundOf(order)
  const rest = lines.filter((line) => line.id !== item.id).map(asSold)
  const lost = withoutLostDiscounts(rest, { automatic, selling: { fee, taxes: [] } })
  return rest.map((line) => ({ ...line, ...lost.lines.get(line.id) }))
}

function leave(
  ctx: ActingContext,
  { place, item }: { place: LoadedRegistration; item: Item },
  note: string | null = null,
): Statement[] {
  return [
    ...transitionRegistration(ctx, place, 'cancelled', {
      actor: ctx.actor,
      reason: ctx.actor.type === 'customer' ? 'customer' : 'organiser',
      note,
      set: { cancelled_at: ctx.now, hold_expires_at: null, order_id: null },
    }),
    ...removeLine(ctx, item.id),
  ]
}

function priceRest(ctx: ActingContext, order: LoadedOrder, rest: SoldLine[], notify = true): Statement[] {
  // An item that pays a debt stays in the order with the remaining places.
  const debt = balanceDueIn(order.items)
  const amount_total = sum(rest.map(paidFor)) + debt
  // Reserved balance that is no longer needed is released. If the balance covers the new amount, no payment is awaited.
  const balance = Math.min(balanceReserved(order), amount_total - order.amount_paid)
  const remaining = amount_total - order.amount_paid - balance
  const set = {
    amount_subtotal: sum(rest.map((line) => line.amount)) + debt,
    amount_discount: sum(rest.map((line) => line.amount_discount)),
    amount_fee: sum(rest.map((line) => line.amount_fee)),
    amount_tax: sum(rest.map(taxOf)),
    amount_total,
    tax_items: order.tax_items.map((tax, at) => ({
      ...tax,
      amount: sum(rest.map(({ taxes }) => (taxes[at]?.amount ?? 0) + (taxes[at]?.fee_amount ?? 0))),
    })),
    quote_version: order.quote_version + 1,
  }
  const isCovered = balance > 0 && remaining === 0
  const amounts = order.discounts.map(({ discount: { coupon_id } }) => ({
    coupon_id,
    amount: sum(rest.map((line) => partOf(line, coupon_id))),
  }))
  return [
    ...reserveBalance(ctx, order, balance, ctx.actor),
    ...rest.map((line) => changeLineSums(ctx, line.id, line)),
    ...keepDiscounts(ctx, order, amounts),
    ...(isCovered
      ? payRest(ctx, { ...order, balance_used: balance }, set)
      : awaitRest(ctx, order, { set, remaining, notify })),
  ]
}

const taxOf = (line: SoldLine) => sum(line.taxes.map((tax) => tax.amount + tax.fee_amount))

function payRest(ctx: ActingContext, order: LoadedOrder, set: OrderChange): Statement[] {
  return [
    ...endOffline(ctx, order),
    ...orderPaid(ctx, order, { actor: ctx.actor, set: { ...set, checkout_method: 'free' } }),
  ]
}

function awaitRest(
  ctx: ActingContext,
  order: LoadedOrder,
  { set, remaining, notify }: { set: OrderChange; remaining: number; notify: boolean },
): Statement[] {
  const live = livePayment(order)
  const because = { actor: ctx.actor, reason: 'registration_cancelled' }
  return [
    ...transitionOrder(ctx, order, 'pending', { ...because, set }),
    ...(live ? transitionPayment(ctx, live, live.status, { ...because, set: { amount_total: remaining } }) : []),
    ...(notify
      ? [recordEvent(ctx, { kind: 'order.payment_pending', ref: order.id, key: `${order.id}:${order.step}`, body: {} })]
      : []),
  ]
}

const partOf = ({ discount_parts }: SoldLine, couponId: string): number =>
  sum(discount_parts.map((part) => (part.coupon_id === couponId ? part.amount : 0)))
