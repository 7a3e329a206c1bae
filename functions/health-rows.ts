import type { Ctx } from './context.ts'
import type { Health } from './health.ts'

type Row = { migrations: string | null; oldest_due: number | null; last_scheduled: string | null }
const question = `SELECT (SELECT value FROM facts WHERE name = 'last_scheduled') AS last_scheduled,
  (SELECT due_at FROM outbox INDEXED BY outbox_due WHERE done_at IS NULL AND dead_at IS NULL ORDER BY due_at LIMIT 1) AS oldest_due`

/** What GET /api/health says. A database that does not answer is said, not thrown. */
export async function readHealth(ctx: Ctx): Promise<Health> {
  try {
    const row = await ctx.env.DB.prepare(question).first<Row>()
    const oldest = row?.oldest_due ?? null
    return {
      object: 'health',
      database: 'ok',
      migrations: await newestMigration(ctx),
      oldest_unsent_outbox_seconds: oldest === null ? null : Math.max(0, Math.round((ctx.now - oldest) / 1000)),
      last_scheduled: isoOf(row?.last_scheduled ?? null),
    }
  } catch {
    ctx.log('health_failed')
    return { object: 'health', database: 'unreachable', migrations: null, oldest_unsent_outbox_seconds: null, last_scheduled: null }
  }
}

// The list of applied migrations is the deployment tool's own; a database made otherwise has none.
async function newestMigration(ctx: Ctx): Promise<string | null> {
  const known = await ctx.env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'").first()
  if (!known) return null
  const newest = await ctx.env.DB.prepare('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1').first<{ name: string }>()
  return newest?.name ?? null
}

const isoOf = (value: string | null) => (value === null ? null : new Date(Number(value) || value).toISOString())
