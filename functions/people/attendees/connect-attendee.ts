import { ApiError } from '../../contract/api-error.ts'
import type { ConnectAttendeeRequest, ProgramAttendeeProfile } from '../../contract/people/attendee.ts'
import { customerReader } from '../../platform/database/attendee-visibility.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { connectRow, oneProfile, oneRelation, ownContacts, programsByIds, relationsOf } from './attendee-rows.ts'
import { transitionProfile } from './profile-steps.ts'
import { showAttendeeProfile } from './show-attendee.ts'

type ConnectInput = Omit<ConnectAttendeeRequest, 'program_id'> & {
  program_id: string
  body_program_id?: string | undefined
}
type Connected = { status: 200 | 201; profile: ProgramAttendeeProfile }

/**
 * Connects a family member to a program, also after a disconnection. A member who is connected is returned unchanged.
 */
export const connectAttendee = (ctx: CustomerContext, input: ConnectInput): Promise<Connected> =>
  retryOnConflict(() => connectAttendeeOnce(ctx, input))

async function connectAttendeeOnce(ctx: CustomerContext, input: ConnectInput): Promise<Connected> {
  const { customer_id } = ctx.actor
  const { program_id, attendee_id } = input
  const [[program], [mine], [contact], [existing]] = await ctx.db.batch([
    programsByIds(ctx.db, [program_id]),
    oneRelation(ctx.db, attendee_id, customer_id),
    ownContacts(ctx.db, [program_id], customer_id),
    oneProfile(ctx.db, { program_id, attendee_id }, customerReader(ctx.db, customer_id)),
  ])

  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  if (input.body_program_id !== undefined && input.body_program_id !== program_id)
    throw new ApiError('invalid_parameter', { param: 'program_id' })
  if (!mine?.rights.includes('view') || existing?.profile.status === 'merged')
    throw new ApiError('not_found', { param: 'attendee_id' })
  if (!mine.rights.includes('register')) throw new ApiError('transition_not_allowed', { param: 'attendee_id' })
  if (input.primary_contact_id && input.primary_contact_id !== contact?.id)
    throw new ApiError('not_found', { param: 'primary_contact_id' })
  if (mine.archived_at !== null) throw new ApiError('state_conflict', { param: 'archived' })

  const { id, writes } = connecting(ctx, {
    program_id,
    attendee_id,
    contact_id: contact?.id ?? null,
    existing: existing?.profile ?? null,
  })
  const [[made], relations] = await commit(
    ctx,
    writes,
    oneProfile(ctx.db, { program_id, attendee_id }, customerReader(ctx.db, customer_id)),
    relationsOf(ctx.db, attendee_id),
  )
  if (!made) throw new ApiError('internal_error')
  return {
    status: existing || made.profile.id !== id ? 200 : 201,
    profile: showAttendeeProfile({ ...made, relations }),
  }
}

type ProfileToConnect = Parameters<typeof transitionProfile>[1] & { archived_by_program_at: number | null }

/**
 * The profile of a person in a program, and the statements that create it or make it active. Throws when the program
 * archived the person.
 */
export function connecting(
  ctx: CustomerContext,
  input: { program_id: string; attendee_id: string; contact_id: string | null; existing: ProfileToConnect | null },
): { id: string; writes: Statement[] } {
  const { program_id, attendee_id, contact_id, existing } = input
  if (!existing) {
    const id = ctx.newId('pap')
    return {
      id,
      writes: [connectRow(ctx.db, { id, program_id, attendee_id, primary_contact_id: contact_id, at: ctx.now })],
    }
  }
  if (existing.archived_by_program_at !== null) throw new ApiError('attendee_archived', { param: 'attendee_id' })
  return { id: existing.id, writes: existing.status === 'active' ? [] : transitionProfile(ctx, existing, 'active') }
}
