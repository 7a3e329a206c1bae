import { displayMoney } from '#contract/display-money'
import { languageOf, type Locale } from '#contract/date-format'
import { eventWhen } from '#contract/event-times'
import type { Order } from '#contract/money/order'
import { placeWords } from '../../offering/explore/card.ts'

/** `when` has the days and the place of the booking. */
export type ReceiptLine = {
  name: string
  when: string | null
  price: string
  discount: string
  tax: string
  sum: string
}

/**
 * Lines of the receipt, which add up to the total, with the fee last. A place has its days and its venue, which also tell the
 * times of a series apart. Included taxes are named, not added.
 */
export function receiptLines(order: Order, words: { language: string; locale: Locale; fee: string }): ReceiptLine[] {
  const whenOf = (registrationId: string | null) => {
    const event = order.registrations.find(({ id }) => id === registrationId)?.event
    if (!event) return null
    const { days } = eventWhen(event, words.locale)
    return [days, placeWords(event, languageOf(words.locale))].filter(Boolean).join(' · ')
  }
  const format = (value: number) => displayMoney(value, order.amount_total, words.language)
  const lines = order.items.map(
    (item): ReceiptLine => ({
      name: [`${item.quantity > 1 ? `${item.quantity} × ` : ''}${item.product_name}`, item.attendee_name]
        .filter(Boolean)
        .join(', '),
      when: whenOf(item.registration_id),
      price: item.amount.display,
      discount: item.amount_discount.value > 0 ? `−${item.amount_discount.display}` : item.amount_discount.display,
      tax: item.amount_tax.display,
      sum: format(item.amount.value - item.amount_discount.value + item.amount_tax_added.value),
    }),
  )
  const fee = feeLine(order, format)
  return fee ? [...lines, { name: words.fee, when: null, ...fee }] : lines
}

/** The line of the booking fee with its part of the tax, when prices do not include the fee. */
function feeLine(order: Order, format: (value: number) => string): Omit<ReceiptLine, 'name' | 'when'> | null {
  const fee = order.items.reduce((sum, item) => sum + (item.is_fee_included ? 0 : item.amount_fee.value), 0)
  if (fee === 0) return null
  const ofFee = (name: 'amount_tax' | 'amount_tax_added') =>
    order.tax_items.reduce((sum, tax) => sum + (name === 'amount_tax' || !tax.is_included ? tax.amount.value : 0), 0) -
    order.items.reduce((sum, item) => sum + item[name].value, 0)
  return {
    price: format(fee),
    discount: format(0),
    tax: format(ofFee('amount_tax')),
    sum: format(fee + ofFee('amount_tax_added')),
  }
}
