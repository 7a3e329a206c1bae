import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate, usualMail } from '../../delivery/mail/mail-template.ts'
import { type MailProgram, sampleProgram } from './mail-email-code.ts'
import { findProgramBrief, findUserById } from './user-rows.ts'

type PasswordChanged = { to: string; language: Language; program: MailProgram; isReset: boolean }

/** Informs the account holder that the password was changed, and how to change it back. */
export const passwordChangedMail = mailTemplate<PasswordChanged>({
  load: async (ctx, { ref, body }) => {
    const [account] = await findUserById(ctx, ref)
    if (!account?.user.is_active) return null
    const { program_id, is_reset = false } = body as DomainEvents['account.password_changed']
    const [program = null] = program_id ? await findProgramBrief(ctx, program_id) : []
    return { to: account.user.email, language: account.user.language, program, isReset: is_reset }
  },
  compose: ({ to, language, program, isReset }, { siteOrigin }) => {
    const words = accountWords[language].mail.passwordChanged
    return {
      ...usualMail({ to, language, branding: program }, words),
      parts: [
        { type: 'paragraph', text: isReset ? words.leadReset : words.lead },
        { type: 'paragraph', text: words.notMe },
        ...(program
          ? [
              {
                type: 'button' as const,
                label: words.open,
                url: `${siteOrigin}/pg/${program.id}/forgot-password?lang=${language}`,
              },
            ]
          : []),
      ],
    }
  },
  sample: (language) => ({ to: 'nadia@example.com', language, program: sampleProgram, isReset: false }),
})
