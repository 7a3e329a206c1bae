import type { Bindings } from '../../context.ts'
import { keepMail } from '../mailbox-rows.ts'
import type { MailSender } from '../sender.ts'

/** Keeps every mail in the database instead of sending it; read at /dev/mailbox. */
export function mailbox(env: Bindings): MailSender {
  return { name: 'mailbox', send: async (mail, now) => keepMail(env.DB, mail, now) }
}
