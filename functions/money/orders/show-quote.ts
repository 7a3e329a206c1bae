import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import type { CheckoutMethod, Quote } from '../../contract/money/order.ts'
import { canChargeCard } from '../../contract/money/stripe-amount.ts'
import type { Ctx } from '../../platform/context.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { amountDue } from './order-money.ts'
import { offlineDueAt } from './checkout-methods.ts'
import { methodsOf, showAmounts, showTaxes } from './show-order.ts'
import type { LoadedOrder } from './load-order.ts'
import { showPlannedParts } from './show-instalments.ts'
import { showReturnSteps } from './show-returns.ts'
import { showItem } from './show-item.ts'

type Shown = {
  checkout_method?: CheckoutMethod | undefined
  /** The amount that the balance pays. */
  balance_used: number
  notices: Quote['notices']
}

/** The quote of an order: the amount to pay now, the deadline, and the refund for cancelling. */
export function showQuote(ctx: Ctx, order: LoadedOrder, shown: Shown): Quote {
  const reader = {
    currency: order.currency,
    program: order.program,
    membership_id: order.membership_id,
    language: ctx.language,
    contentLanguage: ctx.contentLanguage,
  }
  const remaining = Math.max(0, amountDue(order) - shown.balance_used)
  const isCovered = shown.balance_used > 0 && remaining === 0
  const offered = methodsOf(order, order.items.length, ctx.now)
  // A card cannot be charged every amount that remains after the balance.
  const isCardPossible = remaining === 0 || canChargeCard(remaining, order.currency)
  const possible = offered.filter((method) => method !== 'card' || isCardPossible)
  const methods: CheckoutMethod[] = isCovered && offered.length > 0 ? ['free'] : possible
  const only = methods.length === 1 ? (methods[0] ?? null) : null
  const isPossible = shown.checkout_method !== undefined && methods.includes(shown.checkout_method)
  return {
    object: 'quote',
    order_id: order.id,
    quote_version: order.quote_version,
    valid_until: instant(order.hold_expires_at),
    checkout_method: isPossible ? (shown.checkout_method ?? null) : only,
    checkout_methods: methods,
    currency: order.currency,
    country: order.country,
    items: order.items.map((item) => showItem(item, reader, order.items)),
    discounts: order.discounts.map((each) => showDiscount(each, reader)),
    tax_items: showTaxes(order.tax_items, reader),
    ...showAmounts(order, ctx.language, remaining),
    amount_carried: money(order.amount_carried, order, ctx.language),
    balance_used: money(shown.balance_used, order, ctx.language),
    ...showReturns(ctx, order),
    instalments: offered.includes('card') ? showPlannedParts(ctx, order) : [],
    offline_due_at: methods.includes('offline') ? instant(offlineDueAt(order, ctx.now)) : null,
    notices: shown.notices,
  }
}

/** The refund if everything were paid and then cancelled, now and after each deadline. */
function showReturns(ctx: Ctx, order: LoadedOrder): Pick<Quote, 'returns_if_cancelled_now' | 'returns_if_cancelled'> {
  const returns_if_cancelled = showReturnSteps(ctx, order)
  const [now] = returns_if_cancelled
  const value = now ? now.amount_returned.value + now.amount_requested.value : 0
  return { returns_if_cancelled_now: money(value, order, ctx.language), returns_if_cancelled }
}
