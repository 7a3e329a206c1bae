import type { Email } from 'postal-mime'
import { ApiError } from '../../contract/api-error.ts'
import { maxAttachments, type MessageSender } from '../../contract/contact/message.ts'
import { messageWords, type ReplyRefusal } from '../../contract/sentences/message-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { parseHead, parseMail } from '../../delivery/mail/parse-mail.ts'
import { withoutCardNumbers } from '../support/report-text.ts'
import { keepFile } from '../../people/uploads/keep-file.ts'
import { personOf, programAbout } from './about-rows.ts'
import { type OpenedConversation, openConversation } from './feedback-conversation.ts'
import { messageOfMail } from './message-rows.ts'
import { newMessage } from './new-message.ts'
import {
  type Ignored,
  oneLine,
  type ReceivedFile,
  type ReplySender,
  readReply,
  readSender,
  type WrittenReply,
} from './read-reply.ts'
import { isExpired, type ReplyToken, readReplyAddress } from './reply-address.ts'
import { authenticationOf } from './reply-authentication.ts'
import { insertRefusal } from './reply-rows.ts'
import { mayReply } from './reply-sender.ts'
import { emailKey } from '../../contract/field-rules.ts'

/** Only the headers of a longer mail are read, for its sender and address. */
const maxMailBytes = 12_000_000
/** Maximum length of a header with addresses. */
const maxHeaderLength = 2048
/** Maximum number of characters in a mailed reply; also enforced by the schema. */
const maxReplyLength = 20_000
/** Maximum number of file names that are listed. */
const maxFileNames = 10

/**
 * Why a mail gets no reply: no person wrote it, its sender is forged or not part of the conversation, or it is
 * unreadable.
 */
type Unanswered = Ignored | 'spoofed' | 'stranger' | 'unreadable'
/** The outcome of a mail; `null` if it was not sent to a reply address. */
export type TakenReply = { message_id: string } | { ignored: Unanswered } | { refused: ReplyRefusal } | null

/**
 * Handles a mailed reply: its text becomes the next message of its conversation, from the side that owns the reply
 * address. A reply to feedback starts the conversation about it. A mail that is received again makes no second message.
 * The sender of a refused reply is told once; automatic replies and bounces are not answered.
 */
export async function takeMailReply(
  ctx: Ctx,
  raw: Uint8Array<ArrayBuffer>,
  cameTo: string | null,
): Promise<TakenReply> {
  const headers = await parseHead(raw)
  const token = headers && tokenOf(ctx, headers, cameTo)
  if (!token) return null
  const opened = await openConversation(ctx, token.conversation_id)
  if (!opened) return null
  const { conversation } = opened

  const read = readSender(headers)
  if ('ignored' in read) return ignore(ctx, read.ignored)
  const { sender } = read
  const authentication = authenticationOf(ctx.env, { headers: headers.headers, sender: sender.email })
  if (authentication === 'fail') return ignore(ctx, 'spoofed')
  const sides = await sidesOf(ctx, conversation)
  if (!sides) return null
  const { side } = token
  const refuse = (reason: ReplyRefusal, to = sender.email) =>
    refuseReply(ctx, { conversation_id: conversation.id, start: opened.start, side, sender: to, reason })
  const emails = { customer: sides.customer.email, program: sides.program.email }
  if (!mayReply(side, sender.email, emails)) {
    // Only an authenticated participant of the conversation gets an answer.
    const isKnown = authentication === 'pass' && mayReply(otherSide[side], sender.email, emails)
    return isKnown ? refuse('sender') : ignore(ctx, 'stranger')
  }
  // A reply for the organisation must be authenticated. The organisation is told about others at its own address.
  if (side === 'organiser' && authentication === 'none') return refuse('unverified', emails.program ?? sender.email)
  if (isExpired(token, ctx.now)) return refuse('expired')
  if (raw.byteLength > maxMailBytes) return refuse('too_large')

  const mail = await parseMail(raw)
  if (!mail) return ignore(ctx, 'unreadable')
  const reply = readReply(mail)
  if ('ignored' in reply) return ignore(ctx, reply.ignored)
  if ('refused' in reply) return refuse(reply.refused)
  if (reply.written.text.length > maxReplyLength) return refuse('too_long')
  try {
    return await addReply(ctx, { opened, side, sender, written: reply.written, sides })
  } catch (error) {
    if (error instanceof ApiError && error.type === 'too_many_requests') return refuse('too_many')
    throw error
  }
}

const otherSide: Record<MessageSender, MessageSender> = { customer: 'organiser', organiser: 'customer' }

