import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { findEmailChange } from './code-rows.ts'
import { findUserById } from './user-rows.ts'

type EmailRestored = { to: string; language: Language; hasPassword: boolean }

/** Informs the owner of the restored address that the account is theirs again. */
export const emailRestoredMail = mailTemplate<EmailRestored>({
  load: async (ctx, { ref }) => {
    const [change] = await findEmailChange(ctx, ref)
    const [account] = change ? await findUserById(ctx, change.user_id) : []
    if (!change || !account) return null
    const { language, is_email_verified } = account.user
    return { to: change.old_email, language, hasPassword: is_email_verified }
  },
  compose: ({ to, language, hasPassword }) => {
    const { restored } = accountWords[language].mail
    return {
      to,
      subject: restored.subject('Muster'),
      branding: null,
      language,
      heading: restored.heading,
      parts: [
        { type: 'paragraph', text: restored.lead },
        { type: 'paragraph', text: hasPassword ? restored.samePassword : restored.noPassword },
      ],
      because: restored.because,
    }
  },
  sample: (language) => ({ to: 'nadia@example.com', language, hasPassword: true }),
})
