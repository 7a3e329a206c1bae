import { type MessageMedium, type MessageSender, subjectLength } from '../../contract/contact/message.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { insertAttachment, insertMessage } from './message-rows.ts'
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

/** The subject, cut to the maximum length. */
export const subjectOf = (text: string): string => [...text.trim()].slice(0, subjectLength).join('') || '…'
