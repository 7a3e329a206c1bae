import type { Bindings } from '../../../platform/context.ts'
import { database } from '../../../platform/database/database.ts'
import { mailbox as mails } from '../../../platform/database/tables.ts'
import type { Mail, MailSender } from '../compose-mail.ts'

/** Stores every mail in the database instead of sending it; shown at /dev/mailbox. */
export function mailbox(env: Bindings): MailSender {
  return { name: 'mailbox', send: async (mail, now) => keepMail(env.DB, mail, now) }
}

/** Stores a mail, once per dedupe key. */
async function keepMail(binding: D1Database, mail: Mail, now: number): Promise<void> {
  const { dedupe, to, from, subject, text, html, headers, attachments } = mail
  await database(binding)
    .insert(mails)
    .values({ dedupe, recipient: to, sender: from, subject, text, html, headers, attachments, created: now })
    .onConflictDoNothing()
}
