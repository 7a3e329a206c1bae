import { instant } from '../contract/instant.ts'
import { money } from '../contract/money.ts'
import type { CheckoutMethod, Quote } from '../contract/order.ts'
import type { Ctx } from '../context.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { cancellationOutcome } from '../registrations/cancellation-preview.ts'
import { methodsOf, showAmounts, showTaxes } from './show-order.ts'
import type { LoadedOrder } from './load-order.ts'
import { heldPlaces } from './order-refusals.ts'
import { showItem } from './show-item.ts'

type Shown = { checkout_method?: CheckoutMethod | undefined; notices: Quote['notices'] }

/** The quote of an order as it stands: what would be paid now, until when, and what would come back. */
export function showQuote(ctx: Ctx, order: LoadedOrder, shown: Shown): Quote {
  const reader = {
    currency: order.currency,
    language: ctx.language,
    contentLanguage: ctx.contentLanguage,
  }
  const methods = methodsOf(order, order.items.length, ctx.now)
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
    items: order.items.map((item) => showItem(item, reader)),
    discounts: order.discounts.map((each) => showDiscount(each, reader)),
    tax_items: showTaxes(order.tax_items, reader),
    ...showAmounts(order, ctx.language),
    balance_used: money(0, order.currency, ctx.language),
    returns_if_cancelled_now: money(returnsNow(ctx, order), order.currency, ctx.language),
    notices: shown.notices,
  }
}

/** What would come back if everything were paid and cancelled this moment: the sums, line by line. */
function returnsNow(ctx: Ctx, order: LoadedOrder): number {
  const lines = new Map(order.items.map((item) => [item.registration_id, item]))
  return heldPlaces(order).reduce((sum, { registration, booking }) => {
    const remaining = order.amount_total - sum
    return (
      sum +
      cancellationOutcome({
        status: 'confirmed',
        booking,
        line: lines.get(registration.id) ?? null,
        remaining,
        now: ctx.now,
      }).amount
    )
  }, 0)
}
