import { describe, expect, it } from 'vitest'
import type { PaymentPlan } from '../../contract/offering/payment-plan.ts'
import { instalmentSchedule, type PlannedLine } from './instalment-schedule.ts'
import { sum } from './shares.ts'

const thirds: PaymentPlan = { deposit: { percent: 40 }, parts: [{ days_before: 60 }, { days_before: 30 }] }
const line = (more: Partial<PlannedLine> = {}): PlannedLine => ({
  item_id: 'itm_1',
  amount: 30_000,
  plan: thirds,
  starts_on: '2027-07-31',
  ...more,
})
const schedule = (lines: PlannedLine[], { today = '2027-01-10', more = 0, least = 50, step = 1 } = {}) =>
  instalmentSchedule({ total: sum(lines.map(({ amount }) => amount)) + more, lines, today, least, step })
const short = (parts: ReturnType<typeof schedule>) => parts?.map(({ due_on, amount }) => [due_on, amount]) ?? null

describe('the instalments of an order', () => {
  it.each<[string, ReturnType<typeof schedule>, [string, number][] | null]>([
    [
      'a deposit in percent is followed by equal parts',
      schedule([line()]),
      [
        ['2027-01-10', 12_000],
        ['2027-06-01', 9000],
        ['2027-07-01', 9000],
      ],
    ],
    [
      'an odd cent is added to an earlier part',
      schedule([line({ amount: 30_001, plan: { ...thirds, deposit: { amount: 10_000 } } })]),
      [
        ['2027-01-10', 10_000],
        ['2027-06-01', 10_001],
        ['2027-07-01', 10_000],
      ],
    ],
    [
      'a part that is already due is paid with the first',
      schedule([line()], { today: '2027-06-01' }),
      [
        ['2027-06-01', 21_000],
        ['2027-07-01', 9000],
      ],
    ],
    ['there are none when every part is already due', schedule([line()], { today: '2027-07-01' }), null],
    [
      'there are none when the deposit exceeds the price',
      schedule([line({ plan: { ...thirds, deposit: { amount: 40_000 } } })]),
      null,
    ],
    [
      'an item without a plan is paid today',
      schedule([line()], { more: 5000 }),
      [
        ['2027-01-10', 17_000],
        ['2027-06-01', 9000],
        ['2027-07-01', 9000],
      ],
    ],
    [
      'the parts of two items due on one day are joined',
      schedule([line(), line({ item_id: 'itm_2', plan: { deposit: { percent: 50 }, parts: [{ on: '2027-07-01' }] } })]),
      [
        ['2027-01-10', 27_000],
        ['2027-06-01', 9000],
        ['2027-07-01', 24_000],
      ],
    ],
    [
      'a package: parts so many days after today, and on a day, whenever it is used',
      schedule([
        line({
          starts_on: null,
          plan: { deposit: { percent: 40 }, parts: [{ days_after: 30 }, { on: '2028-01-01' }] },
        }),
      ]),
      [
        ['2027-01-10', 12_000],
        ['2027-02-09', 9000],
        ['2028-01-01', 9000],
      ],
    ],
    [
      'a package and a place are each paid on their own days',
      schedule([
        line(),
        line({ item_id: 'itm_2', starts_on: null, plan: { deposit: { percent: 50 }, parts: [{ days_after: 142 }] } }),
      ]),
      [
        ['2027-01-10', 27_000],
        ['2027-06-01', 24_000],
        ['2027-07-01', 9000],
      ],
    ],
    [
      'every part is a multiple of the currency’s step',
      schedule([line({ amount: 10_010, plan: { ...thirds, deposit: { percent: 33 } } })], { least: 0, step: 10 }),
      [
        ['2027-01-10', 3310],
        ['2027-06-01', 3350],
        ['2027-07-01', 3350],
      ],
    ],
    [
      'no part is due after the start of the event',
      schedule([line({ plan: { deposit: { percent: 50 }, parts: [{ on: '2027-12-24' }] } })]),
      [
        ['2027-01-10', 15_000],
        ['2027-07-31', 15_000],
      ],
    ],
    [
      'a part that is too small for a card joins the one before it',
      schedule([
        line(),
        line({ item_id: 'itm_2', amount: 60, plan: { deposit: { percent: 50 }, parts: [{ on: '2027-07-15' }] } }),
      ]),
      [
        ['2027-01-10', 12_030],
        ['2027-06-01', 9000],
        ['2027-07-01', 9030],
      ],
    ],
    [
      'a deposit that is too small takes the next part',
      schedule([line({ amount: 3000, plan: { ...thirds, deposit: { percent: 1 } } })]),
      [
        ['2027-01-10', 1515],
        ['2027-07-01', 1485],
      ],
    ],
  ])('the instalments of an order: %s', (_what, parts, expected) => {
    expect(short(parts)).toEqual(expected)
  })

  it('instalments add up to the cent for every line item', () => {
    for (let amount = 1000; amount < 1400; amount += 7)
      for (const percent of [1, 33, 50, 99]) {
        const lines = [
          line({ amount, plan: { ...thirds, deposit: { percent } } }),
          line({ item_id: 'itm_2', amount: amount * 3 + 1 }),
        ]
        const parts = schedule(lines, { more: 17 }) ?? []
        expect(sum(parts.map((part) => part.amount))).toBe(amount * 4 + 18)
        for (const part of parts.slice(1)) {
          expect(part.amount).toBe(sum(part.lines.map((share) => share.amount)))
          expect(part.amount).toBeGreaterThanOrEqual(50)
        }
        for (const { item_id, amount: costs } of lines)
          expect(
            sum(
              parts.flatMap((part) => part.lines.flatMap((share) => (share.item_id === item_id ? [share.amount] : []))),
            ),
          ).toBeLessThan(costs)
      }
  })
})
