import { ApiError } from '../../contract/api-error.ts'
import type {
  Message,
  MessageContext,
  MessageMedium,
  MessageType,
  OrganiserMessageRequest,
} from '../../contract/contact/message.ts'
import { messageWords } from '../../contract/sentences/message-words.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { refuseOutsideReach } from '../../platform/identity/staff.ts'
import { customerOfContact, orderAbout, placeOfFeedback, programAbout, registrationAbout } from './about-rows.ts'
import { insertCampaignMessage } from './campaign-message-rows.ts'
import { conversationOfFeedback, openConversation } from './feedback-conversation.ts'
import { type ConversationRow, insertConversation, ownConversation, shownMessage } from './message-rows.ts'
import { newMessage, onlyToNewest, subjectOf } from './new-message.ts'
import { showMessage } from './show-message.ts'

/** A message of an organisation to a customer. It continues a conversation, or starts a new one. */
export type MessageToCustomer = {
  program_id: string
  customer_id: string
  body: string
  /** The sender's name for the customer: a person of the organisation, or its name. */
  sender_name: string
  /** The conversation to continue. Without it, a new conversation starts. */
  conversation?: Pick<ConversationRow, 'id' | 'subject'>
  subject?: string
  type?: MessageType
  medium?: MessageMedium
  context?: MessageContext
  order_id?: string | null
  registration_id?: string | null
  event_id?: string | null
  campaign_id?: string | null
}

/**
 * Statements for a message of the organisation to a customer, with the new ids. The customer gets a mail, and answers
 * by mail or on the page. The caller must check that the ids belong to this program and customer.
 */
export function messageToCustomer(
  ctx: Ctx,
  input: MessageToCustomer,
): { message_id: string; conversation_id: string; statements: Statement[] } {
  const { program_id, customer_id, conversation, body, sender_name, medium = 'email' } = input
  const message_id = ctx.newId('msg')
  const conversation_id = conversation?.id ?? ctx.newId('cnv')
  const subject = conversation?.subject ?? subjectOf(input.subject || sender_name)
  const start = insertConversation(ctx, {
    id: conversation_id,
    customer_id,
    program_id,
    type: input.type ?? 'conversation',
    context: input.context ?? 'general',
    order_id: input.order_id ?? null,
    registration_id: input.registration_id ?? null,
    event_id: input.event_id ?? null,
    campaign_id: input.campaign_id ?? null,
    subject,
    started_by: 'organiser',
    created: ctx.now,
    updated: ctx.now,
  })
  const message = newMessage(ctx, {
    id: message_id,
    conversation_id,
    subject,
    sender: 'organiser',
    sender_name,
    medium,
    body,
  })
  return { message_id, conversation_id, statements: [...(conversation ? [] : [start]), ...message] }
}

/** Lists a sent campaign among the messages of its reader; repeating it adds no second message. */
export const campaignToCustomer = (
  ctx: Ctx,
  recipient: { campaign_id: string; customer_profile_id: string },
): Statement[] => insertCampaignMessage(ctx, recipient)

/**
 * An organisation's POST messages: answers in a conversation of its program or to feedback, or writes to one of its
 * contacts. A member who looks after some events writes about a place in one of these.
 */
export async function writeToCustomer(
  ctx: OrganiserContext,
  input: OrganiserMessageRequest & { program_id: string },
): Promise<Message> {
  const { program_id } = input
  const { conversation, opening = [], ...about } = await findReader(ctx, input)
  const [program] = await programAbout(ctx, { program_id, customer_id: about.customer_id })
  if (!program) throw new ApiError('not_found', { param: 'program_id' })

  const { message_id, statements } = messageToCustomer(ctx, {
    ...about,
    ...(conversation ? { conversation } : {}),
    program_id,
    subject: input.subject || about.subject,
    body: input.body,
    sender_name: input.sender_name || program.name,
    medium: input.medium ?? 'email',
  })
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/messages/${message_id}`)
  const [[row]] = await commit(ctx, [...opening, ...statements], shownMessage(ctx, message_id))
  if (!row) throw new ApiError('internal_error')
  return showMessage(row)
}

type Reader = Pick<MessageToCustomer, 'customer_id' | 'context' | 'order_id' | 'registration_id'> & {
  conversation?: Pick<ConversationRow, 'id' | 'subject'>
  /** Statements before the message. */
  opening?: Statement[]
  subject: string
}

async function findReader(
  ctx: OrganiserContext,
  input: OrganiserMessageRequest & { program_id: string },
): Promise<Reader> {
  const { program_id } = input
  if (input.conversation_id) {
    const [conversation] = await ownConversation(ctx, {
      id: input.conversation_id,
      owner: { program_id, reach: ctx.reach },
    })
    if (!conversation) throw new ApiError('not_found', { param: 'conversation_id' })
    const { customer_id, subject } = conversation
    return { conversation, opening: onlyToNewest(ctx, conversation, input.answers), customer_id, subject }
  }
  if (input.feedback_id) {
    const [place] = await placeOfFeedback(ctx, input.feedback_id)
    if (place) refuseOutsideReach(ctx, place.source_id)
    const opened = await openConversation(ctx, conversationOfFeedback(input.feedback_id))
    if (opened?.conversation.program_id !== program_id) throw new ApiError('not_found', { param: 'feedback_id' })
    const { conversation, start, opening } = opened
    const { customer_id, subject } = conversation
    return { conversation, opening: [...start, ...opening], customer_id, subject }
  }
  if (!input.contact_id) throw new ApiError('required', { param: 'contact_id' })
  const [contact] = await customerOfContact(ctx, { contact_id: input.contact_id, program_id })
  if (!contact) throw new ApiError('not_found', { param: 'contact_id' })
  const { customer_id } = contact
  const words = messageWords[ctx.language]
  if (input.registration_id) {
    const [found] = await registrationAbout(ctx, { id: input.registration_id, customer_id })
    if (found?.program_id !== program_id) throw new ApiError('not_found', { param: 'registration_id' })
    refuseOutsideReach(ctx, found.source_id)
    const { order_id, title } = found
    return { customer_id, context: 'registration', order_id, registration_id: input.registration_id, subject: title }
  }
  if (ctx.reach.event_ids !== 'all') throw new ApiError('not_allowed', { param: 'registration_id' })
  if (input.order_id) {
    const [found] = await orderAbout(ctx, { id: input.order_id, customer_id })
    if (found?.program_id !== program_id) throw new ApiError('not_found', { param: 'order_id' })
    return { customer_id, context: 'order', order_id: input.order_id, subject: words.order(found.receipt_number) }
  }
  return { customer_id, context: 'general', subject: words.general }
}
