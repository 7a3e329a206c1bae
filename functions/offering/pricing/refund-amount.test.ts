import { describe, expect, it } from 'vitest'
import type { Selling } from './line-price.ts'
import { refundOfPrice } from './refund-amount.ts'

const selling = (part: Partial<Selling['fee']> = {}, tax: Partial<Selling['taxes'][number]> = {}): Selling => ({
  fee: { percent: 250, fixed: 50, included: false, ...part },
  taxes: [{ name: 'HST', percent: 1300, included: false, ...tax }],
})
const nothingKept = { fixed: 0, percent: 0, keep_fees: true }

describe('the refund of a place at its listed price', () => {
  it.each([
    { what: 'all but the fee and its tax', percent: 100, retention: nothingKept, amount: 38_985 },
    { what: 'half of the price without the fee', percent: 50, retention: nothingKept, amount: 19_493 },
    { what: 'nothing', percent: 0, retention: nothingKept, amount: 0 },
    { what: 'all with the fee', percent: 100, retention: { ...nothingKept, keep_fees: false }, amount: 40_017 },
    { what: 'half without the fee', percent: 50, retention: { ...nothingKept, keep_fees: false }, amount: 19_493 },
    { what: 'all but $25', percent: 100, retention: { ...nothingKept, fixed: 2500 }, amount: 36_160 },
    { what: 'never less than nothing', percent: 100, retention: { ...nothingKept, fixed: 99_999 }, amount: 0 },
  ])('the refund of a place is $what', ({ percent, retention, amount }) =>
    expect(refundOfPrice(34_500, selling(), { percent, retention })).toBe(amount),
  )
  it('an included fee and tax are part of the refunded price', () => {
    const inside = selling({ included: true }, { included: true })
    const all = { ...nothingKept, keep_fees: false }
    expect(refundOfPrice(34_500, inside, { percent: 100, retention: all })).toBe(34_500)
    expect(refundOfPrice(34_500, inside, { percent: 100, retention: nothingKept })).toBe(33_587)
  })
})
