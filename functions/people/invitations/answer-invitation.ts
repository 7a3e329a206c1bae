import { requireUser } from '../accounts/show-user.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { ReceivedInvitation } from '../../contract/people/invitation.ts'
import type { InvitationStatus } from '../../contract/states/invitation-states.ts'
import { instant } from '../../contract/instant.ts'
import { invitationWords } from '../../contract/sentences/invitation-words.ts'
import { type Ctx, type CustomerContext, isCustomer } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { hashOfCode } from './invitation-code.ts'
import { type LoadedInvitation, receivedInvitation } from './received-invitation.ts'
import {
  answerRow,
  becomeSelf,
  changeRights,
  dropPlaceholder,
  type InvitationRow,
  invitationByHash,
  inviterManages,
  joinProgram,
  ownPlaceholder,
  relate,
} from './invitation-rows.ts'
import { emailKey, maskedEmail } from '../../contract/field-rules.ts'
import * as invitationStates from '../../contract/states/invitation-states.ts'

type ByCode = { invite_code: string }
/** The invitation of a code, as its reader may see it. */
async function loadReceived(ctx: Ctx, { invite_code }: ByCode): Promise<LoadedInvitation> {
  const [row] = await invitationByHash(ctx.db, hashOfCode(invite_code))
  if (!row) throw new ApiError('not_found', { param: 'invite_code' })
  return receivedInvitation(ctx, row)
}

const showReceived = ({ row, status, people, invitedBy, isStillTheirs }: LoadedInvitation): ReceivedInvitation => ({
  object: 'received_invitation',
  program_id: row.program_id,
  status,
  invited_by: invitedBy,
  sent_to: maskedEmail(row.email),
  // The code reveals the names while the sender may share them.
  attendees: isStillTheirs && invitationStates.readable.has(status) ? people.map(({ seen }) => seen.first_name) : [],
  attendee_ids: [],
  relation: row.relation,
  rights: row.rights,
  expires_at: instant(row.expires_at),
})

/** The invitation that belongs to a mailed code. Reading changes nothing, because mail programs open links too. */
export const readReceivedInvitation = async (ctx: Ctx, input: ByCode): Promise<ReceivedInvitation> =>
  showReceived(await loadReceived(ctx, input))

/** Declines an invitation; the code is enough. A repeated call changes nothing. */
export async function declineInvitation(ctx: Ctx, input: ByCode): Promise<ReceivedInvitation> {
  const received = await loadReceived(ctx, input)
  const { row, status } = received
  if (status === 'declined') return showReceived(received)
  refuseEnded(status)
  await commit(ctx, [
    answerRow(ctx.db, { id: row.id, status: 'declined', by: null, at: ctx.now }),
    guard(ctx.db, 'state'),
  ])
  return { ...showReceived(received), status: 'declined', attendees: [] }
}

/** Accepts an invitation, for the account that owns its email. Accepting again returns the same. */
export const acceptInvitation = (ctx: Ctx, input: ByCode): Promise<ReceivedInvitation> =>
  retryOnConflict(() => acceptOnce(ctx, input))

async function acceptOnce(ctx: Ctx, input: ByCode): Promise<ReceivedInvitation> {
  const received = await loadReceived(ctx, input)
  if (!isCustomer(ctx)) throw new ApiError('not_authenticated')
  const { row, status, people } = received
  const { user } = await requireUser(ctx)
  const ids = people.map(({ id }) => id)
  if (status === 'accepted' && row.answered_by === ctx.actor.customer_id)
    return { ...showReceived(received), attendee_ids: ids }
  refuseEnded(status)
  if (user.email_key !== emailKey(row.email))
    throw new ApiError('transition_not_allowed', {
      param: 'email',
      message: invitationWords[ctx.language].otherEmail(maskedEmail(row.email)),
    })
  if (!user.is_email_verified) throw new ApiError('email_not_verified')

  await commit(ctx, [
    answerRow(ctx.db, { id: row.id, status: 'accepted', by: ctx.actor.customer_id, at: ctx.now }),
    guard(ctx.db, 'state'),
    guardThat(ctx.db, inviterManages(row.customer_id, { ids, rights: row.rights }), 'state'),
    ...(row.relation === 'self' ? await takeOwnPlace(ctx, row, ids) : relateAll(ctx, row, ids)),
    joinProgram(ctx.db, {
      id: ctx.newId('cup'),
      customer_id: ctx.actor.customer_id,
      program_id: row.program_id,
      at: ctx.now,
    }),
    recordEvent(ctx, { kind: 'invitation.accepted', ref: row.id, body: {} }),
  ])
  return { ...showReceived(received), status: 'accepted', attendee_ids: ids }
}

function relateAll(ctx: CustomerContext, { relation, rights }: InvitationRow, ids: string[]): Statement[] {
  const { customer_id } = ctx.actor
  return ids.map((attendee_id) => relate(ctx.db, { customer_id, attendee_id, relation, rights, created: ctx.now }))
}

/** A child who gets a log-in becomes the account's own attendee, replacing the one created at sign-up. */
async function takeOwnPlace(ctx: CustomerContext, { rights }: InvitationRow, ids: string[]): Promise<Statement[]> {
  const { customer_id } = ctx.actor
  const [placeholder] = await ownPlaceholder(ctx.db, customer_id)
  const [attendee_id] = ids
  if (!placeholder || !attendee_id)
    throw new ApiError('state_conflict', { param: 'self', message: invitationWords[ctx.language].otherSelf })
  return [
    becomeSelf(ctx.db, { customer_id, placeholder: placeholder.id, attendee_id }),
    guard(ctx.db, 'state'),
    changeRights(ctx.db, { customer_id, attendee_id, rights }),
    dropPlaceholder(ctx.db, placeholder.id),
    guard(ctx.db, 'state'),
  ]
}

function refuseEnded(status: InvitationStatus): void {
  if (status === 'pending') return
  if (status === 'expired') throw new ApiError('link_expired', { param: 'expired' })
  throw new ApiError('state_conflict', { param: status })
}
