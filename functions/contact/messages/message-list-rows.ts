import { among } from '../../platform/database/json-lists.ts'
import { and, asc, count, desc, eq, gte, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { MessageListQuery } from '../../contract/contact/message.ts'
import type { Ctx } from '../../platform/context.ts'
import { conversations, customerProfiles, messages } from '../../platform/database/tables.ts'
import { contactOfConversation, type ConversationOwner, isOwned, shownColumns } from './message-rows.ts'
import { searchText } from '../../platform/database/search-text.ts'

/** True for every message, false for the newest of each conversation. */
export type ListedMessages = MessageListQuery & {
  owner: ConversationOwner
  isWhole?: true
  /** Open conversations with a newest message, since a time, that a customer wrote; or only the others. */
  unanswered?: { is: boolean; since: number }
  /** The member of the team who answers. */
  assigned_to?: string
}

/** One page of messages: the newest of each conversation, or all of one. */
export const pageOfMessages = (ctx: Ctx, input: ListedMessages) =>
  ctx.db
    .select(shownColumns)
    .from(conversations)
    .innerJoin(messages, joinOf(input))
    .leftJoin(customerProfiles, contactOfConversation)
    .where(matching(input))
    .orderBy(...inOrder(input))
    .limit(input.limit)
    .offset(input.skip)

/** Number of messages that match the query. Every conversation has a newest one, so it is only read for a condition. */
export const countMessages = (ctx: Ctx, input: ListedMessages) => {
  const counted = ctx.db.select({ total: count() }).from(conversations).$dynamic()
  if (!isNewestOnly(input) || input.unanswered !== undefined) counted.innerJoin(messages, joinOf(input))
  if (input.contact_id !== undefined) counted.leftJoin(customerProfiles, contactOfConversation)
  return counted.where(matching(input))
}

function isUnanswered({ is, since }: { is: boolean; since: number }): SQL | undefined {
  const waits = and(
    gte(conversations.last_message_at, since),
    isNull(conversations.closed_at),
    eq(messages.sender, 'customer'),
  )
  return is || !waits ? waits : not(waits)
}

const isNewestOnly = ({ conversation_id, isWhole }: ListedMessages) => conversation_id === undefined && !isWhole
const joinOf = (input: ListedMessages) =>
  isNewestOnly(input) ? eq(messages.id, conversations.last_message_id) : eq(messages.conversation_id, conversations.id)

function inOrder(input: ListedMessages): SQL[] {
  const { sort, order } = input
  const towards = order === 'asc' ? asc : desc
  // The time of the newest message is in its conversation, too, where an index has it.
  const time = isNewestOnly(input) ? conversations.last_message_at : messages.created
  const byTime = [towards(time), towards(sql`${messages}.rowid`)]
  return sort === 'unread' ? [towards(sql`${conversations.num_unread} > 0`), ...byTime] : byTime
}

function matching(input: ListedMessages): SQL | undefined {
  const { owner, program_id, conversation_id, campaign_id, contact_id, program_attendee_id, type, is_open } = input
  const words = searchText(input.search ?? '')
    .split(' ')
    .filter(Boolean)
  const conditions: (SQL | undefined | false)[] = [
    isOwned(owner),
    program_id !== undefined && eq(conversations.program_id, program_id),
    conversation_id !== undefined && eq(conversations.id, conversation_id),
    campaign_id !== undefined && eq(conversations.campaign_id, campaign_id),
    contact_id !== undefined && eq(customerProfiles.id, contact_id),
    program_attendee_id !== undefined &&
      sql`EXISTS (SELECT 1 FROM registrations AS r WHERE r.attendee_profile_id = ${program_attendee_id} AND r.customer_id = ${conversations.customer_id}
        AND (r.id = ${conversations.registration_id} OR r.order_id = ${conversations.order_id}))`,
    type !== undefined && sql`${conversations.type} IN ${among(type)}`,
    input.unanswered !== undefined && isUnanswered(input.unanswered),
    input.assigned_to !== undefined && eq(conversations.assignee_id, input.assigned_to),
    is_open !== undefined && sql`(${conversations.closed_at} IS NULL) = ${is_open ? 1 : 0}`,
    ...words.map(
      (word) =>
        sql`(EXISTS (SELECT 1 FROM messages AS w WHERE w.conversation_id = ${conversations.id} AND instr(w.search_text, ${word}) > 0)
          OR EXISTS (SELECT 1 FROM campaigns AS k WHERE k.id = ${conversations.campaign_id} AND instr(k.search_text, ${word}) > 0))`,
    ),
  ]
  return and(...conditions.filter((each) => each !== false))
}
