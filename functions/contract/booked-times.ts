import { eventDays } from './event-times.ts'

/** The times of one booking: its dates in ms, and the time zone that decides where a day begins. */
export type BookedTimes = {
  dates: readonly { starts_at: number; ends_at: number }[]
  timezone: string
  overnight: boolean | null
}

/**
 * Whether two bookings overlap, comparing the hours of each day: two half-day camps in one week do not overlap. An
 * overnight stay takes the whole time.
 */
export function overlap(a: BookedTimes, b: BookedTimes): boolean {
  const times = [a, b]
    .flatMap((booked, owner) => hoursOf(booked).map((time) => ({ ...time, owner })))
    .sort((one, other) => one.starts_at - other.starts_at)
  const lastEnd = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { owner, starts_at, ends_at } of times) {
    if (starts_at < (lastEnd[1 - owner] ?? 0)) return true
    lastEnd[owner] = Math.max(lastEnd[owner] ?? 0, ends_at)
  }
  return false
}

/** A single time, such as that of an appointment. */
export const singleTime = (time: BookedTimes['dates'][number], timezone: string): BookedTimes => ({
  dates: [time],
  timezone,
  overnight: null,
})

/** The hours of each day of a booking. */
export const hoursOf = ({ dates, ...zone }: BookedTimes): { starts_at: number; ends_at: number }[] =>
  dates.flatMap((date) => eventDays({ ...zone, ...date, is_series: false, series_dates: [] }))
