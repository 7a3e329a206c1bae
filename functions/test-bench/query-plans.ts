import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { countParameters } from './memory-d1.ts'
import { migrate } from './migrate.ts'
import { startRealDatabases } from './real-databases.ts'
import { statementsFile } from './recorded-d1.ts'

/** Tables that stay small however much is sold, so a scan is cheap; the sandbox's cards exist only in development. */
const small = new Set([
  'facts',
  'd1_migrations',
  'sqlite_master',
  'programs',
  'membership_packages',
  'receipt_counters',
  'sandbox_sources',
])
/** Indexes that contain only open rows and are meant to be scanned. */
const openOnly =
  /USING (?:COVERING )?INDEX (?:outbox_due|coupons_automatic|refund_requests_approved|registrations_waiting|payments_disputed)\b/

/**
 * A plan's full scan of a growing table, as `SCAN orders`; null for any other step. `tables` lists views as `view
 * bookings`.
 */
export function scanOf(step: string, sql: string, tables: Set<string>): string | null {
  // A view that is materialised before a join is computed completely.
  const view = /^MATERIALIZE (\S+)/.exec(step)?.[1]
  if (view) return [view, tableOfAlias(view, sql)].some((name) => tables.has(`view ${name}`)) ? step : null
  const name = /^SCAN (\S+)/.exec(step)?.[1]
  if (!name || name === 'CONSTANT' || /VIRTUAL TABLE/.test(step) || openOnly.test(step)) return null
  const table = tables.has(name) ? name : tableOfAlias(name, sql)
  if (isUnrunForeignKeyScan(name, sql) || isOfDeletion(sql)) return null
  return table && tables.has(table) && !small.has(table) ? step : null
}

// An insert into a parent table is planned with a scan of its children, which SQLite skips unless a key was violated
// before (FkIfZero).
const isUnrunForeignKeyScan = (name: string, sql: string) =>
  /^\s*insert\b/i.test(sql) && !new RegExp(`\\b${name.replaceAll(/\W/g, '')}\\b`, 'i').test(sql)

// The statements that delete a program, once at most and of bounded rows (`maxDeleted`), or count what they would delete.
// Only they name a program without a parameter.
const isOfDeletion = (sql: string) =>
  /^(?:DELETE FROM|UPDATE|SELECT \(SELECT count\(\*\) FROM|INSERT INTO guard \(ok, why\) SELECT \(NOT EXISTS \(SELECT 1 FROM orders)\b/.test(
    sql.trim(),
  ) && /\b(?:program_)?id = '[\w-]+'/.test(sql)

function tableOfAlias(alias: string, sql: string): string | null {
  return (
    new RegExp(`"?(\\w+)"?\\s+(?:AS\\s+)?"?${alias.replaceAll(/\W/g, '')}"?(?=[\\s,)]|$)`, 'i').exec(sql)?.[1] ?? null
  )
}

/** Explains every statement that the tests sent, and returns those with a full scan. */
async function explainAll(): Promise<string[]> {
  const statements = testStatements()
  const { next, close } = await startRealDatabases(1)
  const db = next()
  await migrate(db)
  // The deployment tool's own table, which is not in our migrations.
  await db.prepare('CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT)').run()
  const { results } = await db
    .prepare(
      "SELECT iif(type = 'view', 'view ', '') || name AS name FROM sqlite_master WHERE type IN ('table', 'view')",
    )
    .all<{ name: string }>()
  const tables = new Set(results.map(({ name }) => name))
  const faults: string[] = []
  const explained = statements.filter(isExplained)
  for (let at = 0; at < explained.length; at += explainedAtOnce)
    faults.push(...(await explain(db, explained.slice(at, at + explainedAtOnce), tables)))
  await close()
  console.log(`${statements.length} statements explained.`)
  return faults
}

/** Statements of one request. */
const explainedAtOnce = 50
async function explain(db: D1Database, statements: readonly string[], tables: Set<string>): Promise<string[]> {
  const plans = await db.batch<{ detail: string }>(
    statements.map((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...Array(countParameters(sql)).fill(null))),
  )
  return plans.flatMap(({ results }, index) => scansOf(results, statements[index] ?? '', tables))
}

const isExplained = (sql: string) => /^\s*(?:select|insert|update|delete|with)\b/i.test(sql)
const scansOf = (plan: readonly { detail: string }[], sql: string, tables: Set<string>) =>
  plan.flatMap(({ detail }) => scanOf(detail, sql, tables) ?? []).map((step) => `${step}\n    ${sql.slice(0, 400)}`)

/** Maximum rows that may be scanned to find one. */
const maxScanned = 500

/** The full scans of growing tables among statements, planned with a database file and its statistics. */
export function scansInFile(path: string, statements: readonly string[]): { explained: number; scans: string[] } {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const names = file
      .prepare(
        "SELECT iif(type = 'view', 'view ', '') || name AS name FROM sqlite_master WHERE type IN ('table', 'view')",
      )
      .all()
    const tables = new Set(names.map(({ name }) => String(name)))
    // A scan is fastest when the statistics say that a table or a partial index is nearly empty.
    const counted = file.prepare('SELECT tbl, idx, CAST(stat AS INTEGER) AS num FROM sqlite_stat1').all()
    const many = new Set(counted.flatMap(({ tbl, idx, num }) => (Number(num) < maxScanned ? [] : [tbl, idx])))
    const known = new Set(counted.flatMap(({ tbl, idx }) => [tbl, idx]))
    const isOfFew = (scan: string) => {
      const name = /USING (?:COVERING )?INDEX (\w+)/.exec(scan)?.[1] ?? /^SCAN (\w+)/.exec(scan)?.[1] ?? ''
      return known.has(name) && !many.has(name)
    }
    // Not every database has the deployment tool's own table.
    const explained = statements.filter(
      (sql) => isExplained(sql) && (tables.has('d1_migrations') || !/\bd1_migrations\b/.test(sql)),
    )
    const plan = (sql: string) =>
      file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array<null>(countParameters(sql)).fill(null)) as {
        detail: string
      }[]
    return {
      explained: explained.length,
      scans: explained.flatMap((sql) => scansOf(plan(sql), sql, tables).filter((scan) => !isOfFew(scan))),
    }
  } finally {
    file.close()
  }
}

/** The statements that the tests have sent so far. */
export const testStatements = (): string[] =>
  existsSync(statementsFile)
    ? [...new Set(readFileSync(statementsFile, 'utf8').trim().split('\n'))].map((line) => JSON.parse(line) as string)
    : []

if (import.meta.main) {
  if (!existsSync(statementsFile)) throw new Error('No statement was written down: run the tests first.')
  const faults = await explainAll()
  if (faults.length > 0) {
    console.error(
      `${faults.length} of them read a growing table from end to end. Give each an index, or narrow it:\n\n${faults.join('\n\n')}`,
    )
    process.exitCode = 1
  }
}
