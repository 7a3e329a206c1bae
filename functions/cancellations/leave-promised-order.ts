import { ApiError } from '../contract/api-error.ts'
import type { CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import type { Statement } from '../database/database.ts'
import { recordEvent } from '../database/outbox.ts'
import { keepDiscounts } from '../discounts/write-discounts.ts'
import { type LoadedOrder, livePayment } from '../orders/load-order.ts'
import { changeLineSums, removeLine } from '../orders/change-lines.ts'
import { moveOrder } from '../orders/order-steps.ts'
import { isPromised } from '../registrations/promised-order.ts'
import { closeIntents } from '../payments/close-intents.ts'
import { movePayment } from '../payments/payment-steps.ts'
import { paidFor, type SoldLine, withoutLostDiscounts } from '../pricing/lost-discounts.ts'
import { sum } from '../pricing/shares.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import { asSold } from '../registrations/rest-of-order.ts'
import { moveRegistration } from '../registrations/registration-steps.ts'
import { endByCustomer } from './cancel-order.ts'
import { aroundOf } from './cancel-place.ts'

/**
 * Cancels one place of an order that waits for money that was promised: the rest goes on waiting, for what it costs alone; a mail
 * says how much that is now. The last place ends the order.
 */
export async function leavePromisedOrder(
  ctx: CustomerContext,
  order: LoadedOrder,
  place: LoadedRegistration,
): Promise<void> {
  const item = order.items.find((each) => each.registration_id === place.registration.id && each.cancelled_at === null)
  if (!item) throw new ApiError('state_conflict', { subject: order.status })
  const rest = restLines(order, item)
  // What stays costs nothing: there is no money to wait for, and the order ends with what was to be paid for.
  if (rest.every((line) => paidFor(line) === 0)) return endWhole(ctx, order)
  await commit(ctx, [...leave(ctx, order, { place, item }), ...priceRest(ctx, order, rest)])
}

// The provider is asked first: a card that was tried may have paid meanwhile.
async function endWhole(ctx: CustomerContext, before: LoadedOrder): Promise<void> {
  const order = await closeIntents(ctx, before)
  if (order.status !== 'pending' || !isPromised(order)) throw new ApiError('state_conflict', { subject: order.status })
  await commit(ctx, endByCustomer(ctx, order))
}

type Item = LoadedOrder['items'][number]

function restLines(order: LoadedOrder, item: Item): SoldLine[] {
  const { fee, automatic, lines } = aroundOf(order)
  const rest = lines.filter((line) => line.id !== item.id).map(asSold)
  const lost = withoutLostDiscounts(rest, { automatic, selling: { fee, taxes: [] } })
  return rest.map((line) => ({ ...line, ...lost.lines.get(line.id) }))
}

function leave(
  ctx: CustomerContext,
  order: LoadedOrder,
  { place, item }: { place: LoadedRegistration; item: Item },
): Statement[] {
  return [
    ...moveRegistration(ctx, place, 'cancelled', {
      actor: ctx.actor,
      reason: 'customer',
      set: { cancelled_at: ctx.now, hold_expires_at: null, order_id: null },
    }),
    ...removeLine(ctx, item.id),
    recordEvent(ctx, { kind: 'order.payment_pending', ref: order.id, key: `${order.id}:${order.step}`, body: {} }),
  ]
}

function priceRest(ctx: CustomerContext, order: LoadedOrder, rest: SoldLine[]): Statement[] {
  const live = livePayment(order)
  const amount_total = sum(rest.map(paidFor))
  const taxOf = (line: SoldLine) => sum(line.taxes.map((tax) => tax.amount + tax.fee_amount))
  const amounts = order.discounts.map(({ discount: { coupon_id } }) => ({
    coupon_id,
    amount: sum(rest.map((line) => partOf(line, coupon_id))),
  }))
  return [
    ...rest.map((line) => changeLineSums(ctx, line.id, line)),
    ...moveOrder(ctx, order, 'pending', {
      actor: ctx.actor,
      reason: 'registration_cancelled',
      set: {
        amount_subtotal: sum(rest.map((line) => line.amount)),
        amount_discount: sum(rest.map((line) => line.amount_discount)),
        amount_fee: sum(rest.map((line) => line.amount_fee)),
        amount_tax: sum(rest.map(taxOf)),
        amount_total,
        tax_items: order.tax_items.map((tax, at) => ({
          ...tax,
          amount: sum(rest.map(({ taxes }) => (taxes[at]?.amount ?? 0) + (taxes[at]?.fee_amount ?? 0))),
        })),
        quote_version: order.quote_version + 1,
      },
    }),
    ...keepDiscounts(ctx, order, amounts),
    ...(live
      ? movePayment(ctx, live, live.status, {
          actor: ctx.actor,
          reason: 'registration_cancelled',
          set: { amount_total: amount_total - order.amount_paid },
        })
      : []),
  ]
}

const partOf = ({ discount_parts }: SoldLine, couponId: string): number =>
  sum(discount_parts.map((part) => (part.coupon_id === couponId ? part.amount : 0)))
