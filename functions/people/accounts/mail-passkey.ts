import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { type MailTemplate, mailTemplate, usualMail } from '../../delivery/mail/mail-template.ts'
import { type MailProgram, sampleProgram } from './mail-email-code.ts'
import { findPasskey } from './passkey-rows.ts'
import { findProgramBrief, findUserById } from './user-rows.ts'

type PasskeyMail = { to: string; language: Language; program: MailProgram; name: string }

const passkeyMail = (what: 'added' | 'removed'): MailTemplate =>
  mailTemplate<PasskeyMail>({
    load: async (ctx, { ref, body }) => {
      const [passkey] = await findPasskey(ctx, ref)
      const [account] = passkey ? await findUserById(ctx, passkey.user_id) : []
      if (!passkey || !account?.user.is_active) return null
      const { program_id } = body as DomainEvents['account.passkey_added']
      const [program = null] = program_id ? await findProgramBrief(ctx, program_id) : []
      return { to: account.user.email, language: account.user.language, program, name: passkey.name }
    },
    compose: ({ to, language, program, name }, { siteOrigin }) => {
      const { [what]: words, open, because } = accountWords[language].mail.passkey
      return {
        ...usualMail({ to, language, branding: program }, { ...words, because }),
        parts: [
          { type: 'paragraph', text: words.lead(name) },
          { type: 'paragraph', text: words.notMe },
          ...(program
            ? [
                {
                  type: 'button' as const,
                  label: open,
                  url: `${siteOrigin}/pg/${program.id}/profile/account?lang=${language}`,
                },
              ]
            : []),
        ],
      }
    },
    sample: (language) => ({
      to: 'nadia@example.com',
      language,
      program: sampleProgram,
      name: accountWords[language].mail.newLogin.deviceWords('Firefox', 'Windows'),
    }),
  })

/** Informs the account holder that a passkey was added. */
export const passkeyAddedMail = passkeyMail('added')
/** Informs the account holder that a passkey was removed. */
export const passkeyRemovedMail = passkeyMail('removed')
