import type { Attendee } from '#contract/people/attendee'
import type { AttendeeBooking } from '#contract/people/invitation'
import { largestPageSize } from '#contract/limits'
import type { List } from '#contract/paging'
import type { ReadProfile } from './page-request.ts'

/** A booking by another adult, and the attendee it is for. */
export type OthersBooking = AttendeeBooking & { attendee_id: string; first_name: string }

type Of = { attendees: readonly Attendee[]; programId: string; now: number; until?: number }

/**
 * A person's bookings are read in at most this many pages of a hundred. Of more bookings the page shows the nearest.
 */
const maxPages = 3

/**
 * Bookings by other adults for the people they share with the customer, in one program, that end after `now` and begin before
 * `until`, nearest first.
 */
export async function loadOthersBookings(read: ReadProfile, of: Of): Promise<OthersBooking[]> {
  const shared = of.attendees.filter(({ relations }) => relations.length > 1)
  const booked = await Promise.all(
    shared.map(async ({ id, first_name }) =>
      (await bookingsOf(read, id, of)).map((booking) => ({ ...booking, attendee_id: id, first_name })),
    ),
  )
  return booked
    .flat()
    .filter(({ is_mine }) => !is_mine)
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}

async function bookingsOf(read: ReadProfile, attendeeId: string, { programId, now, until }: Of) {
  const query = new URLSearchParams({
    limit: String(largestPageSize),
    program_id: programId,
    event_ends_gt: new Date(now).toISOString(),
    ...(until === undefined ? {} : { event_scheduled_lt: new Date(until).toISOString() }),
  })
  const bookings: AttendeeBooking[] = []
  for (let number = 0; number < maxPages; number += 1) {
    query.set('skip', String(bookings.length))
    const page = await read<List<AttendeeBooking>>(
      `/v1/profile/attendees/${encodeURIComponent(attendeeId)}/bookings?${query}`,
    )
    bookings.push(...(page?.data ?? []))
    if (!page || page.data.length === 0 || bookings.length >= page.total) break
  }
  return bookings
}
