import { and, count, countDistinct, gte, like, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { attempts, facts, statusHistory } from '../../platform/database/tables.ts'
import { yieldToEventLoop } from '../../platform/run-budget.ts'
import { type Audited, auditQuestions, type AuditScope, questionText } from './audit-question-rows.ts'

/** A violated rule: its count, and some of the ids. */
export type AuditViolation = { name: string; count: number; ids: string[] }
export type IdsOf = Partial<Record<Audited, string[]>>
type Changed = { object: string; object_id: string; at: number }

/** The audit's progress: the time up to which changes are checked, and the position of the daily audit. */
export type Progress = { until: number; day: string; table: number; row: number }
const progressFact = 'audit'

export async function readProgress(db: Db): Promise<Progress | null> {
  const [row] = await db.select({ value: facts.value }).from(facts).where(sql`${facts.name} = ${progressFact}`)
  return row ? (JSON.parse(row.value) as Progress) : null
}

export async function saveProgress(db: Db, progress: Progress, now: number): Promise<void> {
  const value = JSON.stringify(progress)
  await db
    .insert(facts)
    .values({ name: progressFact, value, updated: now })
    .onConflictDoUpdate({ target: facts.name, set: { value, updated: now } })
}

/** Objects with history steps in a time range, oldest first. */
export async function changedBetween(db: Db, since: number, now: number, most: number): Promise<Changed[]> {
  return db
    .select({ object: statusHistory.object, object_id: statusHistory.object_id, at: statusHistory.at })
    .from(statusHistory)
    .where(and(gte(statusHistory.at, since), lte(statusHistory.at, now)))
    .orderBy(statusHistory.at)
    .limit(most)
}

/** Ids of all rows that a change may affect; of the outbox only waiting rows. */
export async function touchedBy(db: Db, changed: Changed[]): Promise<IdsOf> {
  const of = (object: string) => [
    ...new Set(changed.flatMap((each) => (each.object === object ? [each.object_id] : []))),
  ]
  const [registrations, payments, refunds] = [of('registration'), of('payment'), of('refund')]
  const account_balance_entries = of('balance_entry')
  const [orders = [], event_options = [], attendee_profiles = [], outbox = []] = await idsIn(db, [
    [
      `SELECT value AS id FROM json_each(?1) UNION SELECT order_id FROM registrations WHERE id IN (SELECT value FROM json_each(?2)) AND order_id IS NOT NULL
      UNION SELECT order_id FROM payments WHERE id IN (SELECT value FROM json_each(?3)) UNION SELECT order_id FROM refunds WHERE id IN (SELECT value FROM json_each(?4))
      UNION SELECT order_id FROM account_balance_entries WHERE id IN (SELECT value FROM json_each(?5)) AND order_id IS NOT NULL`,
      of('order'),
      registrations,
      payments,
      refunds,
      account_balance_entries,
    ],
    [
      'SELECT option_id AS id FROM registrations WHERE id IN (SELECT value FROM json_each(?1)) UNION SELECT e.id FROM event_options AS e WHERE e.event_id IN (SELECT value FROM json_each(?2))',
      registrations,
      of('event'),
    ],
    [
      'SELECT DISTINCT attendee_profile_id AS id FROM registrations WHERE id IN (SELECT value FROM json_each(?1))',
      registrations,
    ],
    [
      'SELECT id FROM outbox INDEXED BY outbox_due WHERE done_at IS NULL AND dead_at IS NULL ORDER BY priority, due_at LIMIT 500',
    ],
  ])
  const [
    pools = [],
    coupons = [],
    account_balances = [],
    product_variations = [],
    session_credits = [],
    memberships = [],
  ] = await idsIn(db, [
    [
      'SELECT DISTINCT pool_id AS id FROM option_pools WHERE option_id IN (SELECT value FROM json_each(?1))',
      event_options,
    ],
    ['SELECT DISTINCT coupon_id AS id FROM discounts WHERE order_id IN (SELECT value FROM json_each(?1))', orders],
    [
      'SELECT DISTINCT b.id FROM account_balance_entries AS e JOIN account_balances AS b ON b.customer_profile_id = e.customer_profile_id WHERE e.id IN (SELECT value FROM json_each(?1))',
      account_balance_entries,
    ],
    [
      "SELECT DISTINCT product_variation_id AS id FROM order_items WHERE type = 'product_variation' AND order_id IN (SELECT value FROM json_each(?1))",
      orders,
    ],
    [
      'SELECT c.id FROM order_items AS i JOIN session_credits AS c ON c.order_item_id = i.id WHERE i.order_id IN (SELECT value FROM json_each(?1))',
      orders,
    ],
    [
      'SELECT membership_id AS id FROM orders WHERE membership_id IS NOT NULL AND id IN (SELECT value FROM json_each(?1)) UNION SELECT m.id FROM memberships AS m WHERE m.order_id IN (SELECT value FROM json_each(?1))',
      orders,
    ],
  ])
  return {
    orders,
    event_options,
    registrations,
    payments,
    refunds,
    pools,
    coupons,
    attendee_profiles,
    account_balances,
    account_balance_entries,
    product_variations,
    session_credits,
    redemptions: of('redemption'),
    memberships: [...new Set([...memberships, ...of('membership')])],
    outbox,
  }
}

async function idsIn(db: Db, input: [string, ...string[][]][]): Promise<string[][]> {
  const answers = await db.$client.batch<{ id: string }>(
    input.map(([text, ...lists]) => db.$client.prepare(text).bind(...lists.map((ids) => JSON.stringify(ids)))),
  )
  return answers.map((answer) => answer.results.map((row) => row.id))
}

/** The end of a range of at most `rows` rows after a row, and its number of rows. */
export async function stretchAfter(
  db: Db,
  table: Audited,
  after: number,
  most: number,
): Promise<{ until: number; rows: number }> {
  const brokenRows = await db.$client
    .prepare(
      `SELECT max(n) AS until, count(*) AS rows FROM (SELECT rowid AS n FROM ${table} WHERE rowid > ?1 ORDER BY rowid LIMIT ?2)`,
    )
    .bind(after, most)
    .first<{ until: number | null; rows: number }>()
  return { until: brokenRows?.until ?? after, rows: brokenRows?.rows ?? 0 }
}

/** The row number of a table's last row. */
export const lastRowOf = async (db: Db, table: Audited): Promise<number> =>
  (await db.$client.prepare(`SELECT max(rowid) AS n FROM ${table}`).first<number>('n')) ?? 0

/** Checks the rules for the given rows. */
export async function askAboutIds(db: Db, ids: IdsOf): Promise<AuditViolation[]> {
  return askQuestions(db, 'ids', {
    rows: Object.values(ids).reduce((sum, these) => sum + these.length, 0),
    paramsOf: (table) => (ids[table]?.length ? [JSON.stringify(ids[table])] : null),
  })
}

/** Checks one table's rules for a range of rows. */
export async function askAboutStretch(
  db: Db,
  about: Audited,
  stretch: { after: number; until: number; rows: number },
): Promise<AuditViolation[]> {
  return askQuestions(db, 'stretch', {
    rows: stretch.rows,
    paramsOf: (table) => (table === about ? [stretch.after, stretch.until] : null),
  })
}

/** Checks the few rows of a small table. */
export async function askAboutAll(db: Db, about: Audited): Promise<AuditViolation[]> {
  return askQuestions(db, 'all', { rows: 0, paramsOf: (table) => (table === about ? [] : null) })
}

/**
 * Up to this many rows, all rules run in one batch. With more, each rule takes some milliseconds, and customers'
 * requests run in between.
 */
const fewRows = 100

async function askQuestions(
  db: Db,
  scope: AuditScope,
  { rows, paramsOf }: { rows: number; paramsOf: (table: Audited) => (string | number)[] | null },
): Promise<AuditViolation[]> {
  const questions = auditQuestions.flatMap((question) => {
    const params = paramsOf(question.of)
    return params
      ? [{ name: question.name, statement: db.$client.prepare(questionText(question, scope)).bind(...params) }]
      : []
  })
  const broken: AuditViolation[] = []
  const batchSize = rows <= fewRows ? questions.length : 1
  for (let start = 0; start < questions.length; start += batchSize) {
    const batch = questions.slice(start, start + batchSize)
    const answers = await db.$client.batch<{ id: string; found: number }>(batch.map((each) => each.statement))
    for (const [index, { name }] of batch.entries()) {
      const brokenRows = answers[index]?.results ?? []
      if (brokenRows.length > 0)
        broken.push({
          name,
          count: brokenRows[0]?.found ?? brokenRows.length,
          ids: brokenRows.map((row) => String(row.id)),
        })
    }
    await yieldToEventLoop()
  }
  return broken
}

/**
 * Number of wrong log-in attempts since a given time, and of their accounts. An attempt that succeeds is removed again.
 */
export async function countWrongAttempts(db: Db, since: number): Promise<{ wrong: number; accounts: number }> {
  const [row] = await db
    .select({ wrong: count(), accounts: countDistinct(attempts.scope) })
    .from(attempts)
    .where(and(gte(attempts.window_starts_at, since), like(attempts.scope, 'login:%')))
  return row ?? { wrong: 0, accounts: 0 }
}
