import { describe, expect, it } from 'vitest'
import { allInPrice, type PublicSelling } from '../pricing/all-in-price.ts'
import { costWithin, priceLimits } from './price-limits.ts'

const plain: PublicSelling = { fee: { percent: 0, fixed: 0, included: false }, taxes: [] }
const hst = { name: 'HST', percent: 1300, included: false }
const withFee: PublicSelling = { fee: { percent: 250, fixed: 50, included: false }, taxes: [hst] }
const terms: [string, PublicSelling][] = [
  ['no fee and no tax', plain],
  ['a fee and a tax that are added', withFee],
  ['prices before tax', { ...withFee, show_prices: 'before_tax' }],
  [
    'a fee and a tax that are included',
    { fee: { ...withFee.fee, included: true }, taxes: [{ ...hst, included: true }] },
  ],
  ['amounts in steps of ten', { ...withFee, amount_step: 10 }],
]

describe('the cost within a price limit', () => {
  it.each(terms)('with %s is the highest whose card shows at most the limit, to the cent', (_, selling) => {
    const limits = [0, 1, 49, 50, 51, 113, 9_999, 10_000, 10_001, 39_950, 40_017]
    const shown = (cost: number) => allInPrice(cost, selling).first
    expect(limits.filter((limit) => shown(costWithin(limit, selling)) > limit)).toEqual([])
    expect(limits.filter((limit) => shown(costWithin(limit, selling) + 1) <= limit)).toEqual([])
  })
})

describe('the price limits of a form', () => {
  const limitsOf = (costs: [cost: number | null, count: number][], currency = 'CAD', selling = plain) =>
    priceLimits(
      costs.map(([cost, count]) => ({ cost, count })),
      { selling, currency },
    ).map(({ limit, count }) => [limit, count])

  it.each<[string, [number | null, number][], [number, number][]]>([
    ['no event has a price', [[null, 3]], []],
    ['every event costs the same', [[9_500, 4]], []],
    [
      'events are free or cost one price',
      [
        [0, 2],
        [9_500, 4],
      ],
      [],
    ],
    [
      'two prices are apart',
      [
        [9_500, 4],
        [31_000, 2],
      ],
      [[10_000, 4]],
    ],
    [
      'events without a price are beside them',
      [
        [null, 7],
        [9_500, 4],
        [31_000, 2],
      ],
      [[10_000, 4]],
    ],
    [
      'a free event is within every limit',
      [
        [0, 1],
        [2_000, 1],
        [31_000, 2],
      ],
      [[2_000, 2]],
    ],
  ])('divide the events: %s', (_, costs, expected) => expect(limitsOf(costs)).toEqual(expected))

  it('the limits are at most five, from the lowest to the highest that divides the events', () =>
    expect(limitsOf(Array.from({ length: 60 }, (_, at) => [(at + 1) * 500, 1]))).toEqual([
      [500, 1],
      [2000, 4],
      [4000, 8],
      [10_000, 20],
      [25_000, 50],
    ]))

  it('count the price with fee and tax', () =>
    expect(
      limitsOf(
        [
          [8_700, 1],
          [8_500, 1],
        ],
        'CAD',
        withFee,
      ),
    ).toEqual([[10_000, 1]]))

  it('the limits are whole units of a currency without cents', () =>
    expect(
      limitsOf(
        [
          [900, 1],
          [12_000, 1],
        ],
        'JPY',
      ),
    ).toEqual([[1000, 1]]))
})
