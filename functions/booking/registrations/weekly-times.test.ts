import { singleTime } from '../../contract/booked-times.ts'
import { describe, expect, it } from 'vitest'
import { chooseWeeklyTimes, weeklyStarts } from './weekly-times.ts'

const toronto = 'America/Toronto'
const at = (text: string) => Date.parse(text)
const rules = {
  timezone: toronto,
  opening_hours: [{ days: ['tue' as const], from: '09:00', to: '12:00' }],
  closures: [],
  interval_minutes: 30,
  buffer_minutes: 0,
  spots_total: 1,
  book_until: 'PT0S',
  period_type: 'unlimited' as const,
  max_booking_time: null,
  period_starts_on: null,
  period_ends_on: null,
}
const slotQuery = { duration: 30, taken: [], now: at('2027-02-01T12:00:00Z') }
const halfHour = 1_800_000

describe('the dates of a weekly series', () => {
  it('the hour stays the same in local time when daylight saving time changes', () =>
    expect(weeklyStarts(at('2027-03-09T14:00:00Z'), 3, toronto).map((start) => new Date(start).toISOString())).toEqual([
      '2027-03-09T14:00:00.000Z',
      '2027-03-16T13:00:00.000Z',
      '2027-03-23T13:00:00.000Z',
    ]))
  it('dates that are taken or when the person is busy are listed as unavailable', () => {
    const starts = weeklyStarts(at('2027-03-02T14:00:00Z'), 4, toronto)
    const [first = 0, second = 0, third = 0, fourth = 0] = starts
    const chosen = chooseWeeklyTimes(
      {
        rules: { ...rules, period_type: 'range', period_starts_on: '2027-01-01', period_ends_on: '2027-03-20' },
        slotQuery: { ...slotQuery, taken: [{ starts_at: second, free_at: second + halfHour, place: 0 }] },
      },
      starts,
      [singleTime({ starts_at: third + 60_000, ends_at: third + 2 * halfHour }, toronto)],
    )
    expect(chosen.free).toEqual([{ starts_at: first, ends_at: first + halfHour }])
    expect(chosen.unavailable).toEqual([
      { starts_at: second, type: 'slot_taken' },
      { starts_at: third, type: 'attendee_conflict' },
      { starts_at: fourth, type: 'option_not_on_sale' },
    ])
  })
  it('no date is available for a start that the type does not offer', () =>
    expect(chooseWeeklyTimes({ rules, slotQuery }, [at('2027-03-02T14:10:00Z')], []).unavailable).toEqual([
      { starts_at: at('2027-03-02T14:10:00Z'), type: 'option_not_on_sale' },
    ]))
})
