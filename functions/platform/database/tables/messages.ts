// The tables of conversations between customers and programs.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { MessageContext, MessageMedium, MessageSender, MessageType } from '../../../contract/contact/message.ts'
import type { MessageState } from '../../../contract/states/message-states.ts'

export const conversations = sqliteTable('conversations', {
  id: text().primaryKey(),
  customer_id: text().notNull(),
  program_id: text().notNull(),
  type: text().$type<MessageType>().notNull(),
  context: text().$type<MessageContext>().notNull(),
  order_id: text(),
  registration_id: text(),
  event_id: text(),
  campaign_id: text(),
  subject: text().notNull(),
  started_by: text().$type<MessageSender>().notNull(),
  num_messages: integer().notNull().default(0),
  num_unread: integer().notNull().default(0),
  last_message_id: text(),
  last_message_at: integer().notNull(),
  closed_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The active member of the team who answers it. */
  assignee_id: text(),
  /** The number of changes by staff, for the history. */
  step: integer().notNull().default(0),
})

export const messages = sqliteTable('messages', {
  id: text().primaryKey(),
  conversation_id: text().notNull(),
  sender: text().$type<MessageSender>().notNull(),
  sender_name: text().notNull(),
  medium: text().$type<MessageMedium>().notNull(),
  body: text().notNull(),
  search_text: text().notNull(),
  state: text().$type<MessageState>().notNull(),
  step: integer().notNull().default(0),
  sent: integer(),
  opened: integer(),
  read_at: integer(),
  mail_key: text(),
  quoted_text: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
})

export const messageAttachments = sqliteTable(
  'message_attachments',
  { message_id: text().notNull(), file_id: text().notNull() },
  (table) => [primaryKey({ columns: [table.message_id, table.file_id] })],
)

export const mailReplyRefusals = sqliteTable('mail_reply_refusals', {
  id: text().primaryKey(),
  conversation_id: text().notNull(),
  side: text().$type<MessageSender>().notNull(),
  sender_email: text().notNull(),
  reason: text().notNull(),
  created: integer().notNull(),
})
