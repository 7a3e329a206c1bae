import { money } from '../../contract/display-money.ts'
import { keptWords } from '../../contract/sentences/kept-words.ts'
import type { RefundPlace, RefundPreview } from '../../contract/money/refund.ts'
import { refundDestinations } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { orderReads, toOrder } from '../../money/orders/load-order.ts'
import { heldPlaces } from '../../money/orders/order-refusals.ts'
import { refundReads } from '../../money/refunds/create-refund.ts'
import {
  type LoadedRefundRequest,
  refundRequestReads,
  showRefundRequest,
} from '../../money/refunds/show-refund-request.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { returnParts } from '../../money/refunds/split-refund.ts'
import { destinationsOf, outcomeOf, type PaidOrder } from './cancel-place.ts'
import { refundsSomething, planRefund, type RefundPlan } from './refund-plan.ts'

type Loaded = { order: PaidOrder; requests: LoadedRefundRequest[] }

/** The effect of `refundOrder` now with these places, or with all that refund something; also the existing requests. */
export async function previewRefund(
  ctx: CustomerContext,
  input: { order_id: string; registration_id?: string[] | undefined },
): Promise<RefundPreview> {
  const loaded = await loadPaid(ctx, input.order_id)
  const own = new Set(heldPlaces(loaded.order).map(({ registration }) => registration.id))
  const ids = input.registration_id?.filter((id) => own.has(id)) ?? null
  return showPreview(ctx, loaded, { plan: planRefund(ctx, loaded.order, ids), ids })
}

/** The caller's order with its refunds and requests. */
export async function loadPaid(ctx: CustomerContext, orderId: string): Promise<Loaded> {
  const [refunds, requests, ...read] = await ctx.db.batch([
    refundReads(ctx, orderId),
    refundRequestReads(ctx, orderId),
    ...orderReads(ctx, orderId, ctx.actor.customer_id),
  ])
  return { order: { ...toOrder(read), refunds }, requests }
}

/** A plan as the API returns it. */
export function showPreview(
  ctx: CustomerContext,
  { order, requests }: Loaded,
  { plan, ids }: { plan: RefundPlan; ids: string[] | null },
): RefundPreview {
  const inMoney = (amount: number) => money(amount, order, ctx.language)
  const planned = new Map(plan.rows.map(({ place, outcome }) => [place.registration.id, outcome]))
  const isPaid = order.status === 'paid'
  const returnedTo = (amount: number) => {
    const parts = returnParts(amount, order, 'original_method')
    return refundDestinations.flatMap((destination) => {
      const part = sum(parts.filter((each) => each.destination === destination).map((each) => each.amount))
      return part > 0 ? [{ destination, amount: inMoney(part) }] : []
    })
  }
  return {
    object: 'refund_preview',
    order_id: order.id,
    amount: inMoney(isPaid ? plan.automatic + plan.requested : 0),
    amount_automatic: inMoney(isPaid ? plan.automatic : 0),
    amount_requested: inMoney(isPaid ? plan.requested : 0),
    discount_lost: inMoney(plan.lost),
    destinations: destinationsOf(order),
    returned_to: isPaid ? returnedTo(plan.automatic + plan.requested) : [],
    places: isPaid
      ? heldPlaces(order).map((place): RefundPlace => {
          const { id } = place.registration
          const outcome = planned.get(id) ?? outcomeOf(ctx, place, order)
          return {
            registration_id: id,
            result: outcome.result,
            is_included: planned.has(id) && (ids !== null || refundsSomething(outcome)),
            amount: inMoney(outcome.amount),
            price: inMoney(outcome.detail?.price ?? 0),
            fee: inMoney((outcome.detail?.fee ?? 0) + (outcome.detail?.fee_tax ?? 0)),
            tax: inMoney(outcome.detail?.tax ?? 0),
            paid: inMoney(outcome.paid),
            kept: inMoney(outcome.kept),
            kept_for: outcome.keptFor && keptWords(outcome.keptFor, { currency: order, locale: ctx.language }),
            discount_lost: inMoney(outcome.lost?.amount ?? 0),
            late_fee: inMoney(outcome.late_fee),
            is_in_policy: outcome.is_in_policy,
          }
        })
      : [],
    refund_requests: requests.map((request) =>
      showRefundRequest(request, order.refunds, { ...order, language: ctx.language }),
    ),
  }
}
