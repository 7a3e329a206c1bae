import type { BookingsQuery } from '#contract/site-pages'
import { readSkip } from './input-values.ts'

/** Bookings on one page. */
export const bookingsPerPage = 20

/** Which bookings a page shows: what is coming, nearest first, or what is over, latest first. */
export type BookingsPage = { isPast: boolean; skip: number; who: string | null }

export const readBookingsPage = (query: BookingsQuery): BookingsPage => ({
  isPast: query.get('show') === 'past',
  skip: readSkip(query.get('skip')),
  who: query.get('who') || null,
})

/** The query of GET registrations for such a page. What has begun and is not over yet is coming. */
export function bookingsQuery({ isPast, skip, who }: BookingsPage, about: { programId: string; now: number }): string {
  const now = new Date(about.now).toISOString()
  const query = new URLSearchParams({
    program_id: about.programId,
    limit: String(bookingsPerPage),
    skip: String(skip),
    sort: 'event_starts_at',
    order: isPast ? 'desc' : 'asc',
    ...(who ? { attendee_id: who } : {}),
    ...(isPast ? { event_ends_lte: now } : { event_ends_gt: now }),
  })
  const statuses = isPast
    ? ['confirmed', 'attended', 'no_show']
    : ['pending', 'confirmed', 'attended', 'offered', 'waitlisted', 'preregistered']
  for (const status of statuses) query.append('status', status)
  return query.toString()
}
