import { describe, expect, it } from 'vitest'
import {
  allocationOn,
  billingPeriod,
  dayStart,
  firstCost,
  firstPeriod,
  heldAmount,
  indexOn,
  periodStart,
} from './billing-period.ts'

const terms = { billing_period: 'month', expiry_amount: null, expiry_period: null, anchor_day: null } as const

describe('the periods of a membership', () => {
  it.each([
    ['weeks', 'week', '2027-01-31', 31, ['2027-01-31', '2027-02-07', '2027-02-14']],
    ['months from the 31st', 'month', '2027-01-31', 31, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    ['months from the 29th in a leap year', 'month', '2028-01-29', 29, ['2028-01-29', '2028-02-29', '2028-03-29']],
    ['months from the 30th', 'month', '2027-12-30', 30, ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
    ['quarters', 'quarter', '2027-11-30', 30, ['2027-11-30', '2028-02-29', '2028-05-30']],
    [
      'years from a leap day',
      'year',
      '2028-02-29',
      29,
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
  ] as const)('the periods of a membership are right for %s', (_, period, anchor_on, anchor_day, days) => {
    expect(days.map((_day, index) => periodStart({ anchor_on, anchor_day }, period, index))).toEqual(days)
    for (const [index, day] of days.entries()) expect(indexOn({ anchor_on, anchor_day }, period, day)).toBe(index)
  })

  it('the period of a day is found before and after the anchor date', () => {
    const anchor = { anchor_on: '2027-03-31', anchor_day: 31 }
    expect(
      ['2027-02-27', '2027-02-28', '2027-03-30', '2027-04-29', '2027-04-30'].map((day) =>
        indexOn(anchor, 'month', day),
      ),
    ).toEqual([-2, -1, -1, 0, 1])
  })

  it('a period begins at midnight in the program’s time zone', () => {
    expect(new Date(dayStart('2027-03-14', 'America/Toronto')).toISOString()).toBe('2027-03-14T05:00:00.000Z')
    expect(new Date(dayStart('2027-03-15', 'America/Toronto', 9)).toISOString()).toBe('2027-03-15T13:00:00.000Z')
  })

  it('a one-time payment lasts as long as its package says', () => {
    const anchor = { anchor_on: '2027-01-31', anchor_day: 31 }
    const once = { billing_period: 'once', expiry_amount: 1, expiry_period: 'month' } as const
    expect(billingPeriod(anchor, once, 0)).toEqual({ start_on: '2027-01-31', end_on: '2027-02-28' })
    expect(billingPeriod(anchor, { ...once, expiry_amount: null, expiry_period: null }, 0).end_on).toBeNull()
  })
})

describe('the first period of a membership', () => {
  it('a first period is full when there is no fixed billing day', () => {
    const first = firstPeriod(terms, '2027-01-31')
    expect(first).toEqual({
      anchor_on: '2027-01-31',
      anchor_day: 31,
      index: 0,
      period: { start_on: '2027-01-31', end_on: '2027-02-28' },
    })
    expect(firstCost(terms, 4500, first)).toBe(4500)
  })

  it.each([
    ['until the first of the next month', 1, '2027-01-16', '2027-02-01', 2323],
    ['and all of it on the billing day', 1, '2027-02-01', '2027-03-01', 4500],
    ['until the end of February when the billing day is the 31st', 31, '2027-02-10', '2027-02-28', 2893],
    ['and all of it on the last of February when the billing day is the 31st', 31, '2027-02-28', '2027-03-31', 4500],
    ['for a single day, rounded half up', 15, '2027-04-14', '2027-04-15', 145],
  ])('a first period costs its share of the days %s', (_, anchor_day, start, end, cost) => {
    const fixed = { ...terms, anchor_day }
    const first = firstPeriod(fixed, start)
    expect([first.period.end_on, firstCost(fixed, 4500, first)]).toEqual([end, cost])
  })
})

describe('the credit for a pause', () => {
  const period = { start_on: '2027-04-01', end_on: '2027-05-01' }
  it.each([
    ['within the period', '2027-04-10', '2027-04-20', 1000],
    ['of the whole period', '2027-03-01', '2027-06-01', 3000],
    ['after the period', '2027-05-01', '2027-05-20', 0],
    ['across the end of the period', '2027-04-30', '2027-05-20', 100],
  ])('a pause %s is credited for its days within the period', (_, from, to, saved) => {
    expect(heldAmount(3000, period, { from, to })).toBe(saved)
  })
})

describe('the credits of a period', () => {
  const period = { start_on: '2027-01-31', end_on: '2027-02-28' }
  const monthly = {
    start_on: '2027-01-31',
    allocated_period: 'billing_period',
    allocate_credits_on_period: true,
    expiry_amount: null,
    expiry_period: null,
  } as const
  it.each([
    [
      'expire at the end of their period',
      monthly,
      '2027-01-31',
      { key: '2027-01-31', until: '2027-02-28', next_on: null },
    ],
    [
      'expire later when the package allows a longer time',
      { ...monthly, expiry_amount: 2, expiry_period: 'month' },
      '2027-01-31',
      { key: '2027-01-31', until: '2027-03-31', next_on: null },
    ],
    [
      'never expire before the end of their period',
      { ...monthly, expiry_amount: 3, expiry_period: 'day' },
      '2027-01-31',
      { key: '2027-01-31', until: '2027-02-28', next_on: null },
    ],
    [
      'are granted every week',
      { ...monthly, allocated_period: 'week' },
      '2027-02-09',
      { key: '2027-02-07', until: '2027-02-14', next_on: '2027-02-14' },
    ],
    [
      'are granted every year',
      { ...monthly, allocated_period: 'year' },
      '2027-06-30',
      { key: '2027-01-31', until: '2028-01-31', next_on: '2028-01-31' },
    ],
    [
      'are granted once',
      { ...monthly, allocate_credits_on_period: false },
      '2027-01-31',
      { key: 'once', until: null, next_on: null },
    ],
    [
      'are granted once and expire',
      { ...monthly, allocated_period: 'total', expiry_amount: 1, expiry_period: 'year' },
      '2027-01-31',
      { key: 'once', until: '2028-01-31', next_on: null },
    ],
  ] as const)('the credits of a membership %s', (_, credits, day, expected) => {
    expect(allocationOn(credits, day, period)).toEqual(expected)
  })
})
