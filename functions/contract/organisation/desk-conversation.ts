import * as z from 'zod/mini'
import { Id, line, ProgramId } from '../field-rules.ts'
import { DeskToken } from './desk.ts'
import { MessageBody, messageContexts, messageSenders } from '../contact/message.ts'
import { messageStates } from '../states/message-states.ts'

/** A message for the organisation. The URLs of its files work as long as the link is valid. */
const DeskMessage = z.strictObject({
  id: z.string(),
  sender: z.enum(messageSenders),
  sender_name: z.string(),
  body: z.string(),
  quoted_text: z.nullable(z.string()),
  state: z.enum(messageStates),
  is_read: z.boolean(),
  attachments: z.array(z.strictObject({ name: z.string(), size: z.int(), url: z.string() })),
  created: z.string(),
})
export type DeskMessage = z.infer<typeof DeskMessage>

/** A conversation with a customer, for the page that a mail links to. */
export const DeskConversation = z.strictObject({
  object: z.literal('desk_conversation'),
  id: z.string(),
  program_id: z.string(),
  subject: z.string(),
  customer_name: z.string(),
  context: z.enum(messageContexts),
  order_id: z.nullable(z.string()),
  is_open: z.boolean(),
  messages: z.array(DeskMessage),
  expires_at: z.string(),
})
export type DeskConversation = z.infer<typeof DeskConversation>

/**
 * Body of POST desk/conversation: an answer by the reader of the link. `answers` is the newest message that they saw.
 */
export const AnswerConversationRequest = z.strictObject({
  program_id: ProgramId,
  token: DeskToken,
  body: MessageBody,
  sender_name: line(80),
  answers: z.optional(Id),
})
export type AnswerConversationRequest = z.infer<typeof AnswerConversationRequest>
