import type { Ctx } from '../context.ts'
import { inTime } from '../database/retry-lost-write.ts'
import type { HealthReadings } from './health-rules.ts'
import { reasonOf } from '../log-line.ts'

type Row = {
  unsent: number
  oldest_due: number | null
  max_attempts: number | null
  last_scheduled: string | null
  missed: string | null
  last_missed: number | null
  last_report: number | null
  cards_refused: string | null
}
/** The query counts a row that waits for its next attempt as unsent, and takes its age from the first due time. */
const healthQuery = `SELECT (SELECT value FROM facts WHERE name = 'last_scheduled') AS last_scheduled,
  (SELECT value FROM facts WHERE name = 'reports_missed') AS missed, (SELECT updated FROM facts WHERE name = 'reports_missed') AS last_missed,
  (SELECT value FROM facts WHERE name = 'cards_refused') AS cards_refused,
  (SELECT max(received) FROM provider_events) AS last_report, count(*) AS unsent, max(attempts) AS max_attempts,
  min(coalesce(first_due_at, CASE WHEN due_at <= ?1 THEN due_at END)) AS oldest_due FROM outbox INDEXED BY outbox_due WHERE done_at IS NULL AND dead_at IS NULL`

/** The readings for the health report, or null when the database does not respond. */
export async function readHealth(ctx: Ctx): Promise<HealthReadings | null> {
  try {
    const row = await inTime(ctx.env.DB.prepare(healthQuery).bind(ctx.now).first<Row>())
    return {
      applied: await appliedMigrations(ctx),
      unsent: row?.unsent ?? 0,
      maxAttempts: row?.max_attempts ?? 0,
      oldestDueAt: row?.oldest_due ?? null,
      lastScheduledAt: row?.last_scheduled ? Number(row.last_scheduled) : null,
      missedReports: Number(row?.missed ?? 0),
      lastMissedAt: row?.last_missed ?? null,
      lastReportAt: row?.last_report ?? null,
      areCardsRefused: row?.cards_refused != null,
    }
  } catch (error) {
    ctx.log('health_failed', { reason: reasonOf(error) })
    return null
  }
}

// The deployment tool stores the list of applied migrations; a database created another way has none.
async function appliedMigrations(ctx: Ctx): Promise<string[] | null> {
  const table = await inTime(
    ctx.env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'").first(),
  )
  if (!table) return null
  const { results } = await inTime(ctx.env.DB.prepare('SELECT name FROM d1_migrations').all<{ name: string }>())
  return results.map(({ name }) => name)
}
