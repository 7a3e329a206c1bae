import { describe, expect, it } from 'vitest'
import { singleTime } from '../../contract/booked-times.ts'
import type { BookingRules, TakenTime } from '../../offering/appointments/free-times.ts'
import { refusedTimes, withoutTimes } from './free-times-for.ts'

// Wednesday 6 January 2027, 9 am in Toronto.
const nine = Date.parse('2027-01-06T14:00:00Z')
const minutes = (count: number) => count * 60_000
const rules: BookingRules = {
  timezone: 'America/Toronto',
  opening_hours: [{ days: ['wed'], from: '09:00', to: '12:00' }],
  closures: [],
  interval_minutes: 15,
  buffer_minutes: 15,
  spots_total: 2,
  book_until: 'PT0S',
  period_type: 'unlimited',
  max_booking_time: null,
  period_starts_on: null,
  period_ends_on: null,
}
const taken = (at: number, place: number | null = 0): TakenTime => ({
  starts_at: nine + minutes(at),
  free_at: nine + minutes(at + 45),
  place,
})
type Desired = [person: number, at: number]
const refusalsOf = (
  desired: Desired[],
  {
    before = [],
    busy = [],
    needsResources = false,
    mayOverlap = false,
  }: Partial<{
    before: TakenTime[]
    busy: number[]
    needsResources: boolean
    mayOverlap: boolean
  }> = {},
) =>
  refusedTimes(
    { rules, needsResources, taken: before, now: nine - minutes(600) },
    desired.map(([person, at]) => ({
      person,
      starts_at: nine + minutes(at),
      duration: 30,
      busy: busy.map((from) =>
        singleTime({ starts_at: nine + minutes(from), ends_at: nine + minutes(from + 30) }, rules.timezone),
      ),
    })),
    mayOverlap,
  )

describe('the times that a booking can have', () => {
  it.each<[string, (string | null)[], Desired[], Parameters<typeof refusalsOf>[1]]>([
    [
      'as many people as places',
      [null, null, 'slot_taken'],
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      {},
    ],
    [
      'the place next to a taken one',
      [null, 'slot_taken'],
      [
        [0, 15],
        [1, 15],
      ],
      { before: [taken(0)] },
    ],
    [
      'a place again after its buffer',
      [null, null, null],
      [
        [0, 0],
        [1, 0],
        [2, 45],
      ],
      {},
    ],
    [
      'no place within a buffer',
      [null, null, 'slot_taken'],
      [
        [0, 0],
        [1, 0],
        [2, 30],
      ],
      {},
    ],
    [
      'one person at a time with a coach',
      [null, 'slot_taken'],
      [
        [0, 0],
        [1, 0],
      ],
      { needsResources: true },
    ],
    ['no time while a coach is busy', ['slot_taken'], [[0, 15]], { before: [taken(0, null)], needsResources: true }],
    ['no time that is not offered', ['option_not_on_sale'], [[0, -30]], {}],
    ['no time of another booking of the person', ['attendee_conflict'], [[0, 15]], { busy: [0] }],
    [
      'one time of a person at a time',
      [null, 'attendee_conflict'],
      [
        [0, 0],
        [0, 15],
      ],
      {},
    ],
    [
      'two times of a person at a time where they may overlap',
      [null, null],
      [
        [0, 0],
        [0, 15],
      ],
      { mayOverlap: true },
    ],
  ])('%s', (_, refusals, desired, input) => {
    expect(refusalsOf(desired, input)).toEqual(refusals)
  })

  it('a freed time is taken out once', () => {
    const both = [taken(0), taken(0, 1), taken(60, null)]
    expect(withoutTimes(both, [taken(0, 1), taken(60), taken(60)])).toEqual([taken(0)])
  })
})
