import type { Ctx } from './context.ts'
import { inTime } from './database/try-again.ts'
import type { Seen } from './health-rules.ts'
import { reasonOf } from './log-line.ts'

type Row = { unsent: number; oldest_due: number | null; most_tries: number | null; last_scheduled: string | null }
/** A row that waits for its next try is unsent, too; `oldest_due` is that of the rows whose time has come. */
const question = `SELECT (SELECT value FROM facts WHERE name = 'last_scheduled') AS last_scheduled, count(*) AS unsent, max(attempts) AS most_tries,
  min(CASE WHEN due_at <= ?1 THEN due_at END) AS oldest_due FROM outbox INDEXED BY outbox_due WHERE done_at IS NULL AND dead_at IS NULL`

/** What there is to judge; null when the database does not answer. */
export async function readHealth(ctx: Ctx): Promise<Seen | null> {
  try {
    const row = await inTime(ctx.env.DB.prepare(question).bind(ctx.now).first<Row>())
    return {
      applied: await appliedMigrations(ctx),
      unsent: row?.unsent ?? 0,
      mostTries: row?.most_tries ?? 0,
      oldestDueAt: row?.oldest_due ?? null,
      lastScheduledAt: row?.last_scheduled ? Number(row.last_scheduled) : null,
    }
  } catch (error) {
    ctx.log('health_failed', { reason: reasonOf(error) })
    return null
  }
}

// The list of applied migrations is the deployment tool's own; a database made otherwise has none.
async function appliedMigrations(ctx: Ctx): Promise<string[] | null> {
  const known = await inTime(
    ctx.env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'").first(),
  )
  if (!known) return null
  const { results } = await inTime(ctx.env.DB.prepare('SELECT name FROM d1_migrations').all<{ name: string }>())
  return results.map(({ name }) => name)
}
