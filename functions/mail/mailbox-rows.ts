import { database } from '../database/database.ts'
import { mailbox } from '../database/tables.ts'
import type { Mail } from './sender.ts'

/** Keeps a mail in the database, once per dedupe key. */
export async function keepMail(binding: D1Database, { to, from, ...mail }: Mail, now: number): Promise<void> {
  await database(binding)
    .insert(mailbox)
    .values({ ...mail, recipient: to, sender: from, created: now })
    .onConflictDoNothing()
}
