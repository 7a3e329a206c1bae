import type { Email } from 'postal-mime'
import { emailKey } from '../accounts/email-key.ts'
import { ApiError } from '../contract/api-error.ts'
import type { MessageSender } from '../contract/message.ts'
import type { ReplyRefusal } from '../contract/sentences/message-words.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { recordEvent } from '../database/outbox.ts'
import { withoutCardNumbers } from '../support/report-text.ts'
import { personOf, programAbout } from './about-rows.ts'
import { type ConversationRow, conversationById, messageOfMail } from './message-rows.ts'
import { newMessage } from './new-message.ts'
import { type Ignored, isSpoofed, type MailReply, readReply } from './read-reply.ts'
import { type ReplyToken, readReplyAddress } from './reply-address.ts'
import { insertRefusal } from './reply-rows.ts'
import { mayReply } from './reply-sender.ts'

/** Of a longer mail only the headers are read: who sent it, and to which address. */
const maxMailBytes = 12_000_000
const headBytes = 64 * 1024

/** What became of a mail: `null` where it came to no address of a conversation. */
export type TakenReply = { message_id: string } | { ignored: Ignored | 'spoofed' } | { refused: ReplyRefusal } | null

/**
 * Takes in a mail that answers one of ours: what was written in it becomes the next message of its conversation, of the side
 * whose address it came to. The same mail is one message, however often it is brought. What cannot be taken is told to its
 * sender once; what nobody wrote (an automatic reply, returned mail) is told to no one.
 */
export async function takeMailReply(
  ctx: Ctx,
  raw: Uint8Array<ArrayBuffer>,
  cameTo: string | null,
): Promise<TakenReply> {
  const isCut = raw.byteLength > maxMailBytes
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(isCut ? headOf(raw) : raw)
  const token = tokenOf(ctx, mail, cameTo)
  if (!token) return null
  const [conversation] = await conversationById(ctx, token.conversation_id)
  if (!conversation) return null

  const reply = readReply(mail, { isCut })
  if ('ignored' in reply.result) return ignore(ctx, reply.result.ignored)
  if (isSpoofed(mail) || !reply.from) return ignore(ctx, 'spoofed')
  const known = await sidesOf(ctx, conversation)
  if (!known) return null
  const refuse = (reason: ReplyRefusal) =>
    refuseReply(ctx, { conversation_id: conversation.id, side: token.side, sender: reply.from?.email ?? '', reason })
  if (!mayReply(token.side, reply.from.email, { customer: known.customer.email, program: known.program.email }))
    return refuse('sender')
  if ('refused' in reply.result) return refuse(reply.result.refused)
  try {
    return await addReply(ctx, { conversation, side: token.side, reply, text: reply.result.text, known })
  } catch (error) {
    if (error instanceof ApiError && error.type === 'too_many_requests') return refuse('too_many')
    throw error
  }
}

function headOf(raw: Uint8Array<ArrayBuffer>): Uint8Array {
  const text = new TextDecoder('latin1').decode(raw.subarray(0, headBytes))
  const end = /\r?\n\r?\n/.exec(text)
  return raw.subarray(0, end ? end.index : headBytes)
}

const addressHeaders = /^(?:to|cc|delivered-to|x-original-to|envelope-to|x-forwarded-to|x-envelope-to)$/

// Where it came to counts most; who forwards mail keeps it in a header.
function tokenOf(ctx: Ctx, mail: Email, cameTo: string | null): ReplyToken | null {
  const named = mail.headers
    .filter(({ key }) => addressHeaders.test(key))
    .flatMap(({ value }) => value.match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [])
  for (const address of [...(cameTo ? [cameTo] : []), ...named.slice(0, 50)]) {
    const token = readReplyAddress(ctx.env, address)
    if (token) return token
  }
  return null
}

async function sidesOf(ctx: Ctx, { customer_id, program_id }: ConversationRow) {
  const [[customer], [program]] = await ctx.db.batch([
    personOf(ctx, customer_id),
    programAbout(ctx, { customer_id, program_id }),
  ])
  return customer?.is_active && program ? { customer, program } : null
}
type Sides = NonNullable<Awaited<ReturnType<typeof sidesOf>>>

function ignore(ctx: Ctx, ignored: Ignored | 'spoofed'): TakenReply {
  ctx.log('mail_reply_not_taken', { reason: ignored })
  return { ignored }
}

async function addReply(
  ctx: Ctx,
  input: { conversation: ConversationRow; side: MessageSender; reply: MailReply; text: string; known: Sides },
): Promise<TakenReply> {
  const { conversation, side, reply, text, known } = input
  const { customer, program } = known
  const mail = { conversation_id: conversation.id, mail_key: reply.mail_key }
  const [before] = await messageOfMail(ctx, mail)
  if (before) return { message_id: before.id }
  const id = ctx.newId('msg')
  const ownName = `${customer.first_name} ${customer.last_name}`
  try {
    await commit(
      ctx,
      newMessage(ctx, {
        id,
        ...mail,
        subject: conversation.subject,
        sender: side,
        sender_name: side === 'customer' ? ownName : nameOf(reply.from?.name ?? '') || program.name,
        medium: side === 'customer' && !program.email ? 'in_app' : 'email',
        body: withoutCardNumbers(text),
      }),
    )
  } catch (error) {
    // The same mail, brought twice at once.
    const [made] = error instanceof ApiError && error.isConflict ? await messageOfMail(ctx, mail) : []
    if (!made) throw error
    return { message_id: made.id }
  }
  return { message_id: id }
}

/** The name of a sender as it is shown: one line, without what turns the direction of writing. */
const nameOf = (name: string): string =>
  [...name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')].slice(0, 80).join('').trim()

/** Notes a refusal and lets it be told, once for a conversation, a sender and a reason. */
async function refuseReply(
  ctx: Ctx,
  input: { conversation_id: string; side: MessageSender; sender: string; reason: ReplyRefusal },
): Promise<TakenReply> {
  const { sender, ...refusal } = input
  const { reason } = refusal
  ctx.log('mail_reply_not_taken', { reason })
  const id = ctx.newId('mrr')
  // The mail names its refusal by id: for one that is there already this id finds none, and nothing is sent again.
  await commit(ctx, [
    insertRefusal(ctx, { ...refusal, id, sender_email: emailKey(sender), created: ctx.now }),
    recordEvent(ctx, { kind: 'message.reply_refused', ref: id, body: {} }),
  ])
  return { refused: reason }
}
