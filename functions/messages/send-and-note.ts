import type { Ctx } from '../context.ts'
import type { MailTemplate } from '../mail/mail-template.ts'
import { isMailWanted, whyStopped } from '../mail/suppression.ts'
import { messageById } from './message-rows.ts'
import { moveMessage } from './move-message.ts'

/** A template whose mail is a message: when it has left the message is `sent`, or what else became of it. */
export const notingState = (template: MailTemplate): MailTemplate => ({
  ...template,
  send: async (ctx, delivery, reason) => {
    const mail = await template.render(ctx, delivery)
    if (!mail) return noteUnsent(ctx, delivery.ref)
    await template.send(ctx, delivery, reason)
    if (await whyStopped(ctx, mail)) return note(ctx, delivery.ref, 'bounced')
    // Who turned these mails off reads it on the page.
    await note(ctx, delivery.ref, (await isMailWanted(ctx, mail, reason)) ? 'sent' : 'delivered')
  },
  giveUp: (ctx, delivery) => noteUnsent(ctx, delivery.ref),
})

// Where no mail leaves any more: what its customer has read on the page has arrived, and nothing else did.
async function noteUnsent(ctx: Ctx, message_id: string): Promise<void> {
  const [message] = await messageById(ctx, message_id)
  if (message?.state !== 'queued') return
  await note(ctx, message_id, message.sender === 'organiser' && message.read_at !== null ? 'delivered' : 'failed')
}

async function note(ctx: Ctx, message_id: string, state: 'sent' | 'delivered' | 'bounced' | 'failed'): Promise<void> {
  const [message] = await messageById(ctx, message_id)
  if (message)
    await moveMessage(ctx, message, state === 'sent' || state === 'delivered' ? { state, sent: ctx.now } : { state })
}
