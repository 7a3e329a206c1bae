import { type ProgramAttendeeStatus, mayTransition } from '../../contract/states/attendee-states.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext, OrganiserContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { changeProfileStatus, type ProfileRow } from './attendee-rows.ts'

/**
 * Statements for a transition of a person in one program from the status that was read: the change, its guard statement
 * and its history row. A concurrent change aborts the batch with `state_conflict`.
 */
export function transitionProfile(
  ctx: CustomerContext | OrganiserContext,
  profile: Pick<ProfileRow, 'id' | 'status' | 'step'>,
  to: ProgramAttendeeStatus,
  change: { archived_by_program_at?: number | null; reason?: string | null } = {},
): Statement[] {
  const { reason = null, ...columns } = change
  if (!mayTransition(profile.status, to)) throw new ApiError('state_conflict', { param: profile.status })
  return [
    changeProfileStatus(ctx.db, profile, { to, at: ctx.now, ...columns }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'attendee_profile', profile, to, { actor: ctx.actor, reason }),
  ]
}
