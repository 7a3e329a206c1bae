import { fairRefund } from '../../test-bench/programs.ts'
import { describe, expect, it } from 'vitest'
import { type PaidLine, paidParts } from '../../offering/pricing/refund-amount.ts'
import { cancellationAmount } from './cancellation-amount.ts'
import { type CancellationPolicy, type CancellableBooking, tierAt } from './cancellation-policy.ts'

const hst = (amount: number, fee_amount: number, is_included = false) => ({ is_included, amount, fee_amount })
const line = (part: Partial<PaidLine> = {}): PaidLine => ({
  amount: 34_500,
  amount_discount: 4_350,
  amount_fee: 300,
  is_fee_included: false,
  taxes: [hst(3_920, 39)],
  ...part,
})
const policy: CancellationPolicy = fairRefund
const starts_at = Date.parse('2027-07-05T13:00:00Z')
const camp = (refund: Partial<CancellationPolicy> = {}): CancellableBooking => ({
  is_session: false,
  starts_at,
  timezone: 'America/Toronto',
  refund: { ...policy, ...refund },
})
const early = Date.parse('2027-06-01T00:00:00Z')
const middle = Date.parse('2027-06-25T00:00:00Z')

describe('the components of a paid line item', () => {
  it.each([
    {
      what: 'a discounted price, a fee and HST on both',
      line: line(),
      parts: { base: 30_150, tax: 3_920, fee: 300, fee_tax: 39 },
    },
    {
      what: 'no tax and no fee',
      line: line({ amount_fee: 0, taxes: [] }),
      parts: { base: 30_150, tax: 0, fee: 0, fee_tax: 0 },
    },
    {
      what: 'tax included in price and fee',
      line: line({ amount: 11_300, amount_discount: 0, amount_fee: 113, taxes: [hst(1_300, 13, true)] }),
      parts: { base: 10_000, tax: 1_300, fee: 100, fee_tax: 13 },
    },
    {
      what: 'a fee included in the price',
      line: line({
        amount: 10_300,
        amount_discount: 0,
        amount_fee: 300,
        is_fee_included: true,
        taxes: [hst(1_339, 0)],
      }),
      parts: { base: 10_000, tax: 1_300, fee: 300, fee_tax: 39 },
    },
    {
      what: 'fee and tax included in the price',
      line: line({
        amount: 11_639,
        amount_discount: 0,
        amount_fee: 339,
        is_fee_included: true,
        taxes: [hst(1_339, 0, true)],
      }),
      parts: { base: 10_000, tax: 1_300, fee: 300, fee_tax: 39 },
    },
    {
      what: 'two taxes',
      line: line({ amount: 10_000, amount_discount: 0, amount_fee: 0, taxes: [hst(500, 0), hst(998, 0)] }),
      parts: { base: 10_000, tax: 1_498, fee: 0, fee_tax: 0 },
    },
    {
      what: 'a price of nothing',
      line: line({ amount: 34_500, amount_discount: 34_500, amount_fee: 0, is_fee_included: true, taxes: [hst(0, 0)] }),
      parts: { base: 0, tax: 0, fee: 0, fee_tax: 0 },
    },
  ])('the components of a line item with $what', ({ line, parts }) => expect(paidParts(line)).toEqual(parts))
})

describe('the refund of a cancellation', () => {
  it.each([
    {
      what: 'everything but the fee is refunded, as the order page shows',
      now: early,
      refund: {},
      total: 34_070,
      price: 30_150,
      tax: 3_920,
      fee: 0,
    },
    {
      what: 'half is refunded, as the order page shows',
      now: middle,
      refund: {},
      total: 17_035,
      price: 15_075,
      tax: 1_960,
      fee: 0,
    },
    {
      what: 'nothing is refunded after the last tier',
      now: starts_at - 1,
      refund: {},
      total: 0,
      price: 0,
      tax: 0,
      fee: 0,
    },
    {
      what: 'the fee and its tax are refunded if the policy refunds the fee',
      now: early,
      refund: { retention: { fixed: 0, percent: 0, keep_fees: false } },
      total: 34_409,
      price: 30_150,
      tax: 3_920,
      fee: 300,
    },
    {
      what: 'the fee is not refunded in a lower tier',
      now: middle,
      refund: { retention: { fixed: 0, percent: 0, keep_fees: false } },
      total: 17_035,
      price: 15_075,
      tax: 1_960,
      fee: 0,
    },
    {
      what: 'ten percent and five dollars are kept',
      now: early,
      refund: { retention: { fixed: 500, percent: 10, keep_fees: true } },
      total: 30_098,
      price: 26_635,
      tax: 3_463,
      fee: 0,
    },
    {
      what: 'half of the reduced amount is refunded',
      now: middle,
      refund: { retention: { fixed: 500, percent: 10, keep_fees: true } },
      total: 15_050,
      price: 13_318,
      tax: 1_732,
      fee: 0,
    },
    {
      what: 'nothing is refunded when more is kept than was paid',
      now: early,
      refund: { retention: { fixed: 99_999, percent: 0, keep_fees: true } },
      total: 0,
      price: 0,
      tax: 0,
      fee: 0,
    },
  ])('the refund of a cancellation: $what', ({ now, refund, total, price, tax, fee }) => {
    const event = camp(refund)
    const amount = cancellationAmount({
      parts: paidParts(line()),
      tier: tierAt(event, now),
      retention: event.refund.retention,
      remaining: 100_000,
    })
    expect(amount).toMatchObject({ total, price, tax, fee })
  })

  it('half a cent is rounded up', () => {
    const event = camp({ tiers: [{ until: 'P14D', percent: 50 }] })
    const amount = cancellationAmount({
      parts: { base: 101, tax: 13, fee: 0, fee_tax: 0 },
      tier: tierAt(event, early),
      retention: event.refund.retention,
      remaining: 1_000,
    })
    expect(amount).toMatchObject({ price: 51, tax: 7, total: 58 })
  })

  it('a refund is never more than the refundable remainder of the order', () => {
    const event = camp()
    expect(
      cancellationAmount({
        parts: paidParts(line()),
        tier: tierAt(event, early),
        retention: event.refund.retention,
        remaining: 1_000,
      }).total,
    ).toBe(1_000)
  })

  it('a cancellation by the organiser refunds the fee too', () => {
    const event = camp({ retention: { fixed: 500, percent: 10, keep_fees: true } })
    const amount = cancellationAmount({
      parts: paidParts(line()),
      tier: tierAt(event, starts_at),
      retention: event.refund.retention,
      remaining: 100_000,
      everything: true,
    })
    expect(amount.total).toBe(34_409)
  })
})
