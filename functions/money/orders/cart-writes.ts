import { pick } from '../../contract/pick.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { AvailableCoupons } from '../discounts/available-coupons.ts'
import type { CouponTerms } from '../discounts/coupon-rules.ts'
import type { Spread } from '../discounts/spread-discounts.ts'
import { writeDiscounts } from '../discounts/write-discounts.ts'
import type { LoadedOrder } from './load-order.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { membershipsOfToday } from './membership-lines.ts'
import { changeItem, insertItem, type ItemRow, type OrderChange, type OrderRow } from './order-rows.ts'
import { type Priced, priceOrder } from './price-order.ts'
import type { OrderedPlace } from './take-places.ts'

/** A cart after a change: its items at the prices at which they were added, their places, and the entered code. */
export type Cart = {
  items: ItemRow[]
  places: readonly OrderedPlace[]
  entered: CouponTerms | null
  coupons: AvailableCoupons | null
}
type ItemWrite = { item: ItemRow; write: Statement }
type CartWrites = {
  priced: Priced
  set: OrderChange
  /** The items with their amounts. */
  items: ItemRow[]
  /** The statement that writes each new or changed item, before those of the discounts. */
  itemWrites: ItemWrite[]
  discountWrites: Statement[]
  writes: Statement[]
  isChanged: boolean
}

/**
 * Prices a cart again and returns the statements that write its items and discounts. An entered code that does not
 * apply stays on the cart without effect, and takes effect when it applies again. With `dropsCode`, which the quote
 * sets, such a code is removed.
 */
export function cartWrites(
  ctx: Ctx,
  order: OrderRow & Pick<LoadedOrder, 'program' | 'items' | 'discounts'>,
  cart: Cart & { dropsCode?: boolean },
): CartWrites {
  const { program } = order
  const cartItems = membershipsOfToday(cart.items, dayInZone(ctx.now, program.timezone))
  const types = new Map(cart.places.map((place) => [place.registration.id, place.booking.event_type]))
  const items = cartItems.map((item) => ({
    ...item,
    kind: types.get(item.registration_id ?? '') ?? item.product_type,
  }))
  const priced = priceOrder(items, {
    currency: order.currency,
    selling: program.selling,
    coupons: cart.coupons,
    entered: cart.entered,
  })
  const spreads =
    priced.refusedCode && cart.entered && !cart.dropsCode
      ? [...priced.totals.discounts, idle(cart.entered)]
      : priced.totals.discounts
  const pricedItems = withTotals(cartItems, priced)
  const itemWrites = writeItems(ctx, order.items, pricedItems)
  const discountWrites = writeDiscounts(ctx, order, spreads)
  const set = setOf(priced)
  const isChanged = itemWrites.length > 0 || differs(order, set) || discountsDiffer(order.discounts, spreads)
  return {
    priced,
    set,
    items: pricedItems,
    itemWrites,
    discountWrites,
    writes: [...itemWrites.map(({ write }) => write), ...discountWrites],
    isChanged,
  }
}

function withTotals(items: ItemRow[], { totals }: Priced): ItemRow[] {
  return items.map((item, at) => {
    const line = totals.lines[at]
    if (!line) return item
    return {
      ...item,
      amount: line.amount,
      amount_discount: line.amount_discount,
      amount_fee: line.amount_fee,
      amount_tax: line.amount_tax,
      is_fee_included: line.is_fee_included,
      taxes: line.taxes,
      discount_parts: line.discount_parts,
    }
  })
}

function writeItems(ctx: Ctx, before: ItemRow[], after: ItemRow[]): ItemWrite[] {
  const existing = new Map(before.map((item) => [item.id, item]))
  return after.flatMap((item) => {
    const old = existing.get(item.id)
    if (!old) return [{ item, write: insertItem(ctx.db, item) }]
    if (JSON.stringify(old) === JSON.stringify(item)) return []
    return [{ item, write: changeItem(ctx.db, item.id, pick(item, pricedFields)) }]
  })
}

const pricedFields = [
  'source',
  'product_name',
  'product_variation_id',
  'confirm_text',
  'translations',
  'quantity',
  'stock_taken',
  'unit_amount',
  'amount',
  'amount_discount',
  'amount_fee',
  'amount_tax',
  'is_fee_included',
  'taxes',
  'discount_parts',
  'parent',
  'membership_terms',
] as const

function setOf({ totals }: Priced) {
  const { amount_subtotal, amount_discount, amount_fee, amount_tax, amount_total, tax_items } = totals
  return { amount_subtotal, amount_discount, amount_fee, amount_tax, amount_total, tax_items }
}

function differs(order: OrderRow, set: ReturnType<typeof setOf>): boolean {
  return Object.entries(set).some(
    ([name, value]) => JSON.stringify(order[name as keyof typeof set]) !== JSON.stringify(value),
  )
}

function discountsDiffer(before: LoadedOrder['discounts'], after: Spread[]): boolean {
  const text = (all: [string, number, boolean][]) => JSON.stringify(all.sort(([a], [b]) => (a < b ? -1 : 1)))
  return (
    text(before.map(({ discount }) => [discount.coupon_id, discount.amount, discount.is_entered])) !==
    text(after.map((each) => [each.coupon_id, each.amount, each.is_entered]))
  )
}

const idle = (coupon: CouponTerms): Spread => ({ coupon_id: coupon.id, is_entered: true, amount: 0, parts: [] })
