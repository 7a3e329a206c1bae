import { formatDate, type Locale } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { StaffRole } from '../../contract/people/staff.ts'
import { staffWords } from '../../contract/sentences/staff-words.ts'
import { mailTemplate, sampleBranding, usualMail } from '../../delivery/mail/mail-template.ts'
import { inviteCodeOf } from '../invitations/invitation-code.ts'
import { staffStatus } from './show-staff.ts'
import { programOfStaff, staffInvitationById } from './staff-rows.ts'
import { codeSource } from './team.ts'

type Program = NonNullable<Awaited<ReturnType<typeof programOfStaff>>[number]>
type StaffInvitationMail = {
  to: string
  language: Language
  program: Program
  by: string | null
  role: StaffRole
  invite_code: string
  expires_at: number
}

/** The invitation to a team. Not sent once it was answered, withdrawn or has expired. */
export const staffInvitationMail = mailTemplate<StaffInvitationMail>({
  load: async (ctx, { ref }) => {
    const [invitation] = await staffInvitationById(ctx.db, ref)
    if (!invitation || staffStatus(invitation.staff, ctx.now) !== 'invited') return null
    const { staff, invited_by } = invitation
    const [program] = await programOfStaff(ctx.db, staff.program_id)
    const invite_code = inviteCodeOf(ctx.env, { id: codeSource(staff), code_hash: staff.code_hash })
    if (!program || !invite_code) return null
    const { email, language, role, expires_at } = staff
    return { to: email, language, program, by: invited_by, role, invite_code, expires_at }
  },
  compose: ({ to, language, program, by, role, invite_code, expires_at }, { siteOrigin }) => {
    const { mail, roles } = staffWords[language]
    const url = `${siteOrigin}/pg/${program.id}/invitations/${invite_code}?lang=${language}`
    const until = formatDate(expires_at, { timezone: program.timezone, locale: `${language}-CA` as Locale })
    return {
      ...usualMail({ to, language, branding: program }, mail),
      parts: [
        { type: 'paragraph', text: mail.lead(by, program.name) },
        { type: 'paragraph', text: mail.role(roles[role]) },
        { type: 'button', label: mail.open, url },
        { type: 'paragraph', text: mail.until(until) },
      ],
    }
  },
  sample: (language) => ({
    to: 'daniel@example.com',
    language,
    program: { id: 'lakeside', timezone: 'America/Toronto', ...sampleBranding },
    by: 'Nadia Roy',
    role: 'front_desk',
    invite_code: 'sample',
    expires_at: Date.UTC(2027, 6, 11, 16),
  }),
})
