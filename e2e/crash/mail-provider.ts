import type { ProofSite } from '../proofs/proof-site.ts'

/** A mail provider that writes down what it is asked for, also where it knows the key and sends nothing again. */
export async function countAsks(site: ProofSite): Promise<void> {
  await site.sql('CREATE TABLE asked_mails (id INTEGER PRIMARY KEY, dedupe TEXT NOT NULL)')
  await site.sql(
    'CREATE TRIGGER mail_asked BEFORE INSERT ON mailbox BEGIN INSERT INTO asked_mails (dedupe) VALUES (NEW.dedupe); END',
  )
}

/** From now on it fails whatever it is asked for. */
export const takeDown = (site: ProofSite) =>
  site.sql(`CREATE TRIGGER mail_down BEFORE INSERT ON mailbox BEGIN SELECT RAISE(ABORT, 'mail_down'); END`)
export const bringUp = (site: ProofSite) => site.sql('DROP TRIGGER mail_down')

/** A sender that knows no key: the same mail asked for twice arrives twice. */
export const withoutDedupe = (sql: string): string =>
  sql.replace(/(CREATE TABLE mailbox \(\s*id INTEGER PRIMARY KEY,\s*dedupe TEXT NOT NULL) UNIQUE/, '$1')

export type Delivered = { dedupe: string; tries: number; isDone: boolean; isDead: boolean; mails: number; asks: number }

/** How the rows about these objects ended, and what the provider saw of each. */
export async function deliveredOf(site: ProofSite, refs: string[]): Promise<Delivered[]> {
  const rows = await site.sql(
    `SELECT dedupe, attempts AS tries, done_at IS NOT NULL AS done, dead_at IS NOT NULL AS dead, (SELECT count(*) FROM mailbox WHERE mailbox.dedupe = outbox.dedupe) AS mails,
      (SELECT count(*) FROM asked_mails WHERE asked_mails.dedupe = outbox.dedupe) AS asks FROM outbox WHERE ref IN (SELECT value FROM json_each(?))`,
    JSON.stringify(refs),
  )
  return rows.map((row) => ({
    dedupe: row.dedupe,
    tries: row.tries,
    isDone: row.done === 1,
    isDead: row.dead === 1,
    mails: row.mails,
    asks: row.asks,
  }))
}
