import type { Selling } from '../../offering/pricing/line-price.ts'
import type { EarningTerms, SoldLine } from '../../offering/pricing/lost-discounts.ts'
import type { RestOfOrder } from './cancellation-preview.ts'

/** A line item that was not cancelled, as stored; `event_type` is null for anything but a place in an event. */
export type OrderLine = Omit<SoldLine, 'kinds' | 'is_fee_included'> & {
  registration_id: string | null
  type: string
  event_type: string | null
  is_fee_included: boolean | number
}
/** The order that contains a place, with its automatic discounts. */
export type OrderAround = { fee: Selling['fee']; automatic: EarningTerms[]; lines: OrderLine[] }

/** The remaining order after one place was removed; null when nothing remains or the place has no line item. */
export const restOfOrder = (around: OrderAround, registrationId: string): RestOfOrder | null =>
  restWithout(around, (line) => line.registration_id === registrationId)

/** The remaining order after another line item was removed. */
export const aroundItem = (around: OrderAround, itemId: string): RestOfOrder | null =>
  restWithout(around, ({ id }) => id === itemId)

function restWithout(
  { fee, automatic, lines }: OrderAround,
  isLeaving: (line: OrderLine) => boolean,
): RestOfOrder | null {
  const sold = lines.map((line) => ({ line, sold: asSold(line) }))
  const leaving = sold.find(({ line }) => isLeaving(line))
  const rest = sold.filter((each) => each !== leaving).map((each) => each.sold)
  if (!leaving || rest.length === 0 || automatic.length === 0) return null
  return { leaving: leaving.sold, rest, automatic, selling: { fee, taxes: [] } }
}

/** A stored line item in the form that the rules use. */
export function asSold({ registration_id, type, event_type, ...line }: OrderLine): SoldLine {
  return {
    ...line,
    is_fee_included: Boolean(line.is_fee_included),
    kinds: event_type === null ? [type] : [type, event_type],
  }
}
