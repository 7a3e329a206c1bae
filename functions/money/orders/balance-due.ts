import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { blankLine, unpriced } from './blank-line.ts'
import type { ItemRow } from './order-rows.ts'
import type { LineTotals } from './order-totals.ts'

/** The `product_id` of the item that pays a customer's debt. */
export const balanceDueProduct = 'balance_due'

type Owing = { id: string; customer_profile_id: string; balance: number | null; items: readonly ItemRow[] }
type Line = Pick<ItemRow, 'id' | 'type' | 'unit_amount' | 'cancelled_at'>

/** What a customer owes their program, in minor units: the amount by which their balance is below zero. */
export const debtOf = ({ balance }: { balance: number | null }): number => Math.max(0, -(balance ?? 0))

/** The debt among the items of an order, in minor units. */
export const balanceDueIn = (items: readonly Line[]): number =>
  sum(items.map((item) => (item.type === 'balance_due' && item.cancelled_at === null ? item.unit_amount : 0)))

/**
 * The item that pays a customer's whole debt; refused if they owe nothing. An order has at most one, and the schema
 * allows one open order with it.
 */
export function balanceDueLine(ctx: Ctx, order: Owing, position: number): ItemRow {
  const debt = debtOf(order)
  if (debt === 0 || order.items.some(({ type }) => type === 'balance_due'))
    throw new ApiError('state_conflict', { param: 'type', subject: balanceDueProduct })
  return {
    ...blankLine,
    id: ctx.newId('itm'),
    order_id: order.id,
    position,
    type: 'balance_due',
    source: order.customer_profile_id,
    product_id: balanceDueProduct,
    product_name: 'Balance due',
    translations: { language: 'en', fr: { product_name: 'Solde à payer' } },
    unit_amount: debt,
    amount: debt,
    created: ctx.now,
  }
}

/**
 * The items of a cart with today's debt, which the organisation may have corrected. Removes the item if nothing is
 * owed.
 */
export function withCurrentDebt<Item extends ItemRow>(
  items: readonly Item[],
  order: { balance: number | null },
): Item[] {
  const debt = debtOf(order)
  return items.flatMap((item) => {
    if (item.type !== 'balance_due') return [item]
    return debt > 0 ? [{ ...item, unit_amount: debt, amount: debt }] : []
  })
}

/** Totals of a debt: its amount, without fee, tax or discount. */
export const balanceDueTotals = ({ id, unit_amount }: Pick<ItemRow, 'id' | 'unit_amount'>): LineTotals => ({
  ...unpriced,
  id,
  amount: unit_amount,
})
