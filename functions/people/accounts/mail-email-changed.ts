import { type Language, maskedEmail } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { signLink } from '../../platform/identity/signed-link.ts'
import { findEmailChange } from './code-rows.ts'
import { type MailProgram, sampleProgram } from './mail-email-code.ts'
import { findProgramBrief, findUserById } from './user-rows.ts'

/** The page explains "this was not me" and applies it on a button press; opening the link changes nothing. */
const notMePath = '/not-me'

type EmailChanged = {
  to: string
  /** Null when the old address was never confirmed. Then the mail contains nothing that the account holder typed. */
  newEmail: string | null
  language: Language
  program: MailProgram
  token: string
}

/** Informs the old address that the email is about to change, and how to stop it. */
export const emailChangedMail = mailTemplate<EmailChanged>({
  load: async (ctx, { ref, body }) => {
    const [change] = await findEmailChange(ctx, ref)
    if (!change || change.undone_at !== null || change.expires_at < ctx.now) return null
    const [account] = await findUserById(ctx, change.user_id)
    if (!account) return null
    const { program_id } = body as DomainEvents['account.email_changed']
    const [program = null] = program_id ? await findProgramBrief(ctx, program_id) : []
    return {
      to: change.old_email,
      newEmail: change.old_is_verified ? change.new_email : null,
      language: account.user.language,
      program,
      token: await signLink(ctx.env, { purpose: 'email_change', subject: change.id, expiresAt: change.expires_at }),
    }
  },
  compose: ({ to, newEmail, language, program, token }, { siteOrigin }) => {
    const words = accountWords[language].mail
    return {
      to,
      subject: words.changed.subject(program?.name ?? 'Muster'),
      branding: program,
      language,
      heading: words.changed.heading,
      parts: [
        {
          type: 'paragraph',
          text: newEmail === null ? words.changed.leadUnconfirmed : words.changed.lead(maskedEmail(newEmail)),
        },
        { type: 'paragraph', text: words.changed.notMe },
        {
          type: 'button',
          label: words.changed.open,
          url: `${siteOrigin}${notMePath}?token=${encodeURIComponent(token)}&lang=${language}`,
        },
      ],
      because: words.changed.ignore,
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    newEmail: 'nadia.roy@example.com',
    language,
    program: sampleProgram,
    token: 'sample',
  }),
})
