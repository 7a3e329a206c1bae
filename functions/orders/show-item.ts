import { money } from '../contract/money.ts'
import type { Language } from '../contract/field-rules.ts'
import { localize } from '../contract/texts.ts'
import type { OrderItem } from '../contract/order.ts'
import type { ItemRow } from './order-rows.ts'

type Reader = { currency: string; language: string; contentLanguage: Language | null }

/** An add-on is for whom its place is for. */
const nameOfParent = ({ parent }: ItemRow, all: readonly ItemRow[]) =>
  (parent !== null && all.find(({ id }) => id === parent)?.attendee_name) || null

/** A line of an order, `all` are the lines it stands among. `amount_tax` is the tax on its price; the tax on the fee is the rest of the order's. */
export function showItem(row: ItemRow, reader: Reader, all: readonly ItemRow[] = []): OrderItem {
  const inMoney = (amount: number) => money(amount, reader.currency, reader.language)
  const { product_name, confirm_text, pickup_text, text_languages } = localize(row, reader.contentLanguage)
  return {
    id: row.id,
    object: 'order_item',
    type: row.type,
    source: row.source,
    parent: row.parent,
    product_id: row.product_id,
    product_name,
    text_languages,
    product_variation_id: row.product_variation_id,
    product_category_id: row.product_category_id,
    quantity: row.quantity,
    unit_amount: inMoney(row.unit_amount),
    amount: inMoney(row.amount),
    amount_discount: inMoney(row.amount_discount),
    amount_fee: inMoney(row.amount_fee),
    amount_tax: inMoney(row.amount_tax),
    is_fee_included: row.is_fee_included,
    registration_id: row.registration_id,
    attendee_name: row.attendee_name ?? nameOfParent(row, all),
    confirm_text,
    pickup_text,
    return_days: row.return_days,
    is_cancelled: row.cancelled_at !== null,
  }
}
