import type { Invitation } from '../../contract/people/invitation.ts'
import { instant } from '../../contract/instant.ts'
import type { Ctx } from '../../platform/context.ts'
import { invitationStatus } from './invitation-rules.ts'
import { type InvitationRow, waitingFor } from './invitation-rows.ts'

/** Builds the invitation of the API; its code is in the mail only. */
export const showInvitation = (row: InvitationRow, now: number): Invitation => ({
  id: row.id,
  object: 'invitation',
  program_id: row.program_id,
  customer_id: row.customer_id,
  attendee_ids: row.attendee_ids,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  invite_code: null,
  relation: row.relation,
  rights: row.rights,
  status: invitationStatus(row, now),
  expires_at: instant(row.expires_at),
  answered_at: instant(row.answered_at),
  created: instant(row.created),
})

/** The open invitation to an email; null without one. */
export async function pendingInvite(ctx: Ctx, email_key: string): Promise<Invitation | null> {
  const [row] = await waitingFor(ctx.db, email_key, ctx.now)
  return row ? showInvitation(row, ctx.now) : null
}
