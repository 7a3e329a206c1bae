import { formatDate, type Locale } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { invitationWords } from '../../contract/sentences/invitation-words.ts'
import { mailTemplate, sampleBranding, usualMail } from '../../delivery/mail/mail-template.ts'
import { nameList } from '../../contract/name-list.ts'
import { type LoadedInvitation, receivedInvitation } from './received-invitation.ts'
import { inviteCodeOf } from './invitation-code.ts'
import { invitationStatus } from './invitation-rules.ts'
import { invitationById, inviterOf, programBrief } from './invitation-rows.ts'

type Program = NonNullable<Awaited<ReturnType<typeof programBrief>>[number]>
type About = { to: string; language: Language; program: Program; isOwn: boolean; names: string }
type InvitationMail = About & { by: string; invite_code: string; expires_at: number }
type AcceptedMail = About & { by: string; attendee_id: string }
const namesOf = (people: LoadedInvitation['people'], language: Language): string =>
  nameList(
    people.map(({ seen }) => seen.first_name),
    language,
  )
const sampleProgram: Program = { id: 'lakeside', timezone: 'America/Toronto', ...sampleBranding }

/**
 * The invitation. It names its sender and the people, as the page does that its link opens for anyone. It says nothing
 * that the sender typed for it. Not sent when the sender may no longer share the people.
 */
export const invitationMail = mailTemplate<InvitationMail>({
  load: async (ctx, { ref }) => {
    const [row] = await invitationById(ctx.db, ref)
    if (!row || invitationStatus(row, ctx.now) !== 'pending') return null
    const [program] = await programBrief(ctx.db, row.program_id)
    const invite_code = inviteCodeOf(ctx.env, row)
    if (!program || !invite_code) return null
    const { status, people, invitedBy } = await receivedInvitation(ctx, row)
    if (status !== 'pending') return null
    return {
      to: row.email,
      language: row.language,
      program,
      isOwn: row.relation === 'self',
      names: namesOf(people, row.language),
      by: invitedBy,
      invite_code,
      expires_at: row.expires_at,
    }
  },
  compose: ({ to, language, program, isOwn, names, by, invite_code, expires_at }, { siteOrigin }) => {
    const words = invitationWords[language].mail
    const url = `${siteOrigin}/pg/${program.id}/invitations/${invite_code}?lang=${language}`
    const until = formatDate(expires_at, { timezone: program.timezone, locale: `${language}-CA` as Locale })
    return {
      ...usualMail({ to, language, branding: program }, { ...words, subject: (from) => words.subject(by, from) }),
      parts: [
        { type: 'paragraph', text: isOwn ? words.leadOwn(by, program.name) : words.lead(by, names, program.name) },
        { type: 'paragraph', text: words.nothingYet },
        { type: 'button', label: words.open, url },
        { type: 'paragraph', text: words.until(until) },
      ],
    }
  },
  sample: (language) => ({
    to: 'daniel@example.com',
    language,
    program: sampleProgram,
    isOwn: false,
    names: 'Maya',
    by: 'Nadia Roy',
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
    const [adult] = row.answered_by === null ? [] : await inviterOf(ctx.db, row.answered_by)
    const { people } = await receivedInvitation(ctx, row)
    const [person] = people
    if (!adult || !person) return null
    return {
      to: email,
      language,
      program,
      isOwn: row.relation === 'self',
      names: namesOf(people, language),
      by: adult.user.first_name,
      attendee_id: person.id,
    }
  },
  compose: ({ to, language, program, isOwn, names, by, attendee_id }, { siteOrigin }) => {
    const words = invitationWords[language].mail.accepted
    const url = `${siteOrigin}/pg/${program.id}/profile/family/${attendee_id}/adults`
    return {
      ...usualMail({ to, language, branding: program }, words),
      parts: [
        { type: 'paragraph', text: isOwn ? words.leadOwn(by) : words.lead(by, names) },
        { type: 'paragraph', text: words.next },
        { type: 'button', label: words.open, url },
      ],
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    program: sampleProgram,
    isOwn: false,
    names: 'Maya',
    by: 'Daniel',
    attendee_id: 'att_sample',
  }),
})
