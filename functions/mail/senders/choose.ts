import type { Bindings } from '../../context.ts'
import type { MailSender } from '../sender.ts'
import { mailbox } from './mailbox.ts'

/** The sender of `MAIL_PROVIDER`. `mailbox` keeps every mail in the database. */
export function mailSender(env: Bindings): MailSender {
  return mailbox(env)
}
