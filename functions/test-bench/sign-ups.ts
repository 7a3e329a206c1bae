import { desc, eq } from 'drizzle-orm'
import { database } from '../platform/database/database.ts'
import { mailbox } from '../platform/database/tables.ts'
import type { Bench } from './bench.ts'
import { unique } from './people.ts'

/** A password that is hard to guess. */
export const goodPassword = 'walrus kettle 7 violins'

/** A complete body for POST signup with a new email. */
export const signupBody = (more: Record<string, unknown> = {}) => ({
  first_name: 'Nadia',
  last_name: 'Roy',
  email: `new${unique()}@example.com`,
  phone: '416 555 0123',
  password: goodPassword,
  timezone: 'America/Toronto',
  ...more,
})

/** A POST without credentials. */
export const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
export const bearer = (token: { access_token: string }, more: Record<string, string> = {}) => ({
  Authorization: `Bearer ${token.access_token}`,
  ...more,
})

/** Every mail to an address, newest first. */
export async function mailsTo(bench: Bench, address: string) {
  return database(bench.env.DB).select().from(mailbox).where(eq(mailbox.recipient, address)).orderBy(desc(mailbox.id))
}

/** The code of the latest verification mail to an address. */
export async function codeOf(bench: Bench, address: string): Promise<string> {
  const mail = (await mailsTo(bench, address)).find(({ subject }) => /^\d{6} /.test(subject))
  if (!mail) throw new Error('no code was sent')
  return mail.subject.slice(0, 6)
}

export const read = async <Data>(answer: Response | Promise<Response>): Promise<Data> =>
  (await (await answer).json()) as Data
