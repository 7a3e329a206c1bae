import type { Mail } from '../delivery/mail/compose-mail.ts'

/** A mail as it was sent. */
export type MailboxMail = Pick<Mail, 'to' | 'from' | 'subject' | 'text' | 'html' | 'headers' | 'attachments'> & {
  created: string
}
type Row = {
  id: number
  recipient: string
  sender: string
  subject: string
  text: string
  html: string
  headers: string
  attachments: string
  created: number
}

/** The latest mails, 50 by default and at most 500. */
export async function listMails(
  db: D1Database,
  input: { to: string | undefined; limit: number },
): Promise<(MailboxMail & { id: number })[]> {
  const limit = Number.isInteger(input.limit) && input.limit > 0 ? Math.min(input.limit, 500) : 50
  const query = input.to
    ? db.prepare('SELECT * FROM mailbox WHERE recipient = ?1 ORDER BY id DESC LIMIT ?2').bind(input.to, limit)
    : db.prepare('SELECT * FROM mailbox ORDER BY id DESC LIMIT ?1').bind(limit)
  return (await query.all<Row>()).results.map(toMail)
}

export async function findMail(db: D1Database, id: number): Promise<(MailboxMail & { id: number }) | null> {
  const row = await db.prepare('SELECT * FROM mailbox WHERE id = ?1').bind(id).first<Row>()
  return row ? toMail(row) : null
}

function toMail(row: Row): MailboxMail & { id: number } {
  const { id, recipient, sender, subject, text, html, headers, attachments, created } = row
  return {
    id,
    to: recipient,
    from: sender,
    subject,
    text,
    html,
    headers: JSON.parse(headers),
    attachments: JSON.parse(attachments),
    created: new Date(created).toISOString(),
  }
}
