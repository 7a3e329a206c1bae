import { describe, expect, it } from 'vitest'
import { onlineState, timeUntil } from './online-state.ts'

const minute = 60_000
const starts_at = '2027-07-14T20:00:00.000Z'
const ends_at = '2027-07-14T21:30:00.000Z'
const starts = Date.parse(starts_at)
const event = { status: 'published' as const, starts_at, ends_at, is_series: false, series_dates: [] }
const place = (change: object = {}) => ({ status: 'confirmed' as const, online_event_url: null, event, ...change })
const open = { online_event_url: 'https://meet.example/room' }

describe('an online booking', () => {
  it.each<[string, object, number, string]>([
    ['waits for its address', {}, starts - 31 * minute, 'waiting'],
    ['is open once there is an address', open, starts - 30 * minute, 'open'],
    ['has started, and can be joined late', open, starts + 10 * minute, 'started'],
    ['has ended half an hour after the end', {}, starts + 121 * minute, 'ended'],
    ['has ended when it has no address during its time', {}, starts, 'ended'],
    ['is cancelled', { status: 'cancelled' }, starts, 'cancelled'],
    ['is cancelled with its event', { event: { ...event, status: 'cancelled' } }, starts, 'cancelled'],
    ['is not paid yet', { status: 'pending' }, starts, 'not_confirmed'],
  ])('an online booking %s', (_, change, now, is) => expect(onlineState(place(change), now)).toMatchObject({ is }))

  it('an online series shows its next date', () => {
    const dates = [0, 7].map((days) => ({
      starts_at: new Date(starts + days * 1440 * minute).toISOString(),
      ends_at: new Date(starts + (days * 1440 + 90) * minute).toISOString(),
    }))
    const series = { ...event, is_series: true, series_dates: dates, ends_at: dates[1]?.ends_at ?? '' }
    expect(onlineState(place({ event: series }), starts + 200 * minute)).toMatchObject({
      is: 'waiting',
      session: dates[1],
    })
  })

  it('the countdown has days, hours and minutes', () => {
    expect(timeUntil(starts, starts - (10 * 1440 + 84) * minute)).toEqual({ days: 10, hours: 1, minutes: 24 })
    expect(timeUntil(starts, starts + minute)).toEqual({ days: 0, hours: 0, minutes: 0 })
  })
})
