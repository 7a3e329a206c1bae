import type { ProofSite } from '../proofs/proof-site.ts'

/** A mail provider that records every request, including a repeated request, for which it sends no second mail. */
export async function countAsks(site: ProofSite): Promise<void> {
  await site.sql('CREATE TABLE asked_mails (id INTEGER PRIMARY KEY, dedupe TEXT NOT NULL)')
  await site.sql(
    'CREATE TRIGGER mail_asked BEFORE INSERT ON mailbox BEGIN INSERT INTO asked_mails (dedupe) VALUES (NEW.dedupe); END',
  )
}

/** Makes the provider fail every mail from now on. */
export const takeDown = (site: ProofSite) =>
  site.sql(`CREATE TRIGGER mail_down BEFORE INSERT ON mailbox BEGIN SELECT RAISE(ABORT, 'mail_down'); END`)
export const bringUp = (site: ProofSite) => site.sql('DROP TRIGGER mail_down')

/** A mail provider without keys: the same mail sent twice arrives twice. */
export const withoutDedupe = (sql: string): string =>
  sql.replace(/(CREATE TABLE mailbox \(\s*id INTEGER PRIMARY KEY,\s*dedupe TEXT NOT NULL) UNIQUE/, '$1')

export type Delivered = {
  dedupe: string
  attempts: number
  isDone: boolean
  isDead: boolean
  mails: number
  requests: number
}

/**
 * The deliveries about these objects, each with what the provider recorded about it. A message without a delivery was
 * not sent.
 */
export async function deliveredOf(site: ProofSite, refs: string[]): Promise<Delivered[]> {
  const rows = await site.sql(
    `SELECT dedupe, attempts AS tries, done_at IS NOT NULL AS done, dead_at IS NOT NULL AS dead, (SELECT count(*) FROM mailbox WHERE mailbox.dedupe = outbox.dedupe) AS mails,
      (SELECT count(*) FROM asked_mails WHERE asked_mails.dedupe = outbox.dedupe) AS asks FROM outbox WHERE ref IN (SELECT value FROM json_each(?1)) AND kind LIKE 'mail.%'
    UNION ALL SELECT dedupe, attempts, 0, dead_at IS NOT NULL, 0, 0 FROM outbox AS event WHERE ref IN (SELECT value FROM json_each(?1)) AND kind NOT LIKE 'mail.%'
      AND NOT EXISTS (SELECT 1 FROM outbox AS delivery WHERE delivery.ref = event.ref AND delivery.kind LIKE 'mail.%'
        AND substr(delivery.dedupe, length(delivery.kind) + 2) = substr(event.dedupe, length(event.kind) + 2))`,
    JSON.stringify(refs),
  )
  return rows.map((row) => ({
    dedupe: row.dedupe,
    attempts: row.tries,
    isDone: row.done === 1,
    isDead: row.dead === 1,
    mails: row.mails,
    requests: row.asks,
  }))
}
