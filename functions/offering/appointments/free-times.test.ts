import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { firstFreeDay, freeDays, freeTimesOf } from './free-days.ts'
import type { BookingRules, TakenTime, SlotQuery } from './free-times.ts'

// Monday 5 July 2027, 8 am in Toronto.
const now = Date.parse('2027-07-05T12:00:00Z')
const rules: BookingRules = {
  timezone: 'America/Toronto',
  opening_hours: [{ days: ['mon', 'wed'], from: '09:00', to: '11:00' }],
  closures: [],
  interval_minutes: 30,
  buffer_minutes: 0,
  spots_total: 1,
  book_until: 'PT0S',
  period_type: 'unlimited',
  max_booking_time: null,
  period_starts_on: null,
  period_ends_on: null,
}
const slotQuery = (change: Partial<SlotQuery> = {}): SlotQuery => ({ duration: 30, taken: [], now, ...change })
const at = (time: string) => Date.parse(`2027-07-05T${time}:00-04:00`)
const taken = (from: string, to: string, place = 0): TakenTime => ({ starts_at: at(from), free_at: at(to), place })
const day = (text: string) => Temporal.PlainDate.from(text)
const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const times = (change: Partial<BookingRules>, input: Partial<SlotQuery> = {}, on = '2027-07-05') =>
  freeTimesOf({ ...rules, ...change }, slotQuery(input), day(on)).map(
    (time) => `${clock.format(time.starts_at)}${time.spots > 1 ? ` × ${time.spots}` : ''}`,
  )
const days = (change: Partial<BookingRules>, input: Partial<SlotQuery> = {}) =>
  Array.from(
    freeDays({ ...rules, ...change }, slotQuery(input), { from: day('2027-07-01'), to: day('2027-07-31') }),
    (each) => each.day,
  )

describe('the free times of a day', () => {
  it.each<[string, Partial<BookingRules>, Partial<SlotQuery>, string[]]>([
    ['begin and end with the opening hours', {}, {}, ['09:00', '09:30', '10:00', '10:30']],
    ['are fewer for a longer duration', {}, { duration: 90 }, ['09:00', '09:30']],
    ['are missing for a duration above the opening hours', {}, { duration: 150 }, []],
    ['follow each other at the interval of the type', { interval_minutes: 45 }, {}, ['09:00', '09:45', '10:30']],
    ['leave out taken times', {}, { taken: [taken('09:30', '10:00')] }, ['09:00', '10:00', '10:30']],
    [
      'leave out what another type of the same person has, at every place',
      { spots_total: 3 },
      { taken: [{ ...taken('09:30', '10:00'), place: null }] },
      ['09:00 × 3', '10:00 × 3', '10:30 × 3'],
    ],
    ['are none on a closed day', { closures: [{ why: 'program', days: ['2027-07-05'] }] }, {}, []],
    [
      'are none in a closed span',
      { closures: [{ why: 'person', days: [{ from: '2027-07-01', to: '2027-07-05' }] }] },
      {},
      [],
    ],
    [
      'are those of an open day next to closed ones',
      { closures: [{ why: 'room', days: ['2027-07-04', { from: '2027-07-06', to: '2027-07-31' }] }] },
      {},
      ['09:00', '09:30', '10:00', '10:30'],
    ],
    [
      'are those of the season of the day',
      {
        opening_hours: [
          { days: ['mon'], from: '09:00', to: '10:00', starts_on: null, ends_on: '2027-07-04' },
          { days: ['mon'], from: '12:00', to: '13:00', starts_on: '2027-07-05', ends_on: '2027-07-05' },
          { days: ['mon'], from: '15:00', to: '16:00', starts_on: '2027-07-06', ends_on: null },
        ],
      },
      {},
      ['12:00', '12:30'],
    ],
    [
      'leave out times that would overlap a taken one',
      {},
      { duration: 60, taken: [taken('09:30', '10:00')] },
      ['10:00'],
    ],
    ['keep the buffer after a taken time', {}, { taken: [taken('09:30', '10:10')] }, ['09:00', '10:30']],
    [
      'keep their own buffer before a taken time',
      { buffer_minutes: 10 },
      { taken: [taken('10:00', '10:40')] },
      ['09:00'],
    ],
    ['may have their buffer after the closing time', { buffer_minutes: 60 }, {}, ['09:00', '09:30', '10:00', '10:30']],
    [
      'have the number of free places',
      { spots_total: 3 },
      { taken: [taken('09:00', '10:00', 0), taken('09:30', '10:00', 1)] },
      ['09:00 × 2', '09:30', '10:00 × 3', '10:30 × 3'],
    ],
    [
      'count a place that several bookings use once',
      { spots_total: 2 },
      { duration: 60, taken: [taken('09:00', '09:30'), taken('09:30', '10:00')] },
      ['09:00', '09:30', '10:00 × 2'],
    ],
    [
      'ignore a booked place that was removed',
      {},
      { taken: [taken('09:00', '09:30', 4)] },
      ['09:30', '10:00', '10:30'],
    ],
    ['are not in the past', {}, { now: at('09:31') }, ['10:00', '10:30']],
    ['may be booked until they start', {}, { now: at('09:30') }, ['09:30', '10:00', '10:30']],
    [
      'end the hours before their start that the type sets',
      { book_until: 'PT1H' },
      { now: at('09:00') },
      ['10:00', '10:30'],
    ],
    [
      'end the days before their start that the type sets',
      { book_until: 'P1D' },
      { now: at('09:30') - 86_400_000 },
      ['09:30', '10:00', '10:30'],
    ],
  ])('free times %s', (_, change, input, expected) => expect(times(change, input)).toEqual(expected))

  it('free times exist twice in the repeated hour of a clock change and not in the skipped one', () => {
    const night = { opening_hours: [{ days: ['sun' as const], from: '00:30', to: '03:30' }], interval_minutes: 60 }
    expect([
      times(night, {}, '2027-11-07'),
      times(night, { now: Date.parse('2027-03-01T00:00:00Z') }, '2027-03-14'),
    ]).toEqual([
      ['00:30', '01:30', '01:30', '02:30'],
      ['00:30', '01:30'],
    ])
  })
})

