import type { Choices } from '../../functions/test-bench/choices.ts'
import { plainCoupon } from '../../functions/test-bench/plain-coupon.ts'
import { fairRefund } from '../../functions/test-bench/programs.ts'
import {
  cancellationOutcome,
  type CancellationOutcome,
} from '../../functions/booking/registrations/cancellation-preview.ts'
import { type OrderLine, restOfOrder } from '../../functions/booking/registrations/rest-of-order.ts'
import { orderTotals } from '../../functions/money/orders/order-totals.ts'
import { blankLine } from '../../functions/money/orders/blank-line.ts'
import type { ItemRow } from '../../functions/money/orders/order-rows.ts'

const starts_at = Date.parse('2027-07-05T13:00:00Z')

/** A paid order with random prices, discounts, fees, taxes and refund policy, included or added. */
export function randomOrder({ below, pick, chance }: Choices) {
  const selling = {
    fee: { percent: pick([0, 250, 333]), fixed: pick([0, 175, 300]), included: chance(0.5) },
    taxes: [
      { name: 'GST', percent: pick([500, 1300]), included: chance(0.5) },
      { name: 'PST', percent: 998, included: chance(0.5) },
    ].slice(below(3)),
  }
  const priced = Array.from({ length: 1 + below(5) }, (_, at) => ({
    id: `line${at}`,
    kinds: ['event_option', 'camp'],
    product_id: `evt${at}`,
    product_variation_id: `opt${at}`,
    quantity: 1,
    amount: pick([0, 100, 3333, 34_500, 99_999]) + below(500),
    is_fee_included: chance(0.2) ? !selling.fee.included : selling.fee.included,
  }))
  const automatic = Array.from({ length: below(3) }, (_, at) => ({
    ...plainCoupon,
    id: `coupon${at}`,
    name: null,
    translations: {},
    type: 'percent_off' as const,
    percent_off: 100 + below(6000),
    amount_off: null,
    minimum_items: 1 + below(priced.length),
    minimum_amount: pick([null, 30_000]),
  }))
  const entered = chance(0.4)
    ? { ...plainCoupon, id: 'code', type: 'amount_off' as const, amount_off: 1 + below(9000), percent_off: null }
    : null
  const totals = orderTotals(priced, selling, { automatic, entered })
  const items = priced.map(
    ({ kinds: _, ...line }, at): ItemRow => ({
      ...blankLine,
      ...line,
      ...(totals.lines[at] as (typeof totals.lines)[number]),
      type: 'event_option',
      order_id: 'ord',
      position: at,
      source: line.id,
      product_name: `Camp ${at}`,
      registration_id: line.id,
      attendee_name: `Person ${at}`,
      unit_amount: line.amount,
      created: 0,
      translations: {},
    }),
  )
  const booking = {
    is_session: false,
    starts_at,
    timezone: 'America/Toronto',
    refund: {
      ...fairRefund,
      retention: { fixed: pick([0, 0, 500]), percent: pick([0, 0, 10]), keep_fees: chance(0.5) },
      tiers: [{ until: 'P3D', percent: pick([100, 50, 33]) }],
    },
  }
  return { selling, automatic, items, totals, booking }
}
export type RandomOrder = ReturnType<typeof randomOrder>

/** Cancels places of an order in this sequence, each by the policy. */
export function cancelAll(order: RandomOrder, sequence: readonly string[]): CancellationOutcome[] {
  let lines = order.items.map((item): OrderLine => ({ ...item, event_type: 'camp' }))
  let remaining = order.totals.amount_total
  return sequence.map((id) => {
    const line = order.items.find((each) => each.id === id) ?? null
    const around = restOfOrder({ fee: order.selling.fee, automatic: order.automatic, lines }, id)
    const now = starts_at - 30 * 86_400_000
    const outcome = cancellationOutcome({ status: 'confirmed', booking: order.booking, line, remaining, around, now })
    remaining -= outcome.amount
    lines = lines.map((each) => (each.id === id ? { ...each, ...outcome.stored } : each))
    return outcome
  })
}
