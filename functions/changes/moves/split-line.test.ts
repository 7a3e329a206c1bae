import { dayMs } from '../../contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { amountBack, type LineSums, splitLine } from './split-line.ts'

const starts = Date.UTC(2027, 6, 19, 13)
const hst = (amount: number, fee_amount: number) => ({
  name: 'HST',
  percent: 1300,
  is_included: false,
  amount,
  fee_amount,
})
/** 345.00 with a fee of 9.13 and 13 % tax on both: 400.17. */
const sailWeek: LineSums = {
  unit_amount: 34_500,
  amount: 34_500,
  amount_discount: 0,
  amount_fee: 913,
  amount_tax: 4485,
  is_fee_included: false,
  taxes: [hst(4485, 119)],
  discount_parts: [],
}
const policy = (change: object = {}) => ({
  is_session: false,
  starts_at: starts,
  timezone: 'America/Toronto',
  refund: {
    tiers: [
      { until: 'P14D', percent: 100 },
      { until: 'P3D', percent: 50 },
    ],
    retention: { fixed: 500, percent: 0, keep_fees: false },
    automatic: true,
    request: true,
    session: null,
    ...change,
  },
})

describe('splitting the line item of a place that moves to a lower price', () => {
  it('the place and the remaining line item add up to what was paid', () => {
    const { kept, rest } = splitLine(sailWeek, 21_000)
    expect(kept).toMatchObject({ unit_amount: 21_000, amount_fee: 913, amount_tax: 2730, taxes: [hst(2730, 119)] })
    expect(rest).toMatchObject({ unit_amount: 13_500, amount_fee: 0, amount_tax: 1755, taxes: [hst(1755, 0)] })
  })

  it('the place keeps its share of a discount', () => {
    const line = { ...sailWeek, amount_discount: 3450, discount_parts: [{ coupon_id: 'cou_1', amount: 3450 }] }
    const { kept, rest } = splitLine(line, 21_000)
    expect([kept.amount_discount, rest.amount_discount]).toEqual([2100, 1350])
    expect(rest.discount_parts).toEqual([{ coupon_id: 'cou_1', amount: 1350 }])
  })

  it('an included fee stays included', () => {
    const { kept, rest } = splitLine({ ...sailWeek, is_fee_included: true }, 500)
    expect([kept.amount_fee, rest.amount_fee]).toEqual([500, 413])
  })

  it.each<[string, object, number, number]>([
    ['the difference with its tax while cancelling is free', {}, 20, 15_255],
    ['the share of the policy after the free period', {}, 7, 7628],
    ['nothing after the last tier', {}, 1, 0],
    ['nothing without an automatic refund', { automatic: false }, 20, 0],
  ])('the customer is refunded %s', (_, change, daysAhead, back) => {
    const { rest } = splitLine(sailWeek, 21_000)
    const about = { booking: policy(change), remaining: 40_017, now: starts - daysAhead * dayMs, isByStaff: false }
    expect(amountBack(rest, about)).toBe(back)
  })

  it.each([
    ['what the customer would request', { automatic: false, request: true }, 15_255],
    ['nothing that the customer could not request', { automatic: false, request: false }, 0],
  ])('staff refund %s', (_, change, back) => {
    const { rest } = splitLine(sailWeek, 21_000)
    const about = { booking: policy(change), remaining: 40_017, now: starts - 20 * dayMs, isByStaff: true }
    expect(amountBack(rest, about)).toBe(back)
  })

  it('the refund is at most the refundable remainder of the order', () => {
    const { rest } = splitLine(sailWeek, 21_000)
    expect(amountBack(rest, { booking: policy(), remaining: 700, now: starts - 20 * dayMs, isByStaff: false })).toBe(
      700,
    )
  })
})
