import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { type MailProgram, sampleProgram } from './mail-email-code.ts'
import { findProgramBrief, findUserById } from './user-rows.ts'

type EmailInUse = { to: string; language: Language; program: MailProgram }

/**
 * Informs an account's owner that another person tried to sign up with their email. The address may be unconfirmed, so
 * the mail contains nothing that the account holder typed.
 */
export const emailInUseMail = mailTemplate<EmailInUse>({
  load: async (ctx, { ref, body }) => {
    const [account] = await findUserById(ctx, ref)
    if (!account?.user.is_active) return null
    const { program_id } = body as DomainEvents['account.email_in_use']
    const [program = null] = program_id ? await findProgramBrief(ctx, program_id) : []
    const { email, language } = account.user
    return { to: email, language, program }
  },
  compose: ({ to, language, program }, { siteOrigin }) => {
    const words = accountWords[language].mail
    return {
      to,
      subject: words.inUse.subject(program?.name ?? 'Muster'),
      branding: program,
      language,
      heading: words.inUse.heading,
      parts: [
        { type: 'paragraph', text: words.inUse.lead },
        { type: 'paragraph', text: words.inUse.hint },
        ...(program
          ? [{ type: 'button' as const, label: words.inUse.open, url: `${siteOrigin}/pg/${program.id}/login` }]
          : []),
      ],
      because: words.ignore,
    }
  },
  sample: (language) => ({ to: 'nadia@example.com', language, program: sampleProgram }),
})
