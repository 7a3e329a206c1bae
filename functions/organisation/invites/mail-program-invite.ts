import type { Language } from '../../contract/field-rules.ts'
import { inviteWords } from '../../contract/sentences/invite-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { DeliveryKind } from '../../platform/database/outbox.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { type MailTemplate, mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { insertInviteDeliveries, inviteById, settleInvite } from './invite-rows.ts'

type InviteMail = {
  to: string
  first_name: string
  last_name: string
  language: Language
  program_id: string
  branding: MailBranding
}

// All words are ours except the names, which the rules of the file keep free of URLs.
const template = mailTemplate<InviteMail>({
  load: async (ctx, { ref }) => {
    const [invite] = await inviteById(ctx.db, ref)
    if (!invite?.email) return null
    const { language, program_id, first_name, last_name } = invite
    const branding = await findBranding(ctx, program_id, language)
    if (!branding) return null
    return {
      to: invite.email,
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      language,
      program_id,
      branding,
    }
  },
  compose: ({ to, first_name, last_name, language, program_id, branding }, { siteOrigin }) => {
    const words = inviteWords[language].mail
    const query = new URLSearchParams({ email: to, first_name, last_name, lang: language })
    return {
      to,
      subject: words.subject(branding.name),
      branding,
      language,
      heading: words.heading(first_name),
      parts: [
        { type: 'paragraph', text: words.lead(branding.name) },
        {
          type: 'button',
          label: words.open,
          url: `${siteOrigin}/pg/${encodeURIComponent(program_id)}/signup?${query}`,
        },
        { type: 'paragraph', text: words.once(branding.name) },
      ],
      because: words.because(branding.name),
    }
  },
  settle: async (ctx, { ref }, outcome) => {
    const isSent = outcome === 'sent'
    await commit(ctx, [
      settleInvite(ctx, ref, isSent ? 'sent' : outcome === 'undeliverable' ? 'undeliverable' : 'left_out'),
    ])
  },
  leaveOut: async (ctx, { ref }) => {
    await commit(ctx, [settleInvite(ctx, ref, 'left_out')])
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    first_name: 'Nadia',
    last_name: 'Roy',
    language,
    program_id: 'lakeside',
    branding: sampleBranding,
  }),
})

/** The invitation to create an account with a program. If its delivery finally fails, its address is deleted too. */
export const programInviteMail: MailTemplate = {
  ...template,
  giveUp: async (ctx, { ref }) => {
    await commit(ctx, [settleInvite(ctx, ref, 'failed')])
  },
}

/** The statement that queues the mails of a file. */
export const deliverToInvitedPeople = (ctx: Ctx, event: { ref: string }, kind: DeliveryKind) =>
  insertInviteDeliveries(ctx, event.ref, kind)
