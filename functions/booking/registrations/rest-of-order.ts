import type { Selling } from '../../offering/pricing/line-price.ts'
import type { EarningTerms, RestOfOrder, SoldLine } from '../../offering/pricing/lost-discounts.ts'

/**
 * A line item as it is stored; `event_type` is null unless the item is a place in an event; `refund_policy` is null
 * until the customer cancels the item.
 */
export type OrderLine = Omit<SoldLine, 'kinds' | 'is_fee_included'> & {
  registration_id: string | null
  type: string
  event_type: string | null
  is_fee_included: boolean | number
  refund_policy: number | null
  discount_lost: number
}
/** The order that contains a place, with its automatic discounts. */
export type OrderAround = { fee: Selling['fee']; automatic: EarningTerms[]; lines: OrderLine[] }

/**
 * The order that a place leaves, together with the places `leavingToo`; null when it has no automatic discount, or the
 * place has no line item.
 */
export const restOfOrder = (
  around: OrderAround,
  registrationId: string,
  leavingToo: ReadonlySet<string> = new Set(),
): RestOfOrder | null =>
  restWithout(
    {
      ...around,
      lines: around.lines.filter(
        ({ registration_id, refund_policy }) =>
          refund_policy !== null || registration_id === registrationId || !leavingToo.has(registration_id ?? ''),
      ),
    },
    (line) => line.registration_id === registrationId,
  )

/** The order that another line item leaves. */
export const aroundItem = (around: OrderAround, itemId: string): RestOfOrder | null =>
  restWithout(around, ({ id }) => id === itemId)

function restWithout(
  { fee, automatic, lines }: OrderAround,
  isLeaving: (line: OrderLine) => boolean,
): RestOfOrder | null {
  if (automatic.length === 0) return null
  const leaving = lines.find((line) => line.refund_policy === null && isLeaving(line))
  if (!leaving) return null
  return {
    leaving: asSold(leaving),
    gone: lines.flatMap((line) =>
      line.refund_policy === null
        ? []
        : [{ ...asSold(line), refund_policy: line.refund_policy, discount_lost: line.discount_lost }],
    ),
    rest: lines.filter((line) => line.refund_policy === null && line !== leaving).map(asSold),
    automatic,
    selling: { fee, taxes: [] },
  }
}

/** A stored line item in the form that the rules use. */
export function asSold({
  registration_id,
  type,
  event_type,
  refund_policy,
  discount_lost,
  ...line
}: OrderLine): SoldLine {
  return {
    ...line,
    is_fee_included: Boolean(line.is_fee_included),
    kinds: event_type === null ? [type] : [type, event_type],
  }
}
