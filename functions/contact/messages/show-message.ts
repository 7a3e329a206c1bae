import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { Message, MessageListQuery, MessageThread } from '../../contract/contact/message.ts'
import { type List, list, type Page } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { countMessages, type ListedMessages, pageOfMessages } from './message-list-rows.ts'
import { markRead, type ShownRow, threadOf } from './message-rows.ts'
import { markdownText } from '../../delivery/mail/mail-text.ts'

/** A message in an API response, with the data of its conversation. */
export function showMessage({ message, campaign, conversation, contact_id, attachments }: ShownRow): Message {
  return {
    id: message.id,
    object: 'message',
    conversation_id: conversation.id,
    program_id: conversation.program_id,
    contact_id,
    type: conversation.type,
    medium: message.medium,
    subject: conversation.subject,
    body: campaign === null ? message.body : campaignText(campaign),
    quoted_text: message.quoted_text,
    state: message.state,
    sender: message.sender,
    sender_name: message.sender_name,
    is_read: message.sender === 'customer' || message.read_at !== null,
    context: conversation.context,
    order_id: conversation.order_id,
    registration_id: conversation.registration_id,
    event_id: conversation.event_id,
    campaign_id: conversation.campaign_id,
    attachments: JSON.parse(attachments) as Message['attachments'],
    num_messages: conversation.num_messages,
    num_unread: conversation.num_unread,
    is_open: conversation.closed_at === null,
    sent: instant(message.sent),
    opened: instant(message.opened),
    created: instant(message.created),
    updated: instant(message.updated),
  }
}

function campaignText(campaign: string): string {
  const { body, language } = JSON.parse(campaign) as { body: string; language: string | null }
  return markdownText(body, language === 'fr' ? 'fr' : 'en')
}

/** The caller's messages: the newest of each conversation, unread ones first, or all of one conversation. */
export const listMessages = (ctx: CustomerContext, input: MessageListQuery): Promise<List<Message>> =>
  listOf(ctx, { ...input, owner: { customer_id: ctx.actor.customer_id } })

/** Every message of the caller's conversations, in the order they were written. */
export async function everyMessageOf(ctx: CustomerContext, page: Page): Promise<List<Message>> {
  const owner = { customer_id: ctx.actor.customer_id }
  return listOf(ctx, { ...page, sort: 'created', owner, isWhole: true })
}

async function listOf(ctx: Ctx, input: ListedMessages): Promise<List<Message>> {
  const [rows, [counted]] = await ctx.db.batch([pageOfMessages(ctx, input), countMessages(ctx, input)])
  return list(rows.map(showMessage), counted?.total ?? 0, input)
}

/**
 * A message of the caller with its whole conversation, in the state before this call marks the conversation as read.
 * Throws `not_found` for another customer's.
 */
export async function readMessage(ctx: CustomerContext, input: { message_id: string }): Promise<MessageThread> {
  const { customer_id } = ctx.actor
  const owned = { ...input, customer_id }
  const [rows] = await ctx.db.batch([threadOf(ctx, { ...input, owner: { customer_id } }), ...markRead(ctx, owned)])
  return threadFrom(rows, input.message_id)
}

function threadFrom(rows: readonly ShownRow[], message_id: string): MessageThread {
  const messages = rows.map(showMessage)
  const message = messages.find(({ id }) => id === message_id)
  if (!message) throw new ApiError('not_found', { param: 'message_id' })
  return { ...message, messages }
}
