import { minuteMs } from '#contract/limits'
import type { Registration } from '#contract/booking/registration'
import * as registrationStates from '#contract/states/registration-states'

type Session = { starts_at: string; ends_at: string }
/**
 * The state of the page of an online booking. `isOpen` is taken from the server's response, never from the device's
 * clock.
 */
export type OnlineState =
  | { is: 'waiting' | 'open' | 'started' | 'ended'; session: Session; opensAt: number; closesAt: number }
  | { is: 'not_confirmed' | 'cancelled' }
const accessMs = 30 * minuteMs

/** The state of an online booking, with its next date. When all dates are over, with the last date. */
export function onlineState(
  place: Pick<Registration, 'status' | 'online_event_url'> & {
    event: Pick<Registration['event'], 'status' | 'starts_at' | 'ends_at' | 'series_dates' | 'is_series'>
  },
  now: number,
): OnlineState {
  const { event, status } = place
  if (event.status === 'cancelled' || registrationStates.cancelled.has(status)) return { is: 'cancelled' }
  if (!registrationStates.sold.has(status)) return { is: 'not_confirmed' }
  const dates: Session[] = event.is_series && event.series_dates.length > 0 ? event.series_dates : [event]
  const session = dates.find(({ ends_at }) => Date.parse(ends_at) + accessMs >= now) ?? (dates.at(-1) as Session)
  const starts = Date.parse(session.starts_at)
  const closesAt = Date.parse(session.ends_at) + accessMs
  const times = { session, opensAt: starts - accessMs, closesAt }
  if (now > closesAt) return { is: 'ended', ...times }
  if (place.online_event_url === null) return { is: now < times.opensAt ? 'waiting' : 'ended', ...times }
  return { is: now < starts ? 'open' : 'started', ...times }
}

/** The whole days, hours and minutes until a moment, rounded up to the minute. */
export function timeUntil(moment: number, now: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((moment - now) / minuteMs))
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
