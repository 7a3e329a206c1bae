import { tooManyHeld } from '../../booking/spots/hold-ceilings.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CheckoutMethod, Quote } from '../../contract/money/order.ts'
import { releaseBalance } from '../balances/balance-ledger.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { methodsOf } from './show-order.ts'
import { cartWrites } from './cart-writes.ts'
import { withCurrentDebt } from './balance-due.ts'
import { checkCurrency } from './get-order.ts'
import { type LoadedCart, loadOwnCart } from './load-order.ts'
import { toOrder, type LoadedOrder, orderReads, livePayment } from './load-order.ts'
import { checkMove, isMoveOrder } from './move-order.ts'
import { enteredCoupon } from './open-cart.ts'
import { heldPlaces, holdsMoney, isHeld, isOpen } from './order-refusals.ts'
import { changeOrder, deleteItem, type ItemRow, type OrderChange } from './order-rows.ts'
import { balanceReserved, balanceToUse } from './order-money.ts'
import { transitionOrder } from './order-steps.ts'
import { quoteNotices } from './quote-notices.ts'
import type { Variation } from './compose-product-line.ts'
import { guardUnprovenProducts, retakenProducts, variationIdsOf } from './product-lines.ts'
import { retakePlaces, soldOutItem } from './retake-places.ts'
import { showQuote } from './show-quote.ts'
import { variationsByIds } from './variation-rows.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'
import * as orderStates from '../../contract/states/order-states.ts'

type QuoteOrderInput = {
  order_id: string
  checkout_method?: CheckoutMethod | undefined
  currency?: string | undefined
  use_account_balance?: boolean | undefined
  country?: string | undefined
}

/**
 * The current price of an order. A cart is priced again. If its places were released, one write takes all of them
 * again at today's prices, or none. An order with a payment in progress is returned unchanged.
 */
export async function quoteOrder(ctx: CustomerContext, input: QuoteOrderInput): Promise<Quote> {
  const order = await loadOwnCart(ctx, input.order_id)
  checkCurrency(order.currency, input.currency)
  if (isSubmitted(order)) {
    const balance_used = balanceOfSubmitted(order, input.use_account_balance)
    return showQuote(ctx, order, { checkout_method: input.checkout_method, balance_used, notices: [] })
  }
  const mayReturn = order.status === 'expired' && order.amount_paid === 0
  if (!isOpen(order) && !mayReturn) throw new ApiError('state_conflict', { subject: order.status })
  return quoteCart(ctx, order, input)
}

async function quoteCart(ctx: CustomerContext, order: LoadedCart, input: QuoteOrderInput): Promise<Quote> {
  const moveRefusal = checkMove(order, ctx.now)
  if (moveRefusal) throw new ApiError(moveRefusal.type, moveRefusal)
  const isTakenAgain = order.status === 'expired' || !isHeld(order, ctx.now)
  const variations = isTakenAgain ? await readVariations(ctx, order) : []
  const items = withCurrentDebt(
    isTakenAgain ? retakenProducts(ctx, atTodaysPrices(order), variations) : order.items,
    order,
  )
  const settled = order.items.filter(({ id }) => !items.some((item) => item.id === id))
  const retaken = isTakenAgain ? retakePlaces(ctx, order) : { hold: { set: {}, writes: [] }, first: [], moves: [] }
  const cart = cartWrites(ctx, order, {
    items,
    places: heldPlaces(order),
    entered: enteredCoupon(order),
    coupons: order.coupons,
    dropsCode: true,
  })
  // If the new place costs no more than the old place, the move needs no payment.
  if (isMoveOrder(order) && cart.set.amount_total !== undefined && cart.set.amount_total <= order.amount_carried)
    throw new ApiError('state_conflict', { subject: 'amount_carried' })
  const methods = methodsOf({ ...order, ...cart.set, status: 'draft' }, items.length, ctx.now)
  if (input.checkout_method === 'offline' && !methods.includes('offline'))
    throw new ApiError('offline_not_available', { param: 'checkout_method' })

  const changes = {
    isTakenAgain,
    hasNewPrice: items.some((item) => item.unit_amount !== order.items.find(({ id }) => id === item.id)?.unit_amount),
    hasNewAmount: cart.set.amount_total !== order.amount_total,
    ...cart.priced,
  }
  const notices = quoteNotices(changes, ctx.language)
  const showCart = (quoted: LoadedOrder) =>
    showQuote(ctx, quoted, {
      checkout_method: input.checkout_method,
      balance_used: balanceToUse(quoted, input.use_account_balance ?? balanceReserved(order) > 0),
      notices,
    })

  const country = input.country?.toUpperCase() ?? order.country
  if (!isTakenAgain && !cart.isChanged) {
    const { status, step } = order
    if (country !== order.country)
      await commit(ctx, [changeOrder(ctx.db, order, { country, status, step, updated: ctx.now })])
    return showCart({ ...order, country })
  }
  const again: OrderChange = {
    checkout_method: null,
    due_at: null,
    quote_version: order.quote_version + (cart.isChanged ? 1 : 0),
    country,
  }
  const moved = transitionOrder(ctx, order, 'draft', {
    actor: ctx.actor,
    reason: isTakenAgain ? 'places_taken_again' : 'quoted',
    set: { ...again, ...cart.set, ...retaken.hold.set },
  })
  const released = releaseBalance(ctx, order, ctx.actor)
  const writes = [
    ...retaken.first,
    ...released,
    ...moved,
    ...settled.map(({ id }) => deleteItem(ctx.db, id)),
    ...retaken.moves,
    ...cart.writes,
    ...retaken.hold.writes,
    ...(isTakenAgain ? guardUnprovenProducts(ctx, order, items) : []),
  ]
  const results = await commit(ctx, writes, ...orderReads(ctx, order.id, order.customer_id)).catch(
    async (error: unknown) => {
      if (error instanceof ApiError && error.type === 'sold_out')
        throw new ApiError('sold_out', { subject: await soldOutItem(ctx, order) })
      const [place] = heldPlaces(order)
      return tooManyHeld(ctx, { param: 'order_id', option_id: place?.registration.option_id ?? null })(error)
    },
  )
  return showCart(toOrder(results))
}

// A pending offline order may still be paid at once, with or without the balance; other submitted orders stay as they
// are.
function balanceOfSubmitted(order: LoadedOrder, usesBalance = balanceReserved(order) > 0): number {
  return isPromised(order) && order.status === 'pending' ? balanceToUse(order, usesBalance) : balanceReserved(order)
}

// Orders with a card payment in progress, pending offline orders and partly paid orders keep their submitted amount.
function isSubmitted(order: LoadedOrder): boolean {
  const { status } = order
  return (
    // A membership period is paid at the amount at which it was opened.
    order.membership_id !== null ||
    orderStates.charging.has(status) ||
    (status === 'pending' && (livePayment(order) !== null || isPromised(order) || holdsMoney(order)))
  )
}

// A cart without store products needs no query for them.
async function readVariations(ctx: CustomerContext, order: LoadedCart): Promise<Variation[]> {
  const ids = variationIdsOf(order.items)
  return ids.length === 0 ? [] : variationsByIds(ctx.db, ids)
}

function atTodaysPrices(order: LoadedOrder): ItemRow[] {
  const prices = new Map(heldPlaces(order).map((place) => [place.registration.id, place.booking.cost]))
  return order.items.map((item) => {
    const unit_amount = prices.get(item.registration_id ?? '') ?? item.unit_amount
    return { ...item, unit_amount, amount: unit_amount * item.quantity }
  })
}
