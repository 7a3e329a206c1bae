import { describe, expect, it } from 'vitest'
import { deadlineBefore, isInTime } from './cancellation-policy.ts'

describe('a time before the start', () => {
  it.each([
    { start: '2027-07-05T13:00:00Z', before: 'P14D', zone: 'America/Toronto', ends: '2027-06-21T13:00:00.000Z' },
    { start: '2027-07-05T13:00:00Z', before: 'P3D', zone: 'America/Toronto', ends: '2027-07-02T13:00:00.000Z' },
    { start: '2027-03-20T13:00:00Z', before: 'P14D', zone: 'America/Toronto', ends: '2027-03-06T14:00:00.000Z' },
    { start: '2027-03-14T13:00:00Z', before: 'PT24H', zone: 'America/Toronto', ends: '2027-03-13T13:00:00.000Z' },
    { start: '2027-11-10T14:00:00Z', before: 'P1W', zone: 'America/Toronto', ends: '2027-11-03T13:00:00.000Z' },
    { start: '2027-03-31T10:00:00Z', before: 'P1M', zone: 'UTC', ends: '2027-02-28T10:00:00.000Z' },
    { start: '2027-07-05T13:00:00Z', before: 'PT0S', zone: 'Asia/Kathmandu', ends: '2027-07-05T13:00:00.000Z' },
  ])('$before before $start in $zone is $ends', ({ start, before, zone, ends }) =>
    expect(new Date(deadlineBefore(Date.parse(start), before, zone)).toISOString()).toBe(ends),
  )

  it('a cancellation exactly at the deadline is in time', () => {
    expect(isInTime(1000, 1000)).toBe(true)
    expect(isInTime(1000, 1001)).toBe(false)
  })
})
