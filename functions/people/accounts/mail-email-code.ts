import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { findCode } from './code-rows.ts'
import { openCode } from './sealed-code.ts'
import { findProgramBrief, findUserById, type ProgramBrief } from './user-rows.ts'

/** A program in a mail about an account; null means the platform itself. */
export type MailProgram = Pick<ProgramBrief, 'id' | 'name' | 'email' | 'website' | 'colours'> | null
export const sampleProgram: MailProgram = { id: 'pro_lakeside', ...sampleBranding }

type EmailCodeMail = {
  to: string
  code: string
  language: Language
  program: MailProgram
  /** True for the second factor of a log-in, false for an address to confirm. */
  isLogIn: boolean
}

/**
 * The mail with a code: of an address to confirm, or of a log-in to the desk on a new device. Its subject begins with the code and contains no other six digits, so that phones offer to
 * type the code.
 */
export const emailCodeMail = mailTemplate<EmailCodeMail>({
  load: async (ctx, { ref }) => {
    const [row] = await findCode(ctx, ref)
    if (!row || row.used_at !== null || row.expires_at < ctx.now) return null
    const code = await openCode(ctx.env, row.id, row.code_sealed)
    if (code === null) return null
    const [account] = await findUserById(ctx, row.user_id)
    const isLogIn = account?.user.is_email_verified === true && account.user.email === row.email
    const [program = null] = row.program_id ? await findProgramBrief(ctx, row.program_id) : []
    return { to: row.email, code, language: row.language === 'fr' ? 'fr' : 'en', program, isLogIn }
  },
  compose: ({ to, code, language, program, isLogIn }, { siteOrigin }) => {
    const words = accountWords[language].mail
    const { heading, lead, because } = isLogIn ? words.deskCode : { ...words.code, because: words.ignore }
    return {
      to,
      subject: words.code.subject(code, program?.name ?? 'Muster'),
      branding: program,
      language,
      heading,
      parts: [
        { type: 'paragraph', text: lead },
        { type: 'code', text: code },
        { type: 'paragraph', text: words.code.until },
        ...(program
          ? [{ type: 'button' as const, label: words.code.open, url: `${siteOrigin}/pg/${program.id}/verify` }]
          : []),
      ],
      because,
      isRequested: true,
    }
  },
  sample: (language) => ({ to: 'nadia@example.com', code: '482913', language, program: sampleProgram, isLogIn: false }),
})
