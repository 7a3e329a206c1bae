import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { MessageState } from '../../contract/states/message-states.ts'
import type { Ctx, Reach } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { anyRegistrationWithin } from '../../platform/database/reach-sql.ts'
import {
  customerProfiles,
  conversations,
  messageAttachments,
  messages,
  notifications,
} from '../../platform/database/tables.ts'
import { memberNamed } from './assignee-rows.ts'

export type ConversationRow = typeof conversations.$inferSelect
export type MessageRow = typeof messages.$inferSelect
type CountedColumns =
  | 'num_messages'
  | 'num_unread'
  | 'last_message_id'
  | 'last_message_at'
  | 'closed_at'
  | 'assignee_id'
  | 'step'

/** Inserts a conversation; its first message follows in the same batch. */
export const insertConversation = (ctx: Ctx, row: Omit<ConversationRow, CountedColumns>) =>
  ctx.db.insert(conversations).values({ ...row, last_message_at: row.created })

/** Inserts a message. Triggers count it in its conversation and open the conversation again. */
export const insertMessage = (ctx: Ctx, row: typeof messages.$inferInsert) => ctx.db.insert(messages).values(row)

export const insertAttachment = (ctx: Ctx, message_id: string, file_id: string): Statement =>
  ctx.db.insert(messageAttachments).values({ message_id, file_id })

/**
 * Updates the state of a message if it still has the step that was read. The batch must then abort if no row changed.
 */
export const updateState = (
  ctx: Ctx,
  read: Pick<MessageRow, 'id' | 'step'>,
  change: { state: MessageState; sent?: number; opened?: number },
): Statement =>
  ctx.db
    .update(messages)
    .set({ ...change, step: read.step + 1, updated: ctx.now })
    .where(and(eq(messages.id, read.id), eq(messages.step, read.step)))

export const messageById = (ctx: Ctx, id: string) => ctx.db.select().from(messages).where(eq(messages.id, id))

/** The message that was made from a mail; empty if the mail is new. */
export const messageOfMail = (ctx: Ctx, input: { conversation_id: string; mail_key: string }) =>
  ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversation_id, input.conversation_id),
        eq(messages.mail_key, input.mail_key),
        sql`${messages.mail_key} IS NOT NULL`,
      ),
    )

// The files of a message as JSON in its row, in the order they were added.
const sqlOfAttachments = sql<string>`(SELECT json_group_array(json_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'size', f.size) ORDER BY f.rowid)
  FROM message_attachments AS a JOIN files AS f ON f.id = a.file_id WHERE a.message_id = ${messages.id} AND f.status = 'stored')`

// The text of a campaign is stored once for all its readers; later messages of a conversation have their own text.
const sqlOfCampaign = sql<
  string | null
>`(SELECT json_object('body', c.body, 'language', g.languages ->> '$[0]') FROM campaigns AS c JOIN programs AS g ON g.id = c.program_id
  WHERE c.id = ${conversations.campaign_id} AND ${messages.id} = 'msg_' || substr(${conversations.id}, 5))`

export const shownColumns = {
  message: messages,
  campaign: sqlOfCampaign,
  conversation: conversations,
  contact_id: customerProfiles.id,
  attachments: sqlOfAttachments,
  assignee: memberNamed(sql`${conversations.assignee_id}`).as('assignee'),
}
export const contactOfConversation = and(
  eq(customerProfiles.customer_id, conversations.customer_id),
  eq(customerProfiles.program_id, conversations.program_id),
)

/** Messages with their conversation, for any owner. The caller must check the owner. */
export const shownMessages = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select(shownColumns)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .leftJoin(customerProfiles, contactOfConversation)
    .where(where)
export const shownMessage = (ctx: Ctx, id: string) => shownMessages(ctx, eq(messages.id, id))
export type ShownRow = Awaited<ReturnType<typeof shownMessage>>[number]

/** Maximum number of messages that a conversation shows, counted from the newest. */
export const maxShown = 200

/**
 * The required owner of a conversation: a customer, or a program as far as its caller's right reaches. A member who
 * looks after some events has the conversations about a place, an order or a date of these.
 */
export type ConversationOwner = { customer_id: string } | { program_id: string; reach?: Reach }
export const isOwned = (owner: ConversationOwner): SQL | undefined =>
  'customer_id' in owner
    ? eq(conversations.customer_id, owner.customer_id)
    : and(eq(conversations.program_id, owner.program_id), owner.reach && isWithin(owner.reach))

const isWithin = (reach: Reach): SQL | undefined =>
  reach.event_ids === 'all'
    ? undefined
    : or(
        sql`${conversations.event_id} IN ${among(reach.event_ids)}`,
        anyRegistrationWithin(reach, sql`r.id = ${conversations.registration_id}`),
        anyRegistrationWithin(reach, sql`r.order_id = ${conversations.order_id}`),
      )

/** All messages of the conversation of a message, oldest first; empty if another owner has it. */
export const threadOf = (ctx: Ctx, input: { message_id: string; owner: ConversationOwner }) =>
  ctx.db
    .select(shownColumns)
    .from(conversations)
    .innerJoin(messages, eq(messages.conversation_id, conversations.id))
    .leftJoin(customerProfiles, contactOfConversation)
    .where(
      and(
        sql`${conversations.id} = (SELECT m.conversation_id FROM messages AS m WHERE m.id = ${input.message_id})`,
        isOwned(input.owner),
        sql`${messages.id} IN (SELECT n.id FROM messages AS n WHERE n.conversation_id = ${conversations.id} ORDER BY n.created DESC, n.rowid DESC LIMIT ${maxShown})`,
      ),
    )
    .orderBy(asc(messages.created), asc(sql`${messages}.rowid`))

/** Statements that mark the conversation of a message as read by its customer, and its notification too. */
export const markRead = (
  ctx: Ctx,
  input: { message_id: string; customer_id: string },
): [Statement, Statement, Statement] => {
  const own = sql`(SELECT c.id FROM conversations AS c JOIN messages AS m ON m.conversation_id = c.id
    WHERE m.id = ${input.message_id} AND c.customer_id = ${input.customer_id} AND c.num_unread > 0)`
  return [
    ctx.db
      .update(notifications)
      .set({ read_at: ctx.now })
      .where(
        and(
          sql`${notifications.dedupe} IN (SELECT 'message_received:message.received:' || m.id FROM messages AS m WHERE m.conversation_id = ${own} AND m.sender = 'organiser' AND m.read_at IS NULL)`,
          isNull(notifications.read_at),
        ),
      ),
    ctx.db
      .update(messages)
      .set({ read_at: ctx.now })
      .where(
        and(sql`${messages.conversation_id} = ${own}`, eq(messages.sender, 'organiser'), isNull(messages.read_at)),
      ),
    ctx.db.update(conversations).set({ num_unread: 0 }).where(sql`${conversations.id} = ${own}`),
  ]
}

/** A conversation of this owner. */
export const ownConversation = (ctx: Ctx, input: { id: string; owner: ConversationOwner }) =>
  ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, input.id), isOwned(input.owner)))

export const conversationById = (ctx: Ctx, id: string) =>
  ctx.db.select().from(conversations).where(eq(conversations.id, id))

/** Updates a conversation only if this is its newest message. The batch must then abort if no row changed. */
export const touchNewest = (ctx: Ctx, input: { id: string; message_id: string }): Statement =>
  ctx.db
    .update(conversations)
    .set({ updated: ctx.now })
    .where(and(eq(conversations.id, input.id), eq(conversations.last_message_id, input.message_id)))
