import { instant } from '../../contract/instant.ts'
import type { StaffInvitation, StaffMember } from '../../contract/people/staff.ts'
import type { StaffStatus } from '../../contract/states/staff-states.ts'
import type { Ctx } from '../../platform/context.ts'
import { maskedEmail } from '../../contract/field-rules.ts'
import { everyTeamOf, type StaffRow, staffInvitationFor, teamsOf } from './staff-rows.ts'

/** The status of a staff member at `now`. */
export const staffStatus = ({ status, expires_at }: StaffRow, now: number): StaffStatus =>
  status === 'invited' && expires_at < now ? 'expired' : status

/** Builds the staff member of the API; the code of the invitation is in the mail only. */
export const showStaff = (row: StaffRow, now: number): StaffMember => ({
  id: row.id,
  object: 'staff_member',
  program_id: row.program_id,
  user_id: row.user_id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  title: row.title,
  role: row.role,
  event_ids: row.event_ids,
  status: staffStatus(row, now),
  invited_at: instant(row.invited_at),
  expires_at: instant(row.expires_at),
  accepted_at: instant(row.accepted_at),
  ended_at: instant(row.ended_at),
  last_seen: instant(row.last_seen),
  created: instant(row.created),
  updated: instant(row.updated),
})

export type LoadedStaffInvitation = { staff: StaffRow; program_name: string; invited_by: string | null }

/** Builds the invitation to a team, as the owner of its code sees it. */
export const showStaffInvitation = (
  { staff, program_name, invited_by }: LoadedStaffInvitation,
  now: number,
): StaffInvitation => ({
  id: staff.id,
  object: 'staff_invitation',
  program_id: staff.program_id,
  program_name,
  status: staffStatus(staff, now),
  invited_by,
  sent_to: maskedEmail(staff.email),
  role: staff.role,
  title: staff.title,
  expires_at: instant(staff.expires_at),
})

/** The open invitation to a team for an email; null without one. */
export async function pendingStaffInvite(ctx: Ctx, email_key: string): Promise<StaffInvitation | null> {
  const [row] = await staffInvitationFor(ctx.db, email_key, ctx.now)
  return row ? showStaffInvitation(row, ctx.now) : null
}

/** The title and the program of the desk that an account opened last; both null for an account in no team. */
export async function currentDesk(
  ctx: Ctx,
  user_id: string,
): Promise<{ title: string | null; program: string | null }> {
  const [team] = await teamsOf(ctx.db, user_id)
  return { title: team?.title ?? null, program: team?.program_id ?? null }
}

/** Every team that an account was ever in, with the mails that it chose there, for its archive. */
export const everyTeam = async (ctx: Ctx, user_id: string): Promise<(StaffMember & Pick<StaffRow, 'notices'>)[]> =>
  (await everyTeamOf(ctx.db, user_id)).map((row) => ({ ...showStaff(row, ctx.now), notices: row.notices }))
