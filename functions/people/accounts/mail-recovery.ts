import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { type MailProgram, sampleProgram } from './mail-email-code.ts'
import { signRecoveryId } from './recovery-id.ts'
import { findRecovery } from './recovery-rows.ts'
import { recoveryStatus } from './recovery-state.ts'
import { findProgramBrief } from './user-rows.ts'

type RecoveryMail = { to: string; language: Language; program: NonNullable<MailProgram>; recovery_id: string }

/** The link that sets a new password. No mail is sent to an email without an account. */
export const recoveryMail = mailTemplate<RecoveryMail>({
  load: async (ctx, { ref }) => {
    const [row] = await findRecovery(ctx, ref)
    if (!row || recoveryStatus(row.recovery, ctx.now) !== 'requested') return null
    const [program] = await findProgramBrief(ctx, row.recovery.program_id)
    if (!program) return null
    const recovery_id = signRecoveryId(ctx.env, row.recovery.id)
    return { to: row.recovery.email, language: row.user.language, program, recovery_id }
  },
  compose: ({ to, language, program, recovery_id }, { siteOrigin }) => {
    const words = accountWords[language].mail
    return {
      to,
      subject: words.recovery.subject(program.name),
      branding: program,
      language,
      heading: words.recovery.heading,
      parts: [
        { type: 'paragraph', text: words.recovery.lead },
        {
          type: 'button',
          label: words.recovery.open,
          url: `${siteOrigin}/pg/${program.id}/recovery/${recovery_id}?lang=${language}`,
        },
      ],
      because: words.ignore,
      isRequested: true,
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    program: sampleProgram as NonNullable<MailProgram>,
    recovery_id: 'sample',
  }),
})
