import { describe, expect, it } from 'vitest'
import { linePrice } from './line-price.ts'

describe('linePrice', () => {
  const hst = [{ name: 'HST', percent: 1300, included: false }]
  it.each([
    {
      what: 'a free place has no fee',
      cost: 0,
      fee: { percent: 250, fixed: 50, included: false },
      taxes: hst,
      line: { fee: 0, tax: 0, total: 0 },
    },
    {
      what: 'price and fee are taxed separately',
      cost: 34_500,
      fee: { percent: 0, fixed: 300, included: false },
      taxes: hst,
      line: { fee: 300, tax: 4524, total: 39_324 },
    },
    {
      what: 'a fee has a percentage and a fixed amount',
      cost: 32_000,
      fee: { percent: 250, fixed: 50, included: false },
      taxes: hst,
      line: { fee: 850, tax: 4271, total: 37_121 },
    },
    {
      what: 'half a cent is rounded up',
      cost: 50,
      fee: { percent: 100, fixed: 0, included: false },
      taxes: [{ name: 'Tax', percent: 100, included: false }],
      line: { fee: 1, tax: 1, total: 52 },
    },
    {
      what: 'an included fee is not added',
      cost: 10_000,
      fee: { percent: 250, fixed: 50, included: true },
      taxes: hst,
      line: { fee: 300, tax: 1300, total: 11_300 },
    },
    {
      what: 'an included fee is never more than the price',
      cost: 30,
      fee: { percent: 0, fixed: 50, included: true },
      taxes: [],
      line: { fee: 30, tax: 0, total: 30 },
    },
    {
      what: 'an included tax is part of the price',
      cost: 11_300,
      fee: { percent: 0, fixed: 0, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: true }],
      line: { fee: 0, tax: 1300, total: 11_300 },
    },
    {
      what: 'each of two taxes is calculated separately',
      cost: 10_000,
      fee: { percent: 0, fixed: 0, included: false },
      taxes: [
        { name: 'GST', percent: 500, included: false },
        { name: 'QST', percent: 998, included: false },
      ],
      line: { fee: 0, tax: 1498, total: 11_498 },
    },
  ])('a line item has the exact fee, tax and total: $what', ({ cost, fee, taxes, line }) => {
    const { fee: paid, tax, total } = linePrice(cost, { fee, taxes })
    expect({ fee: paid, tax, total }).toEqual(line)
  })

  it('the total is the cost plus added fee and taxes', () => {
    for (let cost = 0; cost < 3000; cost += 7) {
      const line = linePrice(cost, {
        fee: { percent: 333, fixed: 25, included: cost % 2 === 0 },
        taxes: [
          { name: 'A', percent: 1234, included: false },
          { name: 'B', percent: 700, included: cost % 3 === 0 },
        ],
      })
      const added = line.taxes.filter((tax) => !tax.is_included).reduce((sum, tax) => sum + tax.amount, 0)
      expect(line.total).toBe(cost + (line.is_fee_included ? 0 : line.fee) + added)
      expect(line.taxes.reduce((sum, tax) => sum + tax.amount, 0)).toBe(line.tax)
    }
  })
})
