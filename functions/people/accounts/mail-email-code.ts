import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { findCode } from './code-rows.ts'
import { openCode } from './sealed-code.ts'
import { findProgramBrief, type ProgramBrief } from './user-rows.ts'

/** A program in a mail about an account; null means the platform itself. */
export type MailProgram = Pick<ProgramBrief, 'id' | 'name' | 'email' | 'website' | 'colours'> | null
export const sampleProgram: MailProgram = { id: 'pro_lakeside', ...sampleBranding }

/**
 * The verification mail. Its subject begins with the code and contains no other six digits, so that phones offer to
 * type the code.
 */
export const emailCodeMail = mailTemplate<{ to: string; code: string; language: Language; program: MailProgram }>({
  load: async (ctx, { ref }) => {
    const [row] = await findCode(ctx, ref)
    if (!row || row.used_at !== null || row.expires_at < ctx.now) return null
    const code = await openCode(ctx.env, row.id, row.code_sealed)
    if (code === null) return null
    const [program = null] = row.program_id ? await findProgramBrief(ctx, row.program_id) : []
    return { to: row.email, code, language: row.language === 'fr' ? 'fr' : 'en', program }
  },
  compose: ({ to, code, language, program }, { siteOrigin }) => {
    const words = accountWords[language].mail
    return {
      to,
      subject: words.code.subject(code, program?.name ?? 'Muster'),
      branding: program,
      language,
      heading: words.code.heading,
      parts: [
        { type: 'paragraph', text: words.code.lead },
        { type: 'code', text: code },
        { type: 'paragraph', text: words.code.until },
        ...(program
          ? [{ type: 'button' as const, label: words.code.open, url: `${siteOrigin}/pg/${program.id}/verify` }]
          : []),
      ],
      because: words.ignore,
      isRequested: true,
    }
  },
  sample: (language) => ({ to: 'nadia@example.com', code: '482913', language, program: sampleProgram }),
})
