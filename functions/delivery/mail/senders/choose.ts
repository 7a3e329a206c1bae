import type { Bindings } from '../../../platform/context.ts'
import type { MailSender } from '../compose-mail.ts'
import { cloudflare } from './cloudflare.ts'
import { mailbox } from './mailbox-rows.ts'
import { smtp } from './smtp.ts'

type MakeSender = (env: Bindings) => MailSender

/** Senders of real mail by their name in MAIL_PROVIDER. */
export const realMailSenders: Record<string, MakeSender> = { cloudflare, smtp }

// The mailbox stores every mail in the database. Only builds with the development tools contain it. A module loaded
// before the worker's entry, such as a test's, may register one more sender.
const senders = (): Record<string, MakeSender> => ({
  ...(DEVELOPMENT_TOOLS ? { mailbox } : {}),
  ...realMailSenders,
  ...(globalThis as { mailSenders?: Record<string, MakeSender> }).mailSenders,
})

/** The sender named by `MAIL_PROVIDER`. */
export function mailSender(env: Bindings): MailSender {
  checkMailSender(env)
  const make = senders()[env.MAIL_PROVIDER] as MakeSender
  return make(env)
}

/** Throws when MAIL_PROVIDER cannot send mail, with the setting's name and the remedy. Called when an isolate starts. */
export function checkMailSender(
  env: Pick<Bindings, 'MAIL_PROVIDER' | 'EMAIL' | 'SMTP_DOOR'>,
  available: string[] = Object.keys(senders()),
): void {
  const chosen: string = env.MAIL_PROVIDER
  if (!available.includes(chosen))
    throw new Error(
      chosen === 'mailbox'
        ? 'MAIL_PROVIDER is mailbox, which keeps mails to itself and is not part of a production build. Use npm start to try the site out.'
        : `MAIL_PROVIDER is ${chosen || 'missing'}, and this build has no such sender. Choose ${available.join(' or ')}.`,
    )
  if (chosen === 'cloudflare' && !env.EMAIL)
    throw new Error('MAIL_PROVIDER is cloudflare, and the binding EMAIL is missing: [[send_email]] in wrangler.toml.')
  if (chosen === 'smtp' && !env.SMTP_DOOR)
    throw new Error(
      'MAIL_PROVIDER is smtp, which works on one machine only, with SMTP_URL set: npm run serve. On Cloudflare choose cloudflare.',
    )
}
