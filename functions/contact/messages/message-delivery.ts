import type { StatusIn } from '../../contract/states/status-set.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { OutboxRow } from '../../platform/database/outbox-rows.ts'
import type { Delivery, MailTemplate } from '../../delivery/mail/mail-template.ts'
import { isMailWanted, whyStopped } from '../../delivery/mail/suppression.ts'
import { messagesOfMail, queueMessageMail } from './gathered-mail-rows.ts'
import { messageById } from './message-rows.ts'
import { transitionMessage } from './transition-message.ts'
import * as messageStates from '../../contract/states/message-states.ts'

/** The delivery of a message, together with others of its conversation and side. */
export const deliverMessage = (ctx: Ctx, event: OutboxRow, kind: string): Statement =>
  queueMessageMail(ctx, event, kind)

/**
 * A template whose mail contains messages. When the mail was sent they become `sent`, otherwise their outcome is
 * recorded.
 */
export const withMessageState = (template: MailTemplate): MailTemplate => ({
  ...template,
  send: async (ctx, delivery, reason) => {
    // Messages written after this are not in the mail and have their own delivery.
    const ids = await idsOf(ctx, delivery)
    const mail = await template.render(ctx, delivery)
    if (!mail) return recordUnsent(ctx, ids)
    await template.send(ctx, delivery, reason)
    if (await whyStopped(ctx, mail)) return setState(ctx, ids, 'bounced')
    // A reader who turned these mails off reads the message on the page.
    await setState(ctx, ids, (await isMailWanted(ctx, mail, reason)) ? 'sent' : 'delivered')
  },
  giveUp: async (ctx, delivery) => recordUnsent(ctx, await idsOf(ctx, delivery)),
})

const idsOf = async (ctx: Ctx, delivery: Delivery): Promise<string[]> =>
  (await messagesOfMail(ctx, delivery)).map(({ message }) => message.id)

// If no mail is sent, messages that the customer has read on the page count as delivered, and the others as failed.
async function recordUnsent(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const [message] = await messageById(ctx, id)
    if (message?.state !== 'queued') continue
    await setState(ctx, [id], message.sender === 'organiser' && message.read_at !== null ? 'delivered' : 'failed')
  }
}

async function setState(ctx: Ctx, ids: readonly string[], state: StatusIn<typeof messageStates.ofMail>): Promise<void> {
  for (const id of ids) {
    const [message] = await messageById(ctx, id)
    if (message)
      await transitionMessage(ctx, message, messageStates.accepted.has(state) ? { state, sent: ctx.now } : { state })
  }
}
