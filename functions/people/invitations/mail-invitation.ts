import { formatDate, type Locale } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { invitationWords } from '../../contract/sentences/invitation-words.ts'
import { mailTemplate, sampleBranding, usualMail } from '../../delivery/mail/mail-template.ts'
import { inviteCodeOf } from './invitation-code.ts'
import { invitationStatus } from './invitation-rules.ts'
import { invitationById, inviterOf, programBrief } from './invitation-rows.ts'

type Program = NonNullable<Awaited<ReturnType<typeof programBrief>>[number]>
type InvitationMail = { to: string; language: Language; program: Program; invite_code: string; expires_at: number }
type AcceptedMail = { to: string; language: Language; program: Program; attendee_id: string }
const sampleProgram: Program = { id: 'lakeside', timezone: 'America/Toronto', ...sampleBranding }

/** The invitation. It contains no names, because the address may belong to anyone until it is confirmed. */
export const invitationMail = mailTemplate<InvitationMail>({
  load: async (ctx, { ref }) => {
    const [row] = await invitationById(ctx.db, ref)
    if (!row || invitationStatus(row, ctx.now) !== 'pending') return null
    const [program] = await programBrief(ctx.db, row.program_id)
    const invite_code = inviteCodeOf(ctx.env, row)
    if (!program || !invite_code) return null
    return { to: row.email, language: row.language, program, invite_code, expires_at: row.expires_at }
  },
  compose: ({ to, language, program, invite_code, expires_at }, { siteOrigin }) => {
    const words = invitationWords[language].mail
    const url = `${siteOrigin}/pg/${program.id}/invitations/${invite_code}?lang=${language}`
    const until = formatDate(expires_at, { timezone: program.timezone, locale: `${language}-CA` as Locale })
    return {
      ...usualMail({ to, language, branding: program }, words),
      parts: [
        { type: 'paragraph', text: words.lead },
        { type: 'button', label: words.open, url },
        { type: 'paragraph', text: words.until(until) },
      ],
    }
  },
  sample: (language) => ({
    to: 'daniel@example.com',
    language,
    program: sampleProgram,
    invite_code: 'sample',
    expires_at: Date.UTC(2027, 6, 11, 16),
  }),
})

/** Informs the inviter that an invitation was accepted. */
export const invitationAcceptedMail = mailTemplate<AcceptedMail>({
  load: async (ctx, { ref }) => {
    const [row] = await invitationById(ctx.db, ref)
    const [inviter] = row ? await inviterOf(ctx.db, row.customer_id) : []
    const [program] = row ? await programBrief(ctx.db, row.program_id) : []
    if (!row || !inviter?.user.is_active || !program) return null
    const { email, language } = inviter.user
    return { to: email, language, program, attendee_id: row.attendee_ids[0] ?? '' }
  },
  compose: ({ to, language, program, attendee_id }, { siteOrigin }) => {
    const words = invitationWords[language].mail.accepted
    const url = `${siteOrigin}/pg/${program.id}/profile/family/${attendee_id}/adults`
    return {
      ...usualMail({ to, language, branding: program }, words),
      parts: [
        { type: 'paragraph', text: words.lead },
        { type: 'button', label: words.open, url },
      ],
    }
  },
  sample: (language) => ({ to: 'nadia@example.com', language, program: sampleProgram, attendee_id: 'att_sample' }),
})
