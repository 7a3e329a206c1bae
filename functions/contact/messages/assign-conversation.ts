import { ApiError } from '../../contract/api-error.ts'
import {
  type AssignConversationRequest,
  callerAsMember,
  type CloseConversationRequest,
  type TeamThread,
} from '../../contract/contact/message.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { changeConversation } from './assignee-rows.ts'
import { onlyToNewest } from './new-message.ts'
import { type InMessageOfProgram, loadThread, memberOf, readMessageOfProgram } from './team-messages.ts'

/**
 * Gives the conversation of a message to a member of the team whose right reaches it, or to no one. The member is told,
 * unless they took it themselves. Of two simultaneous changes the second is refused.
 */
export async function assignConversation(
  ctx: OrganiserContext,
  { staff_id, instead_of, ...input }: AssignConversationRequest & InMessageOfProgram,
): Promise<TeamThread> {
  const { thread, conversation } = await loadThread(ctx, input)
  const { id, step, assignee_id: from, last_message_id } = conversation
  if (instead_of !== undefined && instead_of !== from) throw new ApiError('state_conflict', { param: 'instead_of' })
  const to = staff_id === callerAsMember ? (memberOf(ctx) ?? staff_id) : staff_id
  if (to === from) return thread
  if (to !== null && !thread.members.some((member) => member.staff_id === to))
    throw new ApiError('not_found', { param: 'staff_id' })

  const statusOf = (assignee: string | null) => (assignee === null ? 'unassigned' : 'assigned')
  await commit(ctx, [
    changeConversation(ctx, conversation, { assignee_id: to }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'conversation', { id, step, status: statusOf(from) }, statusOf(to), {
      actor: ctx.actor,
      reason: to ?? from,
    }),
    ...(to !== null && to !== memberOf(ctx) && last_message_id !== null
      ? [
          recordEvent(ctx, {
            kind: 'conversation.assigned',
            ref: last_message_id,
            key: `${id}:${step + 1}`,
            body: { assignee_id: to },
          }),
        ]
      : []),
  ])
  return readMessageOfProgram(ctx, input)
}

/**
 * Closes the conversation of a message. Closing it again changes nothing, and the next message of either side opens it
 * again.
 */
export async function closeConversation(
  ctx: OrganiserContext,
  { answers, ...input }: CloseConversationRequest & InMessageOfProgram,
): Promise<TeamThread> {
  const { thread, conversation } = await loadThread(ctx, input)
  if (!thread.is_open) return thread
  const { id, step } = conversation
  await commit(ctx, [
    ...onlyToNewest(ctx, conversation, answers),
    changeConversation(ctx, conversation, { closed_at: ctx.now }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'conversation', { id, step, status: 'open' }, 'closed', { actor: ctx.actor }),
  ])
  return readMessageOfProgram(ctx, input)
}
