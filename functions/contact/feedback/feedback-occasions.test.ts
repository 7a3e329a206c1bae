import { dayMs } from '../../contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { ProgramPreferences } from '../../contract/offering/program.ts'
import { dueOccasions, isDaytime, occasionsOf } from './feedback-occasions.ts'
import { transitions } from '../../contract/states/feedback-states.ts'
import { checkMaySubmit, statusAt } from './feedback-rules.ts'

const timezone = 'America/Toronto'
const at = (text: string) => Date.parse(text)
const schedules = (
  camp: ProgramPreferences['camp_feedback_schedule'],
  session: ProgramPreferences['session_feedback_schedule'],
) => ({
  camp_feedback_schedule: camp,
  session_feedback_schedule: session,
})
/** Two weeks of day camp, Monday 9 am to Friday of the next week, 4 pm. */
const camp = {
  starts_at: at('2027-07-05T13:00Z'),
  ends_at: at('2027-07-16T20:00Z'),
  timezone,
  overnight: null,
  is_series: false,
  series_dates: [],
  is_session: false,
}
const weekly = Array.from({ length: 6 }, (_, index) => ({
  starts_at: at('2027-07-05T21:00Z') + index * 7 * dayMs,
  ends_at: at('2027-07-05T22:00Z') + index * 7 * dayMs,
}))
const series = {
  ...{ timezone, overnight: null, is_series: true, series_dates: weekly, is_session: true },
  starts_at: weekly[0]?.starts_at ?? 0,
  ends_at: weekly[5]?.ends_at ?? 0,
}
const single = { ...series, overnight: null, is_series: false, series_dates: [], ends_at: series.starts_at + 3_600_000 }
const named = (event: Parameters<typeof occasionsOf>[0], which: ReturnType<typeof schedules>) =>
  occasionsOf(event, which).map(({ occasion, ends_at, every }) => [occasion, new Date(ends_at).toISOString(), every])

describe('the feedback requests for a booking', () => {
  it.each([
    ['off', []],
    ['after_end', [['end', '2027-07-16T20:00:00.000Z', null]]],
    ['after_first_day', [['first_day', '2027-07-05T20:00:00.000Z', null]]],
    [
      'weekly',
      [
        ['week_1', '2027-07-11T20:00:00.000Z', null],
        ['week_2', '2027-07-16T20:00:00.000Z', null],
      ],
    ],
  ] as const)('a camp with the feedback schedule %s has the expected feedback requests', (schedule, expected) => {
    expect(named(camp, schedules(schedule, 'after_each'))).toEqual(expected)
  })

  it.each([
    ['off', [], []],
    ['after_first', ['session_1'], [['session_1', 'first']]],
    ['every_5th', ['session_5'], [['session_1', 'fifth']]],
    ['after_each', [1, 2, 3, 4, 5, 6].map((number) => `session_${number}`), [['session_1', null]]],
  ] as const)(
    'sessions with the feedback schedule %s have the expected feedback requests, in a series and booked singly',
    (schedule, ofSeries, ofSingle) => {
      const which = schedules('after_end', schedule)
      expect(occasionsOf(series, which).map(({ occasion }) => occasion)).toEqual(ofSeries)
      expect(occasionsOf(single, which).map(({ occasion, every }) => [occasion, every])).toEqual(ofSingle)
    },
  )

  it.each([
    ['after_first_day', ['2027-07-05'], [['first_day', '2027-07-06T20:00:00.000Z', null]]],
    ['after_end', ['2027-07-16'], [['end', '2027-07-15T20:00:00.000Z', null]]],
    [
      'weekly',
      ['2027-07-11', '2027-07-16'],
      [
        ['week_1', '2027-07-10T20:00:00.000Z', null],
        ['week_2', '2027-07-15T20:00:00.000Z', null],
      ],
    ],
  ] as const)('the schedule %s of a camp leaves out %j, which were called off', (schedule, off, expected) => {
    const days_off = off.map((date) => ({ date }))
    expect(named({ ...camp, days_off }, schedules(schedule, 'off'))).toEqual(expected)
  })

  it('a session that was called off has no request, and the others keep their numbers', () => {
    const days_off = [{ date: '2027-07-05' }, { date: '2027-07-19' }]
    const of = (schedule: ProgramPreferences['session_feedback_schedule']) =>
      named({ ...series, days_off }, schedules('off', schedule)).map(([occasion]) => occasion)
    expect(of('after_each')).toEqual(['session_2', 'session_4', 'session_5', 'session_6'])
    expect(of('after_first')).toEqual(['session_2'])
    expect(of('every_5th')).toEqual(['session_5'])
    const all = { ...series, days_off: weekly.map(({ starts_at }) => ({ date: dayInZone(starts_at, timezone) })) }
    expect(named(all, schedules('off', 'after_each'))).toEqual([])
  })

  it('a request is due from two hours to three days after the end', () => {
    const [end] = occasionsOf(camp, schedules('after_end', 'off'))
    const due = (now: number) => dueOccasions(end ? [end] : [], now).length
    const hours = (count: number) => camp.ends_at + count * 3_600_000
    expect([due(hours(2) - 1), due(hours(2)), due(hours(72) - 1), due(hours(72))]).toEqual([0, 1, 1, 0])
  })

  it.each([
    ['2027-07-16T11:59Z', false],
    ['2027-07-16T12:00Z', true],
    ['2027-07-17T01:44Z', true],
    ['2027-07-17T01:45Z', false],
  ])('a feedback mail may be sent at %s in the program’s time zone: %s', (now, isDay) => {
    expect(isDaytime(at(now), timezone)).toBe(isDay)
  })
})

describe('the states of feedback', () => {
  it('every state of feedback can be reached', () => {
    expect(new Set(Object.values(transitions).flat())).toEqual(new Set(['opened', 'submitted', 'expired']))
    expect([transitions.submitted, transitions.expired]).toEqual([[], []])
  })

  it.each([
    ['issued', 60 * dayMs - 1, null, 'ok'],
    ['issued', 60 * dayMs, null, 'link_expired'],
    ['expired', 1, null, 'link_expired'],
    ['submitted', 70 * dayMs, 56 * dayMs, 'ok'],
    ['submitted', 70 * dayMs + 1, 56 * dayMs, 'state_conflict'],
  ] as const)(
    'feedback with the status %s, on day %s, submitted %s, has the state %s',
    (status, now, submitted_at, expected) => {
      const answer = checkMaySubmit({ status, expires_at: 60 * dayMs, submitted_at }, now)
      expect(answer.ok ? 'ok' : answer.type).toBe(expected)
      expect(statusAt({ status, expires_at: 60 * dayMs, submitted_at }, now)).toBe(
        expected === 'link_expired' ? 'expired' : status,
      )
    },
  )
})
