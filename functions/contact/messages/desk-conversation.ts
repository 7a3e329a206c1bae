import { ApiError } from '../../contract/api-error.ts'
import type {
  AnswerConversationRequest,
  DeskConversation,
  DeskMessage,
} from '../../contract/organisation/desk-conversation.ts'
import { instant } from '../../contract/instant.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { deskLink, openDeskLink } from '../../delivery/mail/desk-link.ts'
import { withoutCardNumbers } from '../support/report-text.ts'
import { fileAddress } from '../../people/uploads/show-file.ts'
import { personOf } from './about-rows.ts'
import { type ConversationRow, ownConversation, threadOf } from './message-rows.ts'
import { onlyToNewest } from './new-message.ts'
import { showMessage } from './show-message.ts'
import { messageToCustomer } from './write-to-customer.ts'

type DeskInput = { program_id: string; token: string }
type OpenedLink = { conversation: ConversationRow; expires_at: number }

/** The URL of the page on which an organisation reads and answers a conversation, for a mail to it. */
export const conversationLink = (
  ctx: Ctx,
  input: { program_id: string; conversation_id: string; language: string },
): Promise<string> => deskLink(ctx, { ...input, kind: 'conversation', id: input.conversation_id })

/**
 * The conversation that a mail links to, with all its messages. Reading marks nothing, because scanners follow links
 * too.
 */
export async function readDeskConversation(ctx: Ctx, input: DeskInput): Promise<DeskConversation> {
  return show(ctx, await openLink(ctx, input))
}

/**
 * Sends the organisation's answer, written on the page that a mail links to, as the next message. If a message has
 * arrived that the writer has not seen, the answer is not sent, and the page shows that message first.
 */
export async function answerFromDesk(ctx: Ctx, input: AnswerConversationRequest): Promise<DeskConversation> {
  const link = await openLink(ctx, input)
  const { conversation } = link
  // When two answers to one message arrive at once, one of them is refused.
  const isNewest = onlyToNewest(ctx, conversation, input.answers)
  const { program_id, customer_id } = conversation
  const { statements } = messageToCustomer(ctx, {
    program_id,
    customer_id,
    conversation,
    body: withoutCardNumbers(input.body),
    sender_name: input.sender_name,
  })
  await commit(ctx, [...isNewest, ...statements])
  return show(ctx, await openLink(ctx, input))
}

async function openLink(ctx: Ctx, { program_id, token }: DeskInput): Promise<OpenedLink> {
  const subject = await openDeskLink(ctx, token)
  const [conversation] =
    subject.kind === 'conversation' ? await ownConversation(ctx, { id: subject.id, owner: { program_id } }) : []
  if (!conversation) throw new ApiError('not_found', { param: 'token' })
  return { conversation, expires_at: subject.expires_at }
}

async function show(ctx: Ctx, { conversation, expires_at }: OpenedLink): Promise<DeskConversation> {
  const { id, program_id, customer_id, last_message_id, subject, context, order_id } = conversation
  const [rows, [person]] = await ctx.db.batch([
    threadOf(ctx, { message_id: last_message_id ?? '', owner: { program_id } }),
    personOf(ctx, customer_id),
  ])
  const messages = await Promise.all(
    rows.map(async (row): Promise<DeskMessage> => {
      const { id, sender, sender_name, body, quoted_text, state, is_read, attachments, created } = showMessage(row)
      return {
        id,
        sender,
        sender_name,
        body,
        quoted_text,
        state,
        is_read,
        attachments: await Promise.all(
          attachments.map(async ({ id, name, size }) => ({
            name,
            size,
            url: await fileAddress(ctx, id, 'full', expires_at),
          })),
        ),
        created,
      }
    }),
  )
  return {
    object: 'desk_conversation',
    id,
    program_id,
    subject,
    customer_name: person ? `${person.first_name} ${person.last_name}`.trim() : '',
    context,
    order_id,
    is_open: conversation.closed_at === null,
    messages,
    expires_at: instant(expires_at),
  }
}
