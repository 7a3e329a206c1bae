import { returnable } from '../../contract/money/refund.ts'
import { system } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { ItemReturn, ReturnItemRequest } from '../../contract/changes/item-return.ts'
import { money } from '../../contract/display-money.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { releaseDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { openOfItem, waiveParts } from '../../money/orders/instalments.ts'
import { isProductLine } from '../../money/orders/order-refusals.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { createRefund } from '../../money/refunds/create-refund.ts'
import { requestRefund } from '../../money/refunds/request-refund.ts'
import {
  getRefundRequest,
  type LoadedRefundRequest,
  showRefundRequest,
} from '../../money/refunds/show-refund-request.ts'
import { visitsOfLine } from '../../booking/session-credits/revoke-unused.ts'
import { aroundItem } from '../../booking/registrations/rest-of-order.ts'
import {
  aroundOf,
  chosenDestination,
  destinationsOf,
  isOtherAmount,
  type PaidOrder,
  destinationForMail,
} from './cancel-place.ts'
import { cancelItem } from './cancellation-rows.ts'
import { loadPaid } from './refund-preview.ts'
import { type ReturnOutcome, returnOutcome } from './return-rules.ts'
import { unusedWorth } from '../../offering/pricing/refund-amount.ts'
import * as refundRequestStates from '../../contract/states/refund-request-states.ts'

type InItem = { order_id: string; item_id: string }
type Item = PaidOrder['items'][number]

/** The refund for returning a store product now; after the return, its request. */
export async function previewReturn(ctx: CustomerContext, input: InItem): Promise<ItemReturn> {
  const { order, requests } = await loadPaid(ctx, input.order_id)
  const item = findItem(order, input)
  if (item.type === 'session_package') return showPackage(ctx, await loadPackage(ctx, { order, item, requests }))
  const request = requests.find(({ item_id }) => item_id === item.id) ?? null
  return show(ctx, { order, item, request }, outcomeFor(ctx, order, item))
}

/**
 * Returns a store product, the whole item. Its stock is on sale at once. The refund is automatic, or requested from the
 * organisation if the product requires that. A second call returns the same response.
 */
export async function returnItem(ctx: CustomerContext, input: InItem & ReturnItemRequest): Promise<ItemReturn> {
  return retryOnConflict(async () => returnOnce(ctx, input))
}

async function returnOnce(ctx: CustomerContext, input: InItem & ReturnItemRequest): Promise<ItemReturn> {
  const { order, requests } = await loadPaid(ctx, input.order_id)
  const item = findItem(order, input)
  if (item.type === 'session_package') return requestUnusedRefund(ctx, { order, item, requests }, input)
  const before = requests.find(({ item_id }) => item_id === item.id)
  const outcome = outcomeFor(ctx, order, item)
  if (before || (item.cancelled_at !== null && item.type === 'product_variation'))
    return show(ctx, { order, item, request: before ?? null }, outcome)
  if (outcome.result === 'not_possible') throw new ApiError('refund_not_allowed', { param: 'item_id' })
  if (isOtherAmount(input, outcome.amount))
    throw new ApiError('quote_stale', {
      param: 'expected_amount',
      body: { item_return: show(ctx, { order, item, request: null }, outcome) },
    })
  const destination = chosenDestination(order, input.destination)

  const id = ctx.newId('rfr')
  ctx.request.setCreatedLocation(`/v1/profile/orders/${order.id}/refund/${id}`)
  ctx.request.invalidateTags(`program:${order.program_id}`)
  const isAutomatic = outcome.result === 'automatic'
  const back = isAutomatic ? outcome.amount : 0
  await commit(ctx, [
    cancelItem(ctx.db, item.id, {
      at: ctx.now,
      amount: back,
      refund_policy: outcome.detail.total,
      discount_lost: outcome.detail.total - outcome.amount,
    }),
    guard(ctx.db, 'state'),
    ...orderWithout(ctx, order, { item, back }),
    ...waiveParts(ctx, order, [item.id], ctx.actor),
    ...(outcome.amount > 0
      ? requestRefund(ctx, order, {
          id,
          amount: outcome.amount,
          registration_ids: [],
          item_id: item.id,
          isAutomatic,
          destination,
          reason: 'other',
          reason_other: nameOf(item),
        })
      : []),
    ...(back > 0
      ? createRefund(ctx, order, {
          amount: back,
          destination,
          dedupe: `request:${id}`,
          reason: 'other',
          inputs: { item_id: item.id, discount_lost: outcome.lost?.amount ?? 0, ...outcome.detail },
          actor: ctx.actor,
          refund_request_id: id,
        })
      : []),
    recordEvent(ctx, {
      kind: 'order.item_returned',
      ref: order.id,
      key: item.id,
      body: {
        item_id: item.id,
        quantity: item.quantity,
        product_name: item.product_name,
        translations: item.translations,
        result: outcome.result,
        amount: outcome.amount,
        ...destinationForMail(order, back, destination),
      },
    }),
  ])
  const shown = show(ctx, { order, item, request: null }, outcome)
  if (outcome.amount === 0) return shown
  return { ...shown, refund_request: await getRefundRequest(ctx, { order_id: order.id, refund_request_id: id }) }
}

