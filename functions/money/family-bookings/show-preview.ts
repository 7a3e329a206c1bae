import { money } from '../../contract/display-money.ts'
import type { BookingPreview } from '../../contract/money/family-booking.ts'
import type { Ctx } from '../../platform/context.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import type { cartWrites } from '../orders/cart-writes.ts'
import { showItem } from '../orders/show-item.ts'
import { showTaxes } from '../orders/show-order.ts'
import type { Cart } from './load-booking.ts'

type Priced = Pick<ReturnType<typeof cartWrites>, 'priced' | 'items'>

/** What the cart of a booking would be: its items, discounts and amounts, and who cannot have a place. */
export function showPreview(
  ctx: Ctx,
  cart: Cart,
  { priced: { totals }, items, refusals, isNew }: Priced & Pick<BookingPreview, 'refusals'> & { isNew: boolean },
): BookingPreview {
  const { currency, program } = cart
  const reader = {
    currency,
    program,
    membership_id: null,
    language: ctx.language,
    contentLanguage: ctx.contentLanguage,
  }
  const inMoney = (amount: number) => money(amount, cart, ctx.language)
  return {
    object: 'booking_preview',
    program_id: cart.program_id,
    order_id: isNew ? null : cart.id,
    currency,
    items: items.map((item) => showItem(item, reader, items)),
    discounts: discountsOf(ctx, cart, totals.discounts).map((each) => showDiscount(each, reader)),
    tax_items: showTaxes(totals.tax_items, reader),
    amount_subtotal: inMoney(totals.amount_subtotal),
    amount_discount: inMoney(totals.amount_discount),
    amount_fee: inMoney(totals.amount_fee),
    amount_tax: inMoney(totals.amount_tax),
    amount_total: inMoney(totals.amount_total),
    refusals,
  }
}

function discountsOf(ctx: Ctx, cart: Cart, spreads: Priced['priced']['totals']['discounts']) {
  const coupons = [
    ...(cart.coupons?.automatic ?? []),
    ...(cart.coupons?.byCode ? [cart.coupons.byCode] : []),
    ...cart.discounts.map(({ coupon }) => coupon),
  ]
  return spreads.flatMap(({ coupon_id, amount, is_entered }) => {
    const coupon = coupons.find(({ id }) => id === coupon_id)
    if (!coupon) return []
    const discount = {
      id: ctx.newId('dis'),
      order_id: cart.id,
      coupon_id,
      customer_id: cart.customer_id,
      amount,
      is_entered,
      state: 'applied' as const,
      redeemed: null,
      created: ctx.now,
    }
    return [{ discount, coupon }]
  })
}
