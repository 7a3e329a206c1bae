import { dayMs, largestPageSize } from '#contract/limits'
import type { BookingsQuery } from '#contract/site-pages'
import { instantOf } from '#contract/wall-clock'
import { monthAfter } from '../locales/calendar-month.ts'
import { readSkip } from './input-values.ts'
import * as registrationStates from '#contract/states/registration-states'

export const bookingsPerPage = 20
/** The latest past bookings that the page of upcoming bookings has in a fold. */
export const foldedBookings = 5

/** The bookings that a page shows. Upcoming bookings begin with the nearest, past bookings with the latest. */
export type BookingsPage = { isPast: boolean; skip: number; who: string | null }

export const readBookingsPage = (query: BookingsQuery): BookingsPage => ({
  isPast: query.get('show') === 'past',
  skip: readSkip(query.get('skip')),
  who: query.get('who') || null,
})

const writtenMonth = /^20\d\d-(?:0[1-9]|1[0-2])$/
/** The month shown as a calendar, by default the current one; null when the list is shown. */
export function readBookedMonth(query: BookingsQuery, present: string): string | null {
  if (query.get('show') !== 'month') return null
  const month = query.get('month') ?? ''
  return writtenMonth.test(month) ? month : present
}

/** The query of GET registrations for a page of bookings. A booking in progress counts as upcoming. */
export function bookingsQuery(
  { isPast, skip, who }: BookingsPage,
  about: { programId: string; now: number },
  limit = bookingsPerPage,
): string {
  const now = new Date(about.now).toISOString()
  const query = new URLSearchParams({
    program_id: about.programId,
    limit: String(limit),
    skip: String(skip),
    sort: 'event_starts_at',
    order: isPast ? 'desc' : 'asc',
    ...(who ? { attendee_id: who } : {}),
    ...(isPast ? { event_ends_lte: now } : { event_ends_gt: now }),
  })
  const { sold, coming } = registrationStates
  for (const status of (isPast ? sold : coming).statuses) query.append('status', status)
  return query.toString()
}

/**
 * The bounds of a month: bookings that end after `now` and begin before `until`. They include one more day on each
 * side, because an event in another time zone may fall on another day.
 */
export function spanOfMonth(month: string, timezone: string): { now: number; until: number } {
  const start = (of: string) =>
    instantOf({ year: Number(of.slice(0, 4)), month: Number(of.slice(5)), day: 1, hour: 0, minute: 0 }, timezone)
  return { now: start(month) - dayMs, until: start(monthAfter(month, 1)) + dayMs }
}

/** The query of GET registrations for a month, a hundred at a time. */
export function monthQuery(
  { month, who, skip = 0 }: { month: string; who: string | null; skip?: number },
  about: { programId: string; timezone: string },
): string {
  const { now, until } = spanOfMonth(month, about.timezone)
  const query = new URLSearchParams({
    program_id: about.programId,
    limit: String(largestPageSize),
    skip: String(skip),
    sort: 'event_starts_at',
    order: 'asc',
    ...(who ? { attendee_id: who } : {}),
    event_ends_gt: new Date(now).toISOString(),
    event_scheduled_lt: new Date(until).toISOString(),
  })
  for (const status of new Set([...registrationStates.coming.statuses, ...registrationStates.sold.statuses]))
    query.append('status', status)
  return query.toString()
}