type Package = { order: PaidOrder; item: Item; requests: LoadedRefundRequest[]; amount: number; isPartlyUsed: boolean }

async function loadPackage(ctx: CustomerContext, of: Pick<Package, 'order' | 'item' | 'requests'>): Promise<Package> {
  const [visits] = await visitsOfLine(ctx, of.item.id)
  const worth = visits ? unusedWorth(of.item, visits) : 0
  const isOpen = of.order.status === 'paid' && of.item.cancelled_at === null
  // The unpaid instalments of the item are no longer charged, so they are not refunded.
  const back = Math.max(0, worth - openOfItem(of.order, of.item.id))
  const amount = isOpen ? Math.min(back, returnable(of.order)) : 0
  return { ...of, amount, isPartlyUsed: visits !== undefined && visits.available < visits.amount }
}

// A package cannot be handed back: the organisation decides, and its sessions stay until the approval.
const openRequest = ({ requests, item }: Pick<Package, 'requests' | 'item'>) =>
  requests.find(({ item_id, status }) => item_id === item.id && !refundRequestStates.refused.has(status)) ?? null

function showPackage(ctx: CustomerContext, { amount, ...of }: Package): ItemReturn {
  const result = amount > 0 ? ('request' as const) : ('not_possible' as const)
  return show(ctx, { ...of, request: openRequest(of) }, { result, amount, until: null, lost: null })
}

async function requestUnusedRefund(
  ctx: CustomerContext,
  of: Pick<Package, 'order' | 'item' | 'requests'>,
  input: ReturnItemRequest,
): Promise<ItemReturn> {
  const loaded = await loadPackage(ctx, of)
  const { order, item, amount, isPartlyUsed } = loaded
  if (openRequest(of)) return showPackage(ctx, loaded)
  if (isPartlyUsed && (amount === 0 || isOtherAmount(input, amount)))
    throw new ApiError('credit_partly_used', {
      param: 'expected_amount',
      body: { item_return: showPackage(ctx, loaded) },
    })
  if (amount === 0) throw new ApiError('refund_not_allowed', { param: 'item_id' })
  if (isOtherAmount(input, amount))
    throw new ApiError('quote_stale', { param: 'expected_amount', body: { item_return: showPackage(ctx, loaded) } })

  const id = ctx.newId('rfr')
  ctx.request.setCreatedLocation(`/v1/profile/orders/${order.id}/refund/${id}`)
  await commit(ctx, [
    ...transitionOrder(ctx, order, order.status, { actor: ctx.actor, reason: 'refund_requested' }),
    ...requestRefund(ctx, order, {
      id,
      amount,
      registration_ids: [],
      item_id: item.id,
      destination: chosenDestination(order, input.destination),
      reason: 'other',
      reason_other: nameOf(item),
    }),
  ])
  const refund_request = await getRefundRequest(ctx, { order_id: order.id, refund_request_id: id })
  return { ...showPackage(ctx, loaded), refund_request }
}

// The name of the item in the request to the organisation.
const nameOf = ({ quantity, product_name }: Item) =>
  `${quantity > 1 ? `${quantity} × ` : ''}${product_name}`.slice(0, 255)

function findItem(order: PaidOrder, { item_id }: InItem): Item {
  const item = order.items.find(({ id }) => id === item_id)
  if (!item) throw new ApiError('not_found', { param: 'item_id' })
  return item
}

function outcomeFor(ctx: CustomerContext, order: PaidOrder, item: Item): ReturnOutcome {
  return returnOutcome({
    line: item,
    paidAt: order.paid_at,
    // A place is cancelled, not returned.
    isPaid: order.status === 'paid' && isProductLine(item),
    remaining: returnable(order),
    open: openOfItem(order, item.id),
    around: aroundItem(aroundOf(order), item.id),
    now: ctx.now,
  })
}

// The new amounts of the order, and its end if nothing is left.
function orderWithout(
  ctx: CustomerContext,
  order: PaidOrder,
  { item, back }: { item: Item; back: number },
): Statement[] {
  const amount_cancelled = order.amount_cancelled + back
  const isLast = order.items.every((each) => each.cancelled_at !== null || each.id === item.id)
  const change = { actor: ctx.actor, reason: 'item_returned', set: { amount_cancelled } }
  if (!isLast) return transitionOrder(ctx, order, order.status, change)
  return [
    ...transitionOrder(ctx, order, 'cancelled', {
      actor: system,
      reason: 'all_items_cancelled',
      set: { amount_cancelled, cancel_reason: 'all_items_cancelled' },
    }),
    ...releaseDiscounts(ctx, order),
  ]
}

function show(
  ctx: CustomerContext,
  { order, item, request }: { order: PaidOrder; item: Item; request: LoadedRefundRequest | null },
  { result, amount, until, lost }: Pick<ReturnOutcome, 'result' | 'amount' | 'until' | 'lost'>,
): ItemReturn {
  const reader = { currency: order.currency, program: order.program, language: ctx.language }
  return {
    object: 'item_return',
    order_id: order.id,
    item_id: item.id,
    result,
    amount: money(amount, order, ctx.language),
    discount_lost: money(lost?.amount ?? 0, order, ctx.language),
    until: instant(until),
    destinations: destinationsOf(order),
    refund_request: request && showRefundRequest(request, order.refunds, reader),
  }
}
