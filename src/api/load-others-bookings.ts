import type { Attendee } from '#contract/attendee'
import type { AttendeeBooking } from '#contract/invitation'
import { largestPageSize } from '#contract/limits'
import type { List } from '#contract/paging'
import type { ReadProfile } from './page-request.ts'

/** What another adult booked, and for whom. */
export type OthersBooking = AttendeeBooking & { attendee_id: string; first_name: string }

/** What other adults booked for the people they share with the customer, with one program, not over at `now` and begun before `until`, nearest first. */
export async function loadOthersBookings(
  read: ReadProfile,
  of: { attendees: readonly Attendee[]; programId: string; now: number; until?: number },
): Promise<OthersBooking[]> {
  const shared = of.attendees.filter(({ relations }) => relations.length > 1)
  const booked = await Promise.all(
    shared.map(async ({ id, first_name }) =>
      (await allBookingsOf(read, id)).map((booking) => ({ ...booking, attendee_id: id, first_name })),
    ),
  )
  return booked
    .flat()
    .filter(
      ({ is_mine, program_id, starts_at, ends_at }) =>
        !is_mine &&
        program_id === of.programId &&
        Date.parse(ends_at) > of.now &&
        Date.parse(starts_at) < (of.until ?? Number.POSITIVE_INFINITY),
    )
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}

async function allBookingsOf(read: ReadProfile, attendeeId: string): Promise<AttendeeBooking[]> {
  const path = `/v1/profile/attendees/${encodeURIComponent(attendeeId)}/bookings?limit=${largestPageSize}&order=desc`
  const bookings: AttendeeBooking[] = []
  for (;;) {
    const page = await read<List<AttendeeBooking>>(bookings.length === 0 ? path : `${path}&skip=${bookings.length}`)
    bookings.push(...(page?.data ?? []))
    if (!page || page.data.length === 0 || bookings.length >= page.total) return bookings
  }
}
