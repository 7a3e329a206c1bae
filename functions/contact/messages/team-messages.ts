import { ApiError } from '../../contract/api-error.ts'
import {
  callerAsMember,
  type OrganiserMessageListQuery,
  type TeamMessage,
  type TeamThread,
} from '../../contract/contact/message.ts'
import { instant } from '../../contract/instant.ts'
import { dayMs } from '../../contract/limits.ts'
import { eventsWithin, rightOf } from '../../contract/organisation/rights.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx, OrganiserContext, Reach } from '../../platform/context.ts'
import { activeMembers, changesOfConversation, type MemberRow, sourcesOfConversation } from './assignee-rows.ts'
import { countMessages, type ListedMessages, pageOfMessages } from './message-list-rows.ts'
import { type ConversationRow, ownConversation, type ShownRow, threadOf } from './message-rows.ts'
import { showMessage } from './show-message.ts'

type Team = { program_id: string; reach: Reach }
export type InMessageOfProgram = { program_id: string; message_id: string }

/** A message within the events of a member of the team, with its conversation; undefined outside of them. */
export const findMessageFor = async (ctx: Ctx, owner: Team, message_id: string) =>
  (await threadOf(ctx, { message_id, owner })).find(({ message }) => message.id === message_id)

/** True for a conversation of a customer with a program. */
export const isConversationOf = async (
  ctx: Ctx,
  { id, program_id, customer_id }: { id: string; program_id: string; customer_id: string },
): Promise<boolean> => (await ownConversation(ctx, { id, owner: { program_id } }))[0]?.customer_id === customer_id

/** The caller's own id in the team; null for a client and for a person who runs the site. */
export const memberOf = ({ actor }: OrganiserContext): string | null => (actor.type === 'staff' ? actor.staff_id : null)

/** A conversation without a message for this long no longer counts as unanswered. */
const unansweredMs = 30 * dayMs

/** The messages of a program, for its organisation. */
export const listMessagesOfProgram = (
  ctx: OrganiserContext,
  { program_id, unanswered, assigned_to, ...input }: OrganiserMessageListQuery & { program_id: string },
): Promise<List<TeamMessage>> =>
  listOf(ctx, {
    ...input,
    owner: { program_id, reach: ctx.reach },
    ...(unanswered === undefined ? {} : { unanswered: { is: unanswered, since: ctx.now - unansweredMs } }),
    ...(assigned_to === undefined
      ? {}
      : { assigned_to: assigned_to === callerAsMember ? (memberOf(ctx) ?? '') : assigned_to }),
  })

/** The open conversations of a member's events that wait for an answer, the longest first. */
export const listUnanswered = (ctx: Ctx, { limit, ...owner }: Team & { limit: number }): Promise<List<TeamMessage>> =>
  listOf(ctx, {
    ...{ owner, limit, skip: 0, sort: 'created', order: 'asc' },
    unanswered: { is: true, since: ctx.now - unansweredMs },
  })

async function listOf(ctx: Ctx, input: ListedMessages): Promise<List<TeamMessage>> {
  const [rows, [counted]] = await ctx.db.batch([pageOfMessages(ctx, input), countMessages(ctx, input)])
  return list(rows.map(showForTeam), counted?.total ?? 0, input)
}

/**
 * A message of the program with its whole conversation, for the organisation. The customer's read state does not
 * change.
 */
export const readMessageOfProgram = async (ctx: Ctx, input: InMessageOfProgram): Promise<TeamThread> =>
  (await loadThread(ctx, input)).thread

/** The same with the stored conversation. */
export async function loadThread(
  ctx: Ctx,
  { program_id, message_id }: InMessageOfProgram,
): Promise<{ thread: TeamThread; conversation: ConversationRow }> {
  const owner = { program_id, reach: ctx.reach }
  const [rows, members, sources, changes] = await ctx.db.batch([
    threadOf(ctx, { message_id, owner }),
    activeMembers(ctx, program_id),
    sourcesOfConversation(ctx, message_id),
    changesOfConversation(ctx, message_id),
  ])
  const row = rows.find(({ message }) => message.id === message_id)
  if (!row) throw new ApiError('not_found', { param: 'message_id' })
  const ids = sources.flatMap(({ id }) => id ?? [])
  const thread: TeamThread = {
    ...showForTeam(row),
    messages: rows.map(showMessage),
    members: members
      .filter((member) => mayAnswer(member, ids))
      .map(({ staff_id, first_name, last_name }) => ({ staff_id, first_name, last_name })),
    changes: changes.toReversed().map(({ to, at, by, assignee }) => ({
      to: to as TeamThread['changes'][number]['to'],
      by: memberIn(by),
      assignee: memberIn(assignee),
      at: instant(at),
    })),
  }
  return { thread, conversation: row.conversation }
}

/** True for a member whose right reaches a conversation about these events and appointment types. */
function mayAnswer({ role, event_ids }: MemberRow, source_ids: readonly string[]): boolean {
  const shade = rightOf(role, 'messages')
  if (shade === null) return false
  const reached = eventsWithin(shade, event_ids)
  return reached === 'all' || source_ids.some((id) => reached.includes(id))
}

const memberIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as TeamMessage['assignee']))

const showForTeam = (row: ShownRow): TeamMessage => ({
  ...showMessage(row),
  customer_id: row.conversation.customer_id,
  assignee: memberIn(row.assignee),
})
