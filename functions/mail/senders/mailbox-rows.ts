import { sql } from 'drizzle-orm'
import type { Bindings } from '../../context.ts'
import { database, type Db, type Statement } from '../../database/database.ts'
import { mailbox as mails } from '../../database/tables.ts'
import type { Mail, MailSender } from '../compose-mail.ts'

/** Keeps every mail in the database instead of sending it; read at /dev/mailbox. */
export function mailbox(env: Bindings): MailSender {
  return { name: 'mailbox', send: async (mail, now) => keepMail(env.DB, mail, now) }
}

/** Keeps a mail in the database, once per dedupe key. */
async function keepMail(binding: D1Database, mail: Mail, now: number): Promise<void> {
  const { dedupe, to, from, subject, text, html, headers, attachments } = mail
  await database(binding)
    .insert(mails)
    .values({ dedupe, recipient: to, sender: from, subject, text, html, headers, attachments, created: now })
    .onConflictDoNothing()
}

/** Mails kept before `before` are deleted, some hundreds at a time. */
export const deleteOldMails = (db: Db, before: number): Statement =>
  db
    .delete(mails)
    .where(sql`id IN (SELECT id FROM mailbox INDEXED BY mailbox_by_age WHERE created < ${before} LIMIT 500)`)
