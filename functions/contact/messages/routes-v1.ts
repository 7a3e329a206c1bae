import { Hono } from 'hono'
import type { ErrorType } from '../../contract/api-error.ts'
import { DeskQuery } from '../../contract/organisation/desk.ts'
import { AnswerConversationRequest, DeskConversation } from '../../contract/organisation/desk-conversation.ts'
import {
  AssignConversationRequest,
  CloseConversationRequest,
  CreateMessageRequest,
  InMessage,
  InOrganiserMessage,
  Message,
  MessageListQuery,
  MessageThread,
  OrganiserMessageListQuery,
  OrganiserMessageRequest,
  TeamMessage,
  TeamThread,
} from '../../contract/contact/message.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { answerFromDesk, readDeskConversation } from './desk-conversation.ts'
import { trackMessage } from './transition-message.ts'
import { sendMessage } from './send-message.ts'
import { assignConversation, closeConversation } from './assign-conversation.ts'
import { listMessages, readMessage } from './show-message.ts'
import { listMessagesOfProgram, readMessageOfProgram } from './team-messages.ts'
import { writeToCustomer } from './write-to-customer.ts'

const tag = 'Messages'
const bodyErrors: ErrorType[] = ['required', 'too_long', 'invalid_characters', 'invalid_option', 'too_many_requests']

/** A customer's conversations with programs, mounted at /v1/profile/messages. */
export const messagesV1 = new Hono<Worker>()
  // Registered before the routes that need a log-in.
  .post(
    '/:message_id/track',
    describeRoute({
      summary: 'Note that a message was opened',
      tag,
      caller: 'anyone',
      takesKey: true,
      answers: { 204: null },
    }),
    limitedByAddress('track'),
    validate('param', InMessage),
    idempotent,
    async (c) => {
      const mayTrack = c.req.header('DNT') !== '1' && c.req.header('Sec-GPC') !== '1'
      await trackMessage(c.var.ctx, { ...c.req.valid('param'), mayTrack })
      return c.body(null, 204)
    },
  )
  .get(
    '/',
    describeRoute({
      summary: 'Your conversations with programs',
      tag,
      caller: 'customer',
      answers: { 200: listOf(Message) },
    }),
    signedIn,
    validate('query', MessageListQuery),
    async (c) => c.json(await listMessages(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Write to a program',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: Message },
      errors: [...bodyErrors, 'not_found', 'feature_disabled', 'file_not_found'],
    }),
    signedIn,
    validate('json', CreateMessageRequest),
    idempotent,
    async (c) => c.json(await sendMessage(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/:message_id',
    describeRoute({
      summary: 'One message with its whole conversation',
      tag,
      caller: 'customer',
      answers: { 200: MessageThread },
    }),
    signedIn,
    validate('param', InMessage),
    async (c) => c.json(await readMessage(c.var.ctx, c.req.valid('param')), 200),
  )

/** Conversations of an organisation, with Basic credentials; mounted at /v1/organiser/programs/:program_id/messages. */
export const organiserMessagesV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'Conversations with your customers',
      tag,
      caller: 'organiser',
      answers: { 200: listOf(TeamMessage) },
    }),
    organiser('messages', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', OrganiserMessageListQuery),
    async (c) =>
      c.json(await listMessagesOfProgram(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Write to a customer, or answer one',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 201: Message },
      errors: [...bodyErrors, 'not_found', 'state_conflict'],
    }),
    organiser('messages', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('json', OrganiserMessageRequest),
    idempotent,
    async (c) => c.json(await writeToCustomer(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .get(
    '/:message_id',
    describeRoute({
      summary: 'One message to or from a customer, with its whole conversation',
      tag,
      caller: 'organiser',
      answers: { 200: TeamThread },
    }),
    organiser('messages', { filtersByReach: true }),
    validate('param', InOrganiserMessage),
    async (c) => c.json(await readMessageOfProgram(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:message_id/close',
    describeRoute({
      summary: 'Close a conversation; the next message opens it again',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 200: TeamThread },
      errors: ['state_conflict'],
    }),
    organiser('messages', { filtersByReach: true }),
    validate('param', InOrganiserMessage),
    validate('json', CloseConversationRequest),
    idempotent,
    async (c) => c.json(await closeConversation(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:message_id/assign',
    describeRoute({
      summary: 'Give a conversation to a member of the team, or to no one',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 200: TeamThread },
      errors: ['not_found', 'state_conflict'],
    }),
    organiser('messages', { filtersByReach: true }),
    validate('param', InOrganiserMessage),
    validate('json', AssignConversationRequest),
    idempotent,
    async (c) => c.json(await assignConversation(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )

/**
 * The conversation that a mail links to, without credentials; mounted at /v1/desk/conversation. Its token is the
 * permission.
 */
export const deskConversationV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'The conversation that a link of an organisation’s mail opens',
      tag,
      caller: 'anyone',
      answers: { 200: DeskConversation },
      errors: ['not_found', 'link_expired'],
    }),
    limitedByAddress('desk'),
    validate('query', DeskQuery),
    async (c) => c.json(await readDeskConversation(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Answer a customer from a link of a mail',
      tag,
      caller: 'anyone',
      takesKey: true,
      answers: { 200: DeskConversation },
      errors: [
        'not_found',
        'link_expired',
        'required',
        'too_long',
        'invalid_characters',
        'state_conflict',
        'too_many_requests',
      ],
    }),
    limitedByAddress('desk'),
    validate('json', AnswerConversationRequest),
    idempotent,
    async (c) => c.json(await answerFromDesk(c.var.ctx, c.req.valid('json')), 200),
  )
