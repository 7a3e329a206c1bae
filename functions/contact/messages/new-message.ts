import { ApiError } from '../../contract/api-error.ts'
import { type MessageMedium, type MessageSender, subjectLength } from '../../contract/contact/message.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { type ConversationRow, insertAttachment, insertMessage, touchNewest } from './message-rows.ts'
import { searchText } from '../../platform/database/search-text.ts'

export type NewMessage = {
  id: string
  conversation_id: string
  subject: string
  sender: MessageSender
  sender_name: string
  medium: MessageMedium
  body: string
  /** The quote and signature that were cut from a mail. */
  quoted_text?: string | null
  file_ids?: readonly string[]
  /** The key of the mail that contained it. */
  mail_key?: string
}

/**
 * Statements that add a message to a conversation, with its files and the notification of its reader. Its state is
 * `queued` until its mail is sent, or `delivered` at once if it is only read on the page.
 */
export function newMessage(ctx: Ctx, message: NewMessage): Statement[] {
  const { subject, file_ids = [], mail_key = null, ...row } = message
  const isMailed = message.medium === 'email'
  return [
    insertMessage(ctx, {
      ...row,
      mail_key,
      search_text: searchText(`${subject} ${message.body}`),
      state: isMailed ? 'queued' : 'delivered',
      sent: isMailed ? null : ctx.now,
      created: ctx.now,
      updated: ctx.now,
    }),
    ...file_ids.map((file_id) => insertAttachment(ctx, message.id, file_id)),
    ...(isMailed
      ? [
          recordEvent(ctx, {
            kind: message.sender === 'customer' ? 'message.sent' : 'message.received',
            ref: message.id,
            body: {},
          }),
        ]
      : []),
  ]
}

/**
 * Statements that abort the batch unless `answers` is still the newest message of the conversation; none without it.
 * Throws `state_conflict` if a message has arrived that the writer has not seen.
 */
export function onlyToNewest(
  ctx: Ctx,
  { id, last_message_id }: Pick<ConversationRow, 'id' | 'last_message_id'>,
  answers: string | null | undefined,
): Statement[] {
  if (!answers) return []
  if (answers !== last_message_id) throw new ApiError('state_conflict', { param: 'answers' })
  return [touchNewest(ctx, { id, message_id: answers }), guard(ctx.db, 'state')]
}

/** The subject, cut to the maximum length. */
export const subjectOf = (text: string): string => [...text.trim()].slice(0, subjectLength).join('') || '…'