describe('the days that can be booked', () => {
  it.each<[string, Partial<BookingRules>, Partial<SlotQuery>, number[]]>([
    ['unlimited are all open days from today on', {}, {}, [5, 7, 12, 14, 19, 21, 26, 28]],
    ['rolling are the next days after today', { period_type: 'rolling', max_booking_time: 7 }, {}, [5, 7, 12]],
    [
      'rolling_window are the set number of days with a free time',
      { period_type: 'rolling_window', max_booking_time: 3 },
      {},
      [5, 7, 12],
    ],
    [
      'rolling_window do not include a full day',
      { period_type: 'rolling_window', max_booking_time: 3 },
      { taken: [taken('09:00', '11:00')] },
      [7, 12, 14],
    ],
    [
      'range are those from the first to the last day',
      { period_type: 'range', period_starts_on: '2027-07-07', period_ends_on: '2027-07-14' },
      {},
      [7, 12, 14],
    ],
    [
      'range are never before today',
      { period_type: 'range', period_starts_on: '2027-06-01', period_ends_on: '2027-07-07' },
      {},
      [5, 7],
    ],
    ['unlimited do not include a day whose times are over', {}, { now: at('10:31') }, [7, 12, 14, 19, 21, 26, 28]],
    [
      'unlimited do not include a day without a free time of that duration',
      {},
      { duration: 120, taken: [taken('10:30', '11:00')] },
      [7, 12, 14, 19, 21, 26, 28],
    ],
  ])('bookable days with the setting %s', (_, change, input, expected) => expect(days(change, input)).toEqual(expected))

  it('bookable days end after two years', () => {
    const open = {
      opening_hours: [
        {
          days: [
            'mon' as const,
            'tue' as const,
            'wed' as const,
            'thu' as const,
            'fri' as const,
            'sat' as const,
            'sun' as const,
          ],
          from: '09:00',
          to: '10:00',
        },
      ],
    }
    expect([times(open, {}, '2029-07-04').length, times(open, {}, '2029-07-05').length]).toEqual([2, 0])
  })

  it('the first bookable day is found however far away it is', () => {
    expect([
      firstFreeDay(rules, slotQuery({ now: at('11:00') }))?.toString(),
      firstFreeDay(
        { ...rules, period_type: 'range', period_starts_on: '2028-02-01', period_ends_on: '2028-02-29' },
        slotQuery(),
      )?.toString(),
      firstFreeDay({ ...rules, opening_hours: [] }, slotQuery()),
    ]).toEqual(['2027-07-07', '2028-02-02', null])
  })

  it('no time is offered on a day outside the window', () => {
    expect([
      times({ period_type: 'rolling', max_booking_time: 1 }, {}, '2027-07-07'),
      times({ period_type: 'rolling_window', max_booking_time: 1 }, {}, '2027-07-07'),
      times({}, {}, '2027-06-30'),
    ]).toEqual([[], [], []])
  })
})
