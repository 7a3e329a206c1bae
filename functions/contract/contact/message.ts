import * as z from 'zod/mini'
import { code, Id, line, lines, optionalLine, ProgramId } from '../field-rules.ts'
import { flagInQuery, oneOrMore, paging } from '../paging.ts'
import { messageStates } from '../states/message-states.ts'

export const messageTypes = ['conversation', 'campaign', 'system'] as const
export type MessageType = (typeof messageTypes)[number]

/** How a message reaches its reader; `sms` is reserved. */
export const messageMedia = ['email', 'in_app', 'sms'] as const
export type MessageMedium = (typeof messageMedia)[number]
const Medium = z.enum(['email', 'in_app'], { error: code('invalid_option') })

/** What a conversation is about. */
export const messageContexts = ['order', 'registration', 'event', 'membership', 'general'] as const
export type MessageContext = (typeof messageContexts)[number]

export const messageSenders = ['customer', 'organiser'] as const
export type MessageSender = (typeof messageSenders)[number]

/** Maximum characters of a typed message; a reply by mail may be longer. */
export const messageLength = 5000
export const subjectLength = 150
export const maxAttachments = 5

export const MessageBody = lines(messageLength).check(
  z.overwrite((text) => text.replaceAll('\r\n', '\n')),
  z.minLength(1, code('required')),
)

/** Body of POST messages. Continues the conversation of `conversation_id`, or starts one about the named object. */
export const CreateMessageRequest = z.strictObject({
  conversation_id: z.nullish(Id),
  program_id: z.nullish(ProgramId),
  order_id: z.nullish(Id),
  registration_id: z.nullish(Id),
  event_id: z.nullish(Id),
  context: z.nullish(z.enum(messageContexts, { error: code('invalid_option') })),
  medium: z.nullish(Medium),
  subject: z.nullish(optionalLine(subjectLength)),
  body: MessageBody,
  attachments: z.optional(z.array(Id).check(z.maxLength(maxAttachments, code('too_long')))),
  new_customer_profile: z.nullish(z.boolean()),
})
export type CreateMessageRequest = z.infer<typeof CreateMessageRequest>

const Attachment = z.strictObject({ id: z.string(), name: z.string(), content_type: z.string(), size: z.int() })

const message = {
  id: z.string(),
  object: z.literal('message'),
  conversation_id: z.string(),
  program_id: z.string(),
  contact_id: z.nullable(z.string()),
  type: z.enum(messageTypes),
  medium: z.enum(messageMedia),
  subject: z.string(),
  body: z.string(),
  /** The quote and signature that were cut from a reply by mail. */
  quoted_text: z.nullable(z.string()),
  state: z.enum(messageStates),
  sender: z.enum(messageSenders),
  sender_name: z.string(),
  is_read: z.boolean(),
  context: z.enum(messageContexts),
  order_id: z.nullable(z.string()),
  registration_id: z.nullable(z.string()),
  event_id: z.nullable(z.string()),
  campaign_id: z.nullable(z.string()),
  attachments: z.array(Attachment),
  num_messages: z.int(),
  num_unread: z.int(),
  is_open: z.boolean(),
  sent: z.nullable(z.string()),
  opened: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
}
/** A message, with the data of its conversation. */
export const Message = z.strictObject(message)
export type Message = z.infer<typeof Message>

/** A message with all messages of its conversation, oldest first. */
export const MessageThread = z.strictObject({ ...message, messages: z.array(Message) })
export type MessageThread = z.infer<typeof MessageThread>

/** A member of the team. The name is null once their account is erased. */
const Member = z.strictObject({
  staff_id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
})
const forTeam = { ...message, customer_id: z.string(), assignee: z.nullable(Member) }
/** A message, with what only the team sees of its conversation. */
export const TeamMessage = z.strictObject(forTeam)
export type TeamMessage = z.infer<typeof TeamMessage>

export const conversationChanges = ['assigned', 'unassigned', 'closed'] as const

/**
 * A message with its whole conversation for the team: with the members who may answer it, and what staff did with it,
 * oldest first.
 */
export const TeamThread = z.strictObject({
  ...forTeam,
  messages: z.array(Message),
  members: z.array(Member),
  changes: z.array(
    z.strictObject({
      to: z.enum(conversationChanges),
      by: z.nullable(Member),
      assignee: z.nullable(Member),
      at: z.string(),
    }),
  ),
})
export type TeamThread = z.infer<typeof TeamThread>

const filters = {
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['unread', 'created']), 'unread'),
  search: z.optional(optionalLine(100)),
  conversation_id: z.optional(Id),
  campaign_id: z.optional(Id),
  contact_id: z.optional(Id),
  program_attendee_id: z.optional(Id),
  type: z.optional(oneOrMore(z.enum(messageTypes))),
  is_open: z.optional(flagInQuery),
}
/** Query of GET messages: the newest message of each conversation, or all of one. */
export const MessageListQuery = z.strictObject({ ...filters, program_id: z.optional(ProgramId) })
export type MessageListQuery = z.infer<typeof MessageListQuery>
export const InMessage = z.strictObject({ message_id: Id })

/** The caller, where a call names a member of the team. */
export const callerAsMember = 'me'

/** Query of an organisation's list of conversations. */
export const OrganiserMessageListQuery = z.strictObject({
  ...filters,
  unanswered: z.optional(flagInQuery),
  assigned_to: z.optional(Id),
})
export type OrganiserMessageListQuery = z.infer<typeof OrganiserMessageListQuery>
export const InOrganiserMessage = z.strictObject({ program_id: ProgramId, message_id: Id })

/**
 * Body of an organisation's POST messages: an answer in a conversation or to feedback, or the first message to a
 * contact of its program. `answers` is the newest message that the writer saw.
 */
export const OrganiserMessageRequest = z.strictObject({
  conversation_id: z.nullish(Id),
  feedback_id: z.nullish(Id),
  contact_id: z.nullish(Id),
  order_id: z.nullish(Id),
  registration_id: z.nullish(Id),
  subject: z.nullish(optionalLine(subjectLength)),
  body: MessageBody,
  sender_name: z.nullish(line(80)),
  medium: z.nullish(Medium),
  answers: z.nullish(Id),
})
export type OrganiserMessageRequest = z.infer<typeof OrganiserMessageRequest>

/** Body of POST messages/{message_id}/close. `answers` is the newest message that the caller saw. */
export const CloseConversationRequest = z.strictObject({ answers: z.nullish(Id) })
export type CloseConversationRequest = z.infer<typeof CloseConversationRequest>

/**
 * Body of POST messages/{message_id}/assign: the member who answers, `me`, or null for no one. `instead_of` is the
 * assignee that the caller saw.
 */
export const AssignConversationRequest = z.strictObject({ staff_id: z.nullable(Id), instead_of: z.nullish(Id) })
export type AssignConversationRequest = z.infer<typeof AssignConversationRequest>
