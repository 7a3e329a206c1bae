import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainCoupon } from '../../test-bench/plain-coupon.ts'
import { type Choices, endlessChoices } from '../../test-bench/choices.ts'
import { fairRefund } from '../../test-bench/programs.ts'
import { orderTotals } from '../../money/orders/order-totals.ts'
import { paidFor } from '../../offering/pricing/lost-discounts.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { cancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import { type OrderLine, restOfOrder } from '../../booking/registrations/rest-of-order.ts'
import { returnSteps } from '../../booking/registrations/return-steps.ts'

const starts_at = Date.parse('2027-07-05T13:00:00Z')

/** A paid order of up to five places with random prices, discounts, fee, taxes and policy. */
function randomOrder({ below, pick, chance }: Choices) {
  const selling = {
    fee: { percent: pick([0, 250, 333]), fixed: pick([0, 175, 300]), included: chance(0.5) },
    taxes: pick([0, 1, 2]) === 0 ? [] : [{ name: 'HST', percent: pick([1300, 975]), included: chance(0.5) }],
  }
  const kinds = ['event_option', 'camp']
  const lines = Array.from({ length: 2 + below(3) }, (_, at) => ({
    id: `line${at}`,
    kinds,
    product_id: `evt${at}`,
    product_variation_id: `opt${at}`,
    quantity: 1,
    amount: pick([0, 100, 3333, 34_500, 99_999]) + below(500),
  }))
  const automatic = Array.from({ length: 1 + below(2) }, (_, at) => ({
    ...plainCoupon,
    id: `coupon${at}`,
    name: null,
    translations: {},
    type: 'percent_off' as const,
    percent_off: 100 + below(6000),
    amount_off: null,
    minimum_items: 1 + below(lines.length),
    minimum_amount: pick([null, 30_000]),
  }))
  const totals = orderTotals(lines, selling, { automatic, entered: null })
  const sold: OrderLine[] = lines.map(({ kinds: _, ...line }, at) => ({
    ...line,
    ...(totals.lines[at] as (typeof totals.lines)[number]),
    registration_id: line.id,
    type: 'event_option',
    event_type: 'camp',
    refund_policy: null,
    discount_lost: 0,
  }))
  const retention = { fixed: pick([0, 0, 500]), percent: pick([0, 0, 10]), keep_fees: chance(0.5) }
  const booking = {
    is_session: false,
    starts_at,
    timezone: 'America/Toronto',
    refund: { ...fairRefund, retention, tiers: [{ until: 'P3D', percent: pick([100, 50, 33]) }] },
  }
  const around = { fee: selling.fee, automatic, lines: sold }
  return { around, booking, total: totals.amount_total }
}
type RandomOrder = ReturnType<typeof randomOrder>

/** Cancels places in this sequence; returns what each refunds. */
function cancelAll({ around, booking, total }: RandomOrder, sequence: readonly string[]): number[] {
  let lines = around.lines
  let remaining = total
  return sequence.map((id) => {
    const line = lines.find((each) => each.id === id) as OrderLine
    const outcome = cancellationOutcome({
      status: 'confirmed',
      booking,
      line: { ...line, is_fee_included: Boolean(line.is_fee_included) },
      remaining,
      around: restOfOrder({ ...around, lines }, id),
      now: starts_at - 30 * 86_400_000,
    })
    expect(outcome.paid - outcome.kept - (outcome.lost?.amount ?? 0)).toBe(outcome.amount)
    expect(outcome.amount).toBeGreaterThanOrEqual(0)
    remaining -= outcome.amount
    lines = lines.map((each) => (each.id === id ? { ...each, ...outcome.stored } : each))
    return outcome.amount
  })
}

const sequencesOf = (ids: readonly string[]): string[][] =>
  ids.length === 0
    ? [[]]
    : ids.flatMap((first) => sequencesOf(ids.filter((id) => id !== first)).map((rest) => [first, ...rest]))

it('cancelling the places of an order in any sequence refunds the same sum as cancelling the order', () => {
  fc.assert(
    fc.property(endlessChoices, (choices) => {
      const order = randomOrder(choices)
      const ids = order.around.lines.map(({ id }) => id)
      const leaving = ids.filter(() => choices.chance(0.7))
      const sums = new Set(sequencesOf(leaving).map((sequence) => sum(cancelAll(order, sequence))))
      expect(sums.size).toBe(1)
      const [step] = returnSteps(
        order.around.lines.map((line) => ({
          status: 'confirmed' as const,
          booking: order.booking,
          line: { ...line, is_fee_included: Boolean(line.is_fee_included) },
        })),
        { remaining: order.total, now: starts_at - 30 * 86_400_000 },
      )
      expect(sum(cancelAll(order, ids))).toBe(step?.returned)
      expect(sum(order.around.lines.map((line) => paidFor({ ...line, is_fee_included: !!line.is_fee_included })))).toBe(
        order.total,
      )
    }),
    { numRuns: 60 },
  )
})
