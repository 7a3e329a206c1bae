import { describe, expect, it } from 'vitest'
import { pricedTotal, totalSoFar } from './total-so-far.ts'

const camp = { cost: 34_500, sum: { first: 40_017, total: 40_017, fee: 913, taxes: [{ name: 'HST', amount: 4604 }] } }
const club = {
  cost: 10_000,
  sum: {
    first: 10_500,
    total: 10_500,
    fee: 0,
    taxes: [
      { name: 'HST', amount: 300 },
      { name: 'Lake levy', amount: 200 },
    ],
  },
}

describe('the running total of the form', () => {
  it('U8: the total comes before its parts', () => {
    const { first, total, cost, fee, taxes } = totalSoFar([camp, camp, club])
    expect({ first, cost, fee, taxes }).toEqual({
      first: 90_534,
      cost: 79_000,
      fee: 1826,
      taxes: [
        { name: 'HST', amount: 9508 },
        { name: 'Lake levy', amount: 200 },
      ],
    })
    expect(cost + fee + taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
  })
  it('U8: there is no total before a person is selected', () =>
    expect(totalSoFar([])).toEqual({ first: 0, total: 0, cost: 0, fee: 0, taxes: [], discounts: [] }))

  it('the total of the server replaces the sum, with its discounts', () => {
    const money = (value: number) => ({ value })
    const preview = {
      amount_subtotal: money(69_000),
      amount_fee: money(1600),
      amount_total: money(71_812),
      tax_items: [
        { name: 'HST', amount: money(9112), is_included: false },
        { name: 'Levy', amount: money(50), is_included: true },
      ],
      discounts: [{ coupon: { name: 'Siblings', code: null }, amount: money(6900) }],
    } as never
    const own = totalSoFar([camp, camp])
    expect(pricedTotal(own, preview, { HST: 'TVH' })).toEqual({
      first: 71_812,
      total: 71_812,
      cost: 69_000,
      fee: 1600,
      taxes: [{ name: 'TVH', amount: 9112 }],
      discounts: [{ name: 'Siblings', amount: 6900 }],
    })
    expect(pricedTotal({ ...own, first: 70_826 }, preview, {}).first).toBe(71_812 - 9112)
    expect(pricedTotal(own, null, {})).toBe(own)
  })
})
