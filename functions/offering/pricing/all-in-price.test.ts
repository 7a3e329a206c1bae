import { describe, expect, it } from 'vitest'
import { allInPrice, type PublicSelling } from './all-in-price.ts'
import { linePrice } from './line-price.ts'

const hst = { name: 'HST', percent: 1300, included: false }
const selling = (parts: Partial<PublicSelling> = {}): PublicSelling => ({
  fee: { percent: 250, fixed: 50, included: false },
  taxes: [hst],
  show_prices: 'all_in',
  ...parts,
})

describe('allInPrice', () => {
  it('U8: the all-in price shows the total before its parts', () => {
    expect(allInPrice(34_500, selling())).toEqual({
      first: 40_017,
      total: 40_017,
      cost: 34_500,
      fee: 913,
      taxes: [{ name: 'HST', amount: 4604 }],
      included: { fee: 0, taxes: [] },
    })
  })

  it('U8: the first price excludes tax if the program shows prices before tax', () => {
    const { first, total } = allInPrice(34_500, selling({ show_prices: 'before_tax' }))
    expect([first, total]).toEqual([35_413, 40_017])
  })

  it.each([
    { what: 'a free place costs nothing', cost: 0, parts: {}, first: 0, fee: 0, added: [], inside: [] },
    {
      what: 'an included fee is not added',
      cost: 10_000,
      parts: { fee: { percent: 0, fixed: 300, included: true } },
      first: 11_300,
      fee: 0,
      added: [1300],
      inside: [],
    },
    {
      what: 'an included tax is neither added nor subtracted',
      cost: 11_300,
      parts: {
        fee: { percent: 0, fixed: 0, included: false },
        taxes: [{ ...hst, included: true }],
        show_prices: 'before_tax' as const,
      },
      first: 11_300,
      fee: 0,
      added: [],
      inside: [1300],
    },
    {
      what: 'included and added taxes are listed separately',
      cost: 10_000,
      parts: {
        fee: { percent: 0, fixed: 0, included: false },
        taxes: [
          { name: 'GST', percent: 500, included: false },
          { name: 'QST', percent: 0, included: false },
          { name: 'VAT', percent: 1000, included: true },
        ],
      },
      first: 10_500,
      fee: 0,
      added: [500],
      inside: [909],
    },
  ])('U8: the all-in price: $what', ({ cost, parts, first, fee, added, inside }) => {
    const price = allInPrice(cost, selling(parts))
    expect(price).toMatchObject({ first, fee })
    expect(price.taxes.map(({ amount }) => amount)).toEqual(added)
    expect(price.included.taxes.map(({ amount }) => amount)).toEqual(inside)
  })

  it('U8: the parts add up to the total of the order', () => {
    for (const cost of [1, 50, 99, 12_345, 100_001])
      for (const included of [true, false]) {
        const sells = selling({ fee: { percent: 333, fixed: 17, included }, taxes: [hst, { ...hst, percent: 997 }] })
        const price = allInPrice(cost, sells)
        expect(price.cost + price.fee + price.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.total)
        expect(price.total).toBe(linePrice(cost, sells).total)
      }
  })
})
