import { ApiError } from '../../contract/api-error.ts'
import { emailKey } from '../../contract/field-rules.ts'
import type { StaffInvitation } from '../../contract/people/staff.ts'
import { invitationWords } from '../../contract/sentences/invitation-words.ts'
import type { StaffStatus } from '../../contract/states/staff-states.ts'
import { type Ctx, isCustomer } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { maskedEmail } from '../../contract/field-rules.ts'
import { requireOwnSession } from '../accounts/confirm-password.ts'
import { confirmSession } from '../accounts/second-factor.ts'
import { requireUser } from '../accounts/show-user.ts'
import { hashOfCode } from '../invitations/invitation-code.ts'
import { type LoadedStaffInvitation, showStaffInvitation, staffStatus } from './show-staff.ts'
import { changeStaffRow, staffInvitationByHash } from './staff-rows.ts'

type ByCode = { invite_code: string }

async function load(ctx: Ctx, { invite_code }: ByCode): Promise<LoadedStaffInvitation> {
  const [row] = await staffInvitationByHash(ctx.db, hashOfCode(invite_code))
  if (!row) throw new ApiError('not_found', { param: 'invite_code' })
  return row
}

/** The invitation to a team that belongs to a mailed code. Reading changes nothing. */
export const readStaffInvitation = async (ctx: Ctx, input: ByCode): Promise<StaffInvitation> =>
  showStaffInvitation(await load(ctx, input), ctx.now)

/** Declines an invitation to a team; the code is enough. A repeated call changes nothing. */
export const declineStaffInvitation = (ctx: Ctx, input: ByCode): Promise<StaffInvitation> =>
  retryOnConflict(async () => {
    const invitation = await load(ctx, input)
    const { staff } = invitation
    if (staff.status === 'revoked') return showStaffInvitation(invitation, ctx.now)
    refuseEnded(staffStatus(staff, ctx.now))
    const change = { status: 'revoked' as const, ended_at: ctx.now, updated: ctx.now }
    await commit(ctx, [
      changeStaffRow(ctx.db, staff, change),
      guard(ctx.db, 'state'),
      transitionRow(ctx, 'staff_member', staff, 'revoked', {
        actor: ctx.actor ?? { type: 'system' },
        reason: 'declined',
      }),
    ])
    return showStaffInvitation({ ...invitation, staff: { ...staff, ...change } }, ctx.now)
  })

/** Accepts an invitation to a team, for the account that owns its email. Accepting again returns the same. */
export const acceptStaffInvitation = (ctx: Ctx, input: ByCode): Promise<StaffInvitation> =>
  retryOnConflict(async () => {
    const invitation = await load(ctx, input)
    const { staff } = invitation
    if (!isCustomer(ctx)) throw new ApiError('not_authenticated')
    await requireOwnSession(ctx)
    const { user } = await requireUser(ctx)
    if (staff.status === 'active' && staff.user_id === user.id) return showStaffInvitation(invitation, ctx.now)
    refuseEnded(staffStatus(staff, ctx.now))
    if (user.email_key !== emailKey(staff.email))
      throw new ApiError('transition_not_allowed', {
        param: 'email',
        message: invitationWords[ctx.language].otherEmail(maskedEmail(staff.email)),
      })
    if (!user.is_email_verified) throw new ApiError('email_not_verified')

    const { first_name, last_name } = user
    const change = {
      ...{ status: 'active' as const, user_id: user.id, first_name, last_name },
      ...{ accepted_at: ctx.now, updated: ctx.now },
    }
    // Forms say which roles read the answers.
    ctx.request.invalidateTags(`program:${staff.program_id}`)
    await commit(ctx, [
      changeStaffRow(ctx.db, staff, change),
      guard(ctx.db, 'state'),
      transitionRow(ctx, 'staff_member', staff, 'active', { actor: ctx.actor }),
      // The link came by mail.
      ...(await confirmSession(ctx, user.email)),
    ])
    return showStaffInvitation({ ...invitation, staff: { ...staff, ...change } }, ctx.now)
  })

function refuseEnded(status: StaffStatus): void {
  if (status === 'invited') return
  if (status === 'expired') throw new ApiError('link_expired', { param: 'expired' })
  throw new ApiError('state_conflict', { param: status })
}
