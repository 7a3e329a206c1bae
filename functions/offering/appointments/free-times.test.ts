import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { firstFreeDay, freeDays, freeTimesOf } from './free-days.ts'
import type { BookingRules, TakenTime, SlotQuery } from './free-times.ts'

// Monday 5 July 2027, 8 am in Toronto.
const now = Date.parse('2027-07-05T12:00:00Z')
const rules: BookingRules = {
  timezone: 'America/Toronto',
  opening_hours: [{ days: ['mon', 'wed'], from: '09:00', to: '11:00' }],
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
    ['begin at the opening and end with it', {}, {}, ['09:00', '09:30', '10:00', '10:30']],
    ['are fewer for what takes longer', {}, { duration: 90 }, ['09:00', '09:30']],
    ['are none for what takes too long', {}, { duration: 150 }, []],
    ['follow each other as the type says', { interval_minutes: 45 }, {}, ['09:00', '09:45', '10:30']],
    ['leave out what is taken', {}, { taken: [taken('09:30', '10:00')] }, ['09:00', '10:00', '10:30']],
    ['leave out what would overlap', {}, { duration: 60, taken: [taken('09:30', '10:00')] }, ['10:00']],
    ['keep the buffer after what is taken', {}, { taken: [taken('09:30', '10:10')] }, ['09:00', '10:30']],
    [
      'keep the own buffer before what is taken',
      { buffer_minutes: 10 },
      { taken: [taken('10:00', '10:40')] },
      ['09:00'],
    ],
    ['may have their buffer after closing', { buffer_minutes: 60 }, {}, ['09:00', '09:30', '10:00', '10:30']],
    [
      'say how many places there are',
      { spots_total: 3 },
      { taken: [taken('09:00', '10:00', 0), taken('09:30', '10:00', 1)] },
      ['09:00 × 2', '09:30', '10:00 × 3', '10:30 × 3'],
    ],
    [
      'count a place once, whoever has it',
      { spots_total: 2 },
      { duration: 60, taken: [taken('09:00', '09:30'), taken('09:30', '10:00')] },
      ['09:00', '09:30', '10:00 × 2'],
    ],
    ['count a place that is no longer there', {}, { taken: [taken('09:00', '09:30', 4)] }, ['09:30', '10:00', '10:30']],
    ['are not in the past', {}, { now: at('09:31') }, ['10:00', '10:30']],
    ['may be booked until they start', {}, { now: at('09:30') }, ['09:30', '10:00', '10:30']],
    ['end so long before as the type says', { book_until: 'PT1H' }, { now: at('09:00') }, ['10:00', '10:30']],
    [
      'end so many days before as the type says',
      { book_until: 'P1D' },
      { now: at('09:30') - 86_400_000 },
      ['09:30', '10:00', '10:30'],
    ],
  ])('free times: %s', (_, change, input, expected) => expect(times(change, input)).toEqual(expected))

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
    ['unlimited: all that are open, from today on', {}, {}, [5, 7, 12, 14, 19, 21, 26, 28]],
    ['rolling: the next days, today not counted', { period_type: 'rolling', max_booking_time: 7 }, {}, [5, 7, 12]],
    [
      'rolling_window: so many days with a free time',
      { period_type: 'rolling_window', max_booking_time: 3 },
      {},
      [5, 7, 12],
    ],
    [
      'rolling_window: a full day is not counted',
      { period_type: 'rolling_window', max_booking_time: 3 },
      { taken: [taken('09:00', '11:00')] },
      [7, 12, 14],
    ],
    [
      'range: from the first to the last day',
      { period_type: 'range', period_starts_on: '2027-07-07', period_ends_on: '2027-07-14' },
      {},
      [7, 12, 14],
    ],
    [
      'range: never before today',
      { period_type: 'range', period_starts_on: '2027-06-01', period_ends_on: '2027-07-07' },
      {},
      [5, 7],
    ],
    ['a day whose times are over is none', {}, { now: at('10:31') }, [7, 12, 14, 19, 21, 26, 28]],
    [
      'a day on which nothing so long is free is none',
      {},
      { duration: 120, taken: [taken('10:30', '11:00')] },
      [7, 12, 14, 19, 21, 26, 28],
    ],
  ])('bookable days: %s', (_, change, input, expected) => expect(days(change, input)).toEqual(expected))

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
