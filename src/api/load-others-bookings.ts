import type { Attendee } from '#contract/attendee'
import type { AttendeeBooking } from '#contract/invitation'
import { largestPageSize } from '#contract/limits'
import type { List } from '#contract/paging'
import type { ReadProfile } from './page-request.ts'

/** What another adult booked, and for whom. */
export type OthersBooking = AttendeeBooking & { first_name: string }

/** What other adults booked for the people they share with the customer, with one program and not over yet, nearest first. */
export async function loadOthersBookings(
  read: ReadProfile,
  of: { attendees: readonly Attendee[]; programId: string; now: number },
): Promise<OthersBooking[]> {
  const shared = of.attendees.filter(({ relations }) => relations.length > 1)
  const booked = await Promise.all(
    shared.map(async ({ id, first_name }) => {
      const path = `/v1/profile/attendees/${encodeURIComponent(id)}/bookings?limit=${largestPageSize}&order=desc`
      const list = await read<List<AttendeeBooking>>(path)
      return (list?.data ?? []).map((booking) => ({ ...booking, first_name }))
    }),
  )
  return booked
    .flat()
    .filter(
      ({ is_mine, program_id, ends_at }) => !is_mine && program_id === of.programId && Date.parse(ends_at) > of.now,
    )
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}