/** The text of the reply. A line names the files that could not be stored, so that the reader knows of them. */
function bodyOf(text: string, rejected: readonly ReceivedFile[], language: string): string {
  if (rejected.length === 0) return text
  const { filesLeft } = messageWords[language === 'fr' ? 'fr' : 'en'].mail
  const names = rejected.flatMap(({ name }) => name || []).slice(0, maxFileNames)
  const line = `\n\n[${filesLeft(names, rejected.length)}]`
  return text.length + line.length > maxReplyLength ? text : text + line
}

/**
 * Stores the files of a mail for its conversation, as uploads of the customer. Files of another type, too large or too
 * many are rejected.
 */
async function keepFiles(ctx: Ctx, customer_id: string, files: readonly ReceivedFile[]) {
  const file_ids: string[] = []
  const rejected: ReceivedFile[] = []
  for (const file of files) {
    if (file_ids.length === maxAttachments) {
      rejected.push(file)
      continue
    }
    try {
      const { id } = await keepFile(ctx, { customer_id, purpose: 'attachment', ...file })
      file_ids.push(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.log('mail_file_not_taken', { reason: error.type })
      rejected.push(file)
    }
  }
  return { file_ids, rejected }
}

const addressHeaders = /^(?:to|cc|delivered-to|x-original-to|envelope-to|x-forwarded-to|x-envelope-to)$/

// The envelope address takes precedence; forwarding mail servers keep the original address in a header.
function tokenOf(ctx: Ctx, mail: Email, cameTo: string | null): ReplyToken | null {
  const named = mail.headers
    .filter(({ key }) => addressHeaders.test(key))
    .flatMap(({ value }) => value.slice(0, maxHeaderLength).split(/[\s<>,;"]+/))
    .filter((word) => word.includes('@'))
  for (const address of [...(cameTo ? [cameTo] : []), ...named.slice(0, 50)]) {
    const token = readReplyAddress(ctx.env, address)
    if (token) return token
  }
  return null
}

async function sidesOf(ctx: Ctx, { customer_id, program_id }: OpenedConversation['conversation']) {
  const [[customer], [program]] = await ctx.db.batch([
    personOf(ctx, customer_id),
    programAbout(ctx, { customer_id, program_id }),
  ])
  return customer?.is_active && program ? { customer, program } : null
}
type Sides = NonNullable<Awaited<ReturnType<typeof sidesOf>>>

function ignore(ctx: Ctx, ignored: Unanswered): TakenReply {
  ctx.log('mail_reply_not_taken', { reason: ignored })
  return { ignored }
}

async function addReply(
  ctx: Ctx,
  input: {
    opened: OpenedConversation
    side: MessageSender
    sender: ReplySender
    written: WrittenReply
    sides: Sides
  },
): Promise<TakenReply> {
  const { opened, side, sender, written, sides } = input
  const { conversation } = opened
  const { customer, program } = sides
  const mail = { conversation_id: conversation.id, mail_key: written.mail_key }
  const [before] = await messageOfMail(ctx, mail)
  if (before) return { message_id: before.id }
  const { file_ids, rejected } = await keepFiles(ctx, conversation.customer_id, written.files)
  const body = bodyOf(written.text, rejected, side === 'organiser' ? customer.language : program.language)
  const id = ctx.newId('msg')
  const ownName = `${customer.first_name} ${customer.last_name}`
  try {
    await commit(ctx, [
      ...opened.start,
      ...opened.opening,
      ...newMessage(ctx, {
        id,
        ...mail,
        subject: conversation.subject,
        sender: side,
        sender_name: side === 'customer' ? ownName : oneLine(sender.name) || program.name,
        medium: side === 'customer' && !program.email ? 'in_app' : 'email',
        body: withoutCardNumbers(body),
        quoted_text: withoutCardNumbers(written.quoted) || null,
        file_ids,
      }),
    ])
  } catch (error) {
    // The same mail was received twice in parallel.
    const [made] = error instanceof ApiError && error.isConflict ? await messageOfMail(ctx, mail) : []
    if (!made) throw error
    return { message_id: made.id }
  }
  return { message_id: id }
}

/**
 * Stores a refusal and queues its mail, once per conversation, sender and reason, and at most three times a day per
 * conversation.
 */
async function refuseReply(
  ctx: Ctx,
  input: { conversation_id: string; start: Statement[]; side: MessageSender; sender: string; reason: ReplyRefusal },
): Promise<TakenReply> {
  const { sender, start, ...refusal } = input
  const { reason } = refusal
  ctx.log('mail_reply_not_taken', { reason })
  const id = ctx.newId('mrr')
  // The mail finds its refusal by id. If the refusal exists already, this id is not stored, and nothing is mailed
  // again.
  await commit(ctx, [
    ...start,
    insertRefusal(ctx, { ...refusal, id, sender_email: emailKey(sender), created: ctx.now }),
    recordEvent(ctx, { kind: 'message.reply_refused', ref: id, body: {} }),
  ])
  return { refused: reason }
}
