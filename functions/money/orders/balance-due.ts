import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { ItemRow } from './order-rows.ts'
import type { LineTotals } from './order-totals.ts'

/** The product of the line in which a customer pays what they owe. */
export const balanceDueProduct = 'balance_due'

type Owing = { id: string; customer_profile_id: string; balance: number | null; items: readonly ItemRow[] }
type Line = Pick<ItemRow, 'id' | 'type' | 'unit_amount' | 'cancelled_at'>

/** What a line says that is not of the store. */
export const noProduct = {
  product_type: null,
  confirm_text: null,
  pickup_text: null,
  return_days: null,
  return_on_request: false,
  stock_taken: 0,
  stock_held_until: null,
  attendee_profile_id: null,
  package_terms: null,
  membership_terms: null,
}

/** What a customer owes their program: how far their balance is below zero. */
export const debtOf = ({ balance }: { balance: number | null }): number => Math.max(0, -(balance ?? 0))

/** What the lines of an order pay of it. */
export const balanceDueIn = (items: readonly Line[]): number =>
  sum(items.map((item) => (item.type === 'balance_due' && item.cancelled_at === null ? item.unit_amount : 0)))

/** The line that pays all a customer owes; refused where they owe nothing. An order has one, and the schema one open order. */
export function balanceDueLine(ctx: Ctx, order: Owing, position: number): ItemRow {
  const debt = debtOf(order)
  if (debt === 0 || order.items.some(({ type }) => type === 'balance_due'))
    throw new ApiError('state_conflict', { param: 'type', subject: balanceDueProduct })
  return {
    id: ctx.newId('itm'),
    order_id: order.id,
    position,
    parent: null,
    type: 'balance_due',
    source: order.customer_profile_id,
    product_id: balanceDueProduct,
    product_name: 'Balance due',
    translations: { language: 'en', fr: { product_name: 'Solde à payer' } },
    product_variation_id: null,
    product_category_id: null,
    registration_id: null,
    attendee_name: null,
    quantity: 1,
    unit_amount: debt,
    amount: debt,
    amount_discount: 0,
    amount_fee: 0,
    amount_tax: 0,
    is_fee_included: false,
    taxes: [],
    discount_parts: [],
    cancelled_at: null,
    amount_cancelled: 0,
    ...noProduct,
    created: ctx.now,
  }
}

/** The lines of a cart with what is owed now: the organisation may have corrected it. A line that pays nothing any more is gone. */
export function withDebtOfNow<Item extends ItemRow>(items: readonly Item[], order: { balance: number | null }): Item[] {
  const debt = debtOf(order)
  return items.flatMap((item) => {
    if (item.type !== 'balance_due') return [item]
    return debt > 0 ? [{ ...item, unit_amount: debt, amount: debt }] : []
  })
}

/** What a debt costs: itself, without fee, tax or discount. */
export const balanceDueTotals = ({ id, unit_amount }: Pick<ItemRow, 'id' | 'unit_amount'>): LineTotals => ({
  id,
  amount: unit_amount,
  amount_discount: 0,
  amount_fee: 0,
  amount_tax: 0,
  is_fee_included: false,
  taxes: [],
  discount_parts: [],
})
