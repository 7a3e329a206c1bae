import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { type MailProgram, sampleProgram } from './mail-email-code.ts'
import { signRecoveryId } from './recovery-id.ts'
import { findRecovery } from './recovery-rows.ts'
import { recoveryStatus } from './recovery-state.ts'
import { findProgramBrief } from './user-rows.ts'

type RecoveryMail = { to: string; language: Language; program: NonNullable<MailProgram>; recovery_id: string }

/** A mail with the link that sets a new password. No mail is sent to an email without an account. */
const passwordLinkMail = (about: 'recovery' | 'takeOver') =>
  mailTemplate<RecoveryMail>({
    load: async (ctx, { ref }) => {
      const [row] = await findRecovery(ctx, ref)
      if (!row || recoveryStatus(row.recovery, ctx.now) !== 'requested') return null
      const [program] = await findProgramBrief(ctx, row.recovery.program_id)
      if (!program) return null
      const recovery_id = signRecoveryId(ctx.env, row.recovery.id)
      return { to: row.recovery.email, language: row.user.language, program, recovery_id }
    },
    compose: ({ to, language, program, recovery_id }, { siteOrigin }) => {
      const { ignore, [about]: words } = accountWords[language].mail
      return {
        to,
        subject: words.subject(program.name),
        branding: program,
        language,
        heading: words.heading,
        parts: [
          { type: 'paragraph', text: words.lead(program.name) },
          {
            type: 'button',
            label: words.open,
            url: `${siteOrigin}/pg/${program.id}/recovery/${recovery_id}?lang=${language}`,
          },
        ],
        because: ignore,
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

export const recoveryMail = passwordLinkMail('recovery')
/** Invites the owner of an email to take over the account that staff made. */
export const takeOverMail = passwordLinkMail('takeOver')
