import { describe, expect, it } from 'vitest'
import type { CareYear } from '../../contract/money/childcare-receipt.ts'
import { careDays, careYearOf, countedByYear, type ItemMoney, moneyByItem, moneyByVisit } from './childcare-rule.ts'

const at = (year: number, amount: number) => ({ year, amount })
const money = (paid: [number, number][], returned: [number, number][] = []): ItemMoney => ({
  paid: paid.map(([year, amount]) => at(year, amount)),
  returned: returned.map(([year, amount]) => at(year, amount)),
})
const july = ['2027-07-05', '2027-07-06', '2027-07-07', '2027-07-08', '2027-07-09']
const newYear = ['2027-12-30', '2027-12-31', '2028-01-01']

it.each([
  ['CA', 'care'],
  ['US', 'later'],
  ['FR', 'payment'],
] as const)('%s counts the year of %s', (country, expected) => expect(careYearOf(country)).toBe(expected))

describe('the money of a used visit', () => {
  const amounts = (item: ItemMoney, visits: number, used: number) =>
    moneyByVisit(item, { visits, used }).map(({ paid, returned }) => [
      paid.map(({ amount }) => amount),
      returned.map(({ amount }) => amount),
    ])
  it('each visit has an equal part, to the cent', () => {
    expect(amounts(money([[2027, 100]]), 3, 3)).toEqual([
      [[34], []],
      [[33], []],
      [[33], []],
    ])
    expect(amounts(money([[2027, 1200]]), 10, 1)).toEqual([[[120], []]])
  })
  it('what is returned for unused visits leaves the used ones as they are', () =>
    expect(amounts(money([[2027, 1200]], [[2028, 840]]), 10, 3)).toEqual([
      [[120], []],
      [[120], []],
      [[120], []],
    ]))
  it('what is returned beyond the unused visits is shared by the used ones, with the parts paid later', () =>
    expect(
      amounts(
        money(
          [
            [2027, 600],
            [2028, 600],
          ],
          [[2028, 1000]],
        ),
        10,
        2,
      ),
    ).toEqual([
      [[60, 60], [20]],
      [[60, 60], [20]],
    ]))
})

describe('the year in which a payment counts', () => {
  type Years = Record<number, number>
  it.each<[string, ItemMoney, string[], Record<CareYear, Years>]>([
    [
      'paid in the year of the care',
      money([[2027, 300]]),
      july,
      { care: { 2027: 300 }, later: { 2027: 300 }, payment: { 2027: 300 } },
    ],
    [
      'a deposit in the year before',
      money([
        [2026, 100],
        [2027, 200],
      ]),
      july,
      { care: { 2027: 300 }, later: { 2027: 300 }, payment: { 2026: 100, 2027: 200 } },
    ],
    [
      'an instalment in the year after',
      money([
        [2027, 200],
        [2028, 100],
      ]),
      july,
      { care: { 2027: 300 }, later: { 2027: 200, 2028: 100 }, payment: { 2027: 200, 2028: 100 } },
    ],
    [
      'part of it returned in the year after',
      money([[2027, 300]], [[2028, 50]]),
      july,
      { care: { 2027: 250 }, later: { 2027: 250 }, payment: { 2027: 300, 2028: -50 } },
    ],
    [
      'a refund that the bank rejected',
      money(
        [[2027, 300]],
        [
          [2027, 50],
          [2027, -50],
        ],
      ),
      july,
      { care: { 2027: 300 }, later: { 2027: 300 }, payment: { 2027: 300 } },
    ],
    [
      'care over the new year, shared by its days',
      money([[2027, 100]]),
      newYear,
      { care: { 2027: 67, 2028: 33 }, later: { 2027: 67, 2028: 33 }, payment: { 2027: 100 } },
    ],
    [
      'money kept for a place that was cancelled before its first day',
      money([[2027, 300]], [[2027, 250]]),
      [],
      { care: {}, later: {}, payment: {} },
    ],
  ])('%s', (_, input, days, expected) => {
    for (const [countsIn, years] of Object.entries(expected))
      expect(Object.fromEntries(countedByYear(input, days, countsIn as CareYear)), countsIn).toEqual(years)
  })
})

describe('the money of each item', () => {
  const line = (item_id: string, total: number, isCancelled = false) => ({ item_id, total, isCancelled })
  const amounts = (input: Parameters<typeof moneyByItem>[0]) =>
    Object.fromEntries(
      [...moneyByItem(input)].map(([id, { paid, returned }]) => [
        id,
        [paid.map(({ amount }) => amount), returned.map(({ amount }) => amount)],
      ]),
    )
  const whole = { plan: [], instalments: [], notes: [] }

  it('an item has its total with discount, fee and tax where the order is paid at once', () =>
    expect(amounts({ ...whole, receipt: { ...at(2027, 300), lines: [line('maya', 200), line('bag', 100)] } })).toEqual({
      maya: [[200], []],
      bag: [[100], []],
    }))

  it('an item has its part of each instalment, also after a sibling is cancelled', () =>
    expect(
      amounts({
        receipt: { ...at(2027, 180), lines: [line('maya', 300), line('samuel', 200, true)] },
        plan: [
          { item_id: 'maya', amount: 90 },
          { item_id: 'maya', amount: 90 },
        ],
        instalments: [{ ...at(2028, 90), shares: [{ item_id: 'maya', amount: 90 }] }],
        notes: [{ ...at(2028, 60), shares: [{ item_id: 'samuel', amount: 60 }] }],
      }),
    ).toEqual({ maya: [[120, 90], []], samuel: [[60], [60]] }))

  it('an item has its part of a refund that names no item', () =>
    expect(
      amounts({
        ...whole,
        receipt: { ...at(2027, 300), lines: [line('maya', 200), line('samuel', 100)] },
        notes: [{ ...at(2027, 30), shares: [] }],
      }),
    ).toEqual({ maya: [[200], [20]], samuel: [[100], [10]] }))
})

describe('days of care', () => {
  const zone = { timezone: 'America/Toronto', is_series: false, series_dates: [] }
  const week = { starts_at: '2027-07-05T13:00:00Z', ends_at: '2027-07-09T20:00:00Z' }
  it.each([
    ['the days of a camp are its days', { ...zone, ...week, overnight: null }, null, july],
    ['the days of a stay are its days', { ...zone, ...week, overnight: true }, null, july],
    [
      'the days of a camp end with a cancellation',
      { ...zone, ...week, overnight: null },
      '2027-07-06T20:00:00Z',
      july.slice(0, 2),
    ],
    [
      'the days of a stay end with a cancellation',
      { ...zone, ...week, overnight: true },
      '2027-07-06T20:00:00Z',
      july.slice(0, 2),
    ],
    [
      'a place that is cancelled before its start has no days',
      { ...zone, ...week, overnight: null },
      '2027-06-01T20:00:00Z',
      [],
    ],
  ])('%s', (_, when, cancelledAt, expected) =>
    expect(careDays(when, cancelledAt === null ? null : Date.parse(cancelledAt))).toEqual(expected),
  )
})
