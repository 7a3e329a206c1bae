import { dayMs } from '../../contract/limits.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { requireOwnSession } from '../accounts/confirm-password.ts'
import { requireUser } from '../accounts/show-user.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type Invitation, type InvitationRequest, invitationDays } from '../../contract/people/invitation.ts'
import { type List, list } from '../../contract/paging.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { hashOfCode, newInviteCode } from './invitation-code.ts'
import { invitationStatus, invitedRights, ownLogInFault } from './invitation-rules.ts'
import {
  answerRow,
  attendeesByIds,
  insertInvitation,
  invitationById,
  mayInvite,
  ownInvitations,
  ownRelations,
  programBrief,
  revokeEarlier,
} from './invitation-rows.ts'
import { showInvitation } from './show-invitation.ts'
import { emailKey } from '../../contract/field-rules.ts'

const invitationMs = invitationDays * dayMs

/**
 * Invites an adult to look after family members, or a child of 14 or older to their own log-in. Nothing is shared until
 * they accept. A new invitation to the same email replaces a pending one.
 */
export async function invite(ctx: CustomerContext, input: InvitationRequest): Promise<Invitation> {
  await requireOwnSession(ctx)
  const { customer_id } = ctx.actor
  const ids = [...new Set(input.attendee_ids)]
  const [[program], own, people] = await ctx.db.batch([
    programBrief(ctx.db, input.program_id),
    ownRelations(ctx.db, customer_id, ids),
    attendeesByIds(ctx.db, ids, customer_id),
  ])
  const { user } = await requireUser(ctx)

  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  for (const [index, id] of ids.entries()) {
    const relation = own.find((each) => each.attendee_id === id)
    const param = `attendee_ids[${index}]`
    if (!relation?.rights.includes('view')) throw new ApiError('not_found', { param })
    if (!relation.rights.includes('manage')) throw new ApiError('transition_not_allowed', { param })
  }
  if (!user.is_email_verified) throw new ApiError('email_not_verified')
  const email_key = emailKey(input.email)
  if (email_key === user.email_key) throw new ApiError('invalid_option', { param: 'email' })
  const fault = ownLogInFault(
    input.relation,
    people.map(({ seen }) => seen),
    dayInZone(ctx.now, 'UTC'),
  )
  if (fault) throw new ApiError(fault, { param: 'relation' })
  const rights = own.reduce<typeof input.rights | null>(
    (rights, relation) => rights && invitedRights(rights, relation.rights),
    input.rights,
  )
  if (!rights) throw new ApiError('invalid_option', { param: 'rights' })

  const id = ctx.newId('inv')
  ctx.request.setCreatedLocation('/v1/profile/invitations')
  const { first_name, last_name, email, relation, program_id } = input
  const [[row]] = await commit(
    ctx,
    [
      revokeEarlier(ctx.db, { customer_id, email_key, at: ctx.now }),
      insertInvitation(ctx.db, {
        ...{
          id,
          program_id,
          customer_id,
          attendee_ids: ids,
          email,
          email_key,
          first_name,
          last_name,
          relation,
          rights,
        },
        language: ctx.language,
        code_hash: hashOfCode(newInviteCode(ctx.env, id)),
        expires_at: ctx.now + invitationMs,
        created: ctx.now,
      }),
      guardThat(ctx.db, mayInvite(customer_id, ctx.now), 'code_limit'),
      recordEvent(ctx, { kind: 'invitation.created', ref: id, body: {} }),
    ],
    invitationById(ctx.db, id),
  )
  if (!row) throw new ApiError('internal_error')
  return showInvitation(row, ctx.now)
}

type ListInput = { limit: number; skip: number; order: 'asc' | 'desc'; attendee_id?: string | undefined }

/** The caller's invitations, newest first; optionally those about one person. */
export async function listInvitations(ctx: CustomerContext, input: ListInput): Promise<List<Invitation>> {
  const rows = await ownInvitations(ctx.db, ctx.actor.customer_id)
  const { attendee_id } = input
  const matches = rows.filter((row) => attendee_id === undefined || row.attendee_ids.includes(attendee_id))
  const ordered = input.order === 'asc' ? matches.toReversed() : matches
  const page = ordered.slice(input.skip, input.skip + input.limit)
  return list(
    page.map((row) => showInvitation(row, ctx.now)),
    matches.length,
    input,
  )
}

/** Withdraws a pending invitation. A withdrawn invitation stays withdrawn. */
export async function revokeInvitation(ctx: CustomerContext, input: { invitation_id: string }): Promise<Invitation> {
  const [row] = await invitationById(ctx.db, input.invitation_id)
  if (row?.customer_id !== ctx.actor.customer_id) throw new ApiError('not_found', { param: 'invitation_id' })
  const status = invitationStatus(row, ctx.now)
  if (status === 'revoked') return showInvitation(row, ctx.now)
  if (status !== 'pending') throw new ApiError('state_conflict', { param: status })

  const [[revoked]] = await commit(
    ctx,
    [
      answerRow(ctx.db, { id: row.id, status: 'revoked', by: ctx.actor.customer_id, at: ctx.now }),
      guard(ctx.db, 'state'),
    ],
    invitationById(ctx.db, row.id),
  )
  if (!revoked) throw new ApiError('internal_error')
  return showInvitation(revoked, ctx.now)
}
