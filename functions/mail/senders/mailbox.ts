import type { Bindings } from '../../context.ts'
import { database } from '../../database/database.ts'
import { mailbox as mailboxTable } from '../../database/tables.ts'
import type { MailSender } from '../sender.ts'

/** Keeps every mail in the database, once per dedupe key; read at /dev/mailbox. */
export function mailbox(env: Bindings): MailSender {
  return {
    name: 'mailbox',
    send: async ({ to, from, ...mail }, now) => {
      await database(env.DB).insert(mailboxTable).values({ ...mail, recipient: to, sender: from, created: now }).onConflictDoNothing()
    },
  }
}
