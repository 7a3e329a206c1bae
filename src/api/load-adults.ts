import type { Attendee } from '#contract/people/attendee'
import type {
  AccessLogEntry,
  AttendeeBooking,
  AttendeeMember,
  Invitation,
  ReceivedInvitation,
} from '#contract/people/invitation'
import type { StaffInvitation } from '#contract/people/staff'
import type { List } from '#contract/paging'
import { apiFetch } from './api-client.ts'
import type { ReadProfile } from './page-request.ts'
import { readOrNull } from './read-answer.ts'

export type AdultsPage = {
  attendee: Attendee
  members: AttendeeMember[]
  invitations: Invitation[]
  bookings: AttendeeBooking[]
  /** The reads of the health notes; empty unless the caller manages the attendee. */
  reads: AccessLogEntry[]
}

/** Loads the adults of an attendee; null unless the caller is one of them. */
export async function loadAdults(read: ReadProfile, attendeeId: string): Promise<AdultsPage | null> {
  const path = `/v1/profile/attendees/${encodeURIComponent(attendeeId)}`
  const [family, members, invitations, bookings] = await Promise.all([
    read<List<Attendee>>('/v1/profile/attendees?limit=100'),
    read<List<AttendeeMember>>(`${path}/members?limit=100`),
    read<List<Invitation>>(`/v1/profile/invitations?limit=100&attendee_id=${encodeURIComponent(attendeeId)}`),
    read<List<AttendeeBooking>>(`${path}/bookings?limit=20&order=desc`),
  ])
  const attendee = family?.data.find(({ id }) => id === attendeeId)
  if (!attendee || !members || !invitations || !bookings) return null
  const mayManage = members.data.some(({ is_caller, rights }) => is_caller && rights.includes('manage'))
  const reads = mayManage ? await read<List<AccessLogEntry>>(`${path}/access_log?limit=10`) : null
  return {
    attendee,
    members: members.data,
    invitations: invitations.data,
    bookings: bookings.data,
    reads: reads?.data ?? [],
  }
}

/** The invitation to a family or to a team that a mailed code opens; null for an unknown code. */
export async function loadInvitation(
  executionCtx: ExecutionContext,
  { code, language }: { code: string; language: string },
): Promise<ReceivedInvitation | StaffInvitation | null> {
  const read = async <Shape>(address: string) =>
    readOrNull<Shape>(await apiFetch(executionCtx)(address, { headers: { 'accept-language': language } }))
  const path = encodeURIComponent(code)
  return (
    (await read<ReceivedInvitation>(`/api/v1/invitations/${path}/accept`)) ??
    (await read<StaffInvitation>(`/api/v1/staff_invitations/${path}`))
  )
}
