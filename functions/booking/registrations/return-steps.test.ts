import { fairRefund } from '../../test-bench/programs.ts'
import { describe, expect, it } from 'vitest'
import type { CancellationPolicy } from './cancellation-policy.ts'
import { type ReturnPlace, returnSteps } from './return-steps.ts'

const starts_at = Date.parse('2027-07-05T13:00:00Z')
const days = (count: number) => starts_at - count * 86_400_000
const policy: CancellationPolicy = { ...fairRefund, request: false }
const place = (part: Partial<CancellationPolicy> = {}, more: Partial<ReturnPlace> = {}): ReturnPlace => ({
  status: 'confirmed',
  booking: { is_session: false, starts_at, timezone: 'America/Toronto', refund: { ...policy, ...part } },
  line: { amount: 10_000, amount_discount: 0, amount_fee: 0, is_fee_included: false, taxes: [] },
  ...more,
})
const early = { tiers: [{ until: 'P20D', percent: 100 }] }

describe('the refund of a whole order after each deadline', () => {
  it.each([
    {
      what: 'two places of one camp',
      places: [place(), place()],
      steps: [
        [days(14), 20_000, 0],
        [days(3), 10_000, 0],
        [null, 0, 0],
      ],
    },
    {
      what: 'places with different deadlines, one after the other',
      places: [place(), place(early)],
      steps: [
        [days(20), 20_000, 0],
        [days(14), 10_000, 0],
        [days(3), 5_000, 0],
        [null, 0, 0],
      ],
    },
    {
      what: 'places refunded by request',
      places: [place(), place({ automatic: false, request: true })],
      steps: [
        [days(14), 10_000, 10_000],
        [days(3), 5_000, 5_000],
        [null, 0, 0],
      ],
    },
    {
      what: 'a policy without refunds are one step without an amount',
      places: [place({ tiers: [] })],
      steps: [[null, 0, 0]],
    },
    {
      what: 'several places are empty when one cannot be cancelled',
      places: [place(), place({}, { status: 'attended' })],
      steps: [],
    },
    { what: 'no places are empty', places: [], steps: [] },
  ])('the refund steps of $what', ({ places, steps }) =>
    expect(
      returnSteps(places, { remaining: 20_000, now: days(30) }).map((step) => [
        step.until,
        step.returned,
        step.requested,
      ]),
    ).toEqual(steps),
  )

  it('the refund never exceeds what was paid and not yet refunded', () =>
    expect(returnSteps([place(), place()], { remaining: 12_000, now: days(30) })[0]?.returned).toBe(12_000))

  it('the first step shown is the one that applies now', () =>
    expect(returnSteps([place()], { remaining: 10_000, now: days(3) })).toEqual([
      { until: days(3), returned: 5_000, requested: 0 },
      { until: null, returned: 0, requested: 0 },
    ]))
})
