import { instant } from './contract/instant.ts'
import * as z from 'zod/mini'

/** What may be wrong with a running site, the worst first. */
const problems = ['database_unreachable', 'migrations_missing', 'clock_stopped', 'outbox_stuck'] as const

/** Whether the site works, without any personal data. */
export const Health = z.strictObject({
  object: z.literal('health'),
  /** `failing`: people cannot use the site (503). `degraded`: they can, and something needs a look. */
  status: z.enum(['ok', 'degraded', 'failing']),
  problems: z.array(z.enum(problems)),
  database: z.enum(['ok', 'unreachable']),
  /** `unknown` for a database that was not made by migrations, or does not answer. */
  migrations: z.enum(['current', 'missing', 'unknown']),
  missing_migrations: z.array(z.string()),
  /** How long the oldest row whose time has come waits; null when none does. */
  oldest_unsent_outbox_seconds: z.nullable(z.int()),
  /** Rows that are not delivered yet, those that wait for another try among them. */
  unsent_outbox_rows: z.nullable(z.int()),
  last_scheduled: z.nullable(z.string()),
})
export type Health = z.infer<typeof Health>

/** What the database says of itself. `applied` is null where nobody wrote the migrations down. */
export type Seen = {
  applied: string[] | null
  unsent: number
  mostTries: number
  oldestDueAt: number | null
  lastScheduledAt: number | null
}

/** The clock runs each minute: after three missed runs it has stopped. */
const clockStopsMs = 180_000
/** A row is delivered at once or by the next run; five minutes late, or at its fifth try, it is stuck. */
const outboxStuckMs = 300_000
const stuckAtTry = 5

/** Judges what was seen: `null` is a database that did not answer. */
export function judgeHealth(seen: Seen | null, known: readonly string[], now: number): Health {
  if (seen === null)
    return {
      object: 'health',
      status: 'failing',
      problems: ['database_unreachable'],
      database: 'unreachable',
      migrations: 'unknown',
      missing_migrations: [],
      oldest_unsent_outbox_seconds: null,
      unsent_outbox_rows: null,
      last_scheduled: null,
    }

  const missing = seen.applied === null ? [] : known.filter((name) => !seen.applied?.includes(name))
  const lateMs = seen.oldestDueAt === null ? null : Math.max(0, now - seen.oldestDueAt)
  const found: Record<(typeof problems)[number], boolean> = {
    database_unreachable: false,
    migrations_missing: missing.length > 0,
    clock_stopped: seen.lastScheduledAt === null || now - seen.lastScheduledAt > clockStopsMs,
    outbox_stuck: (lateMs ?? 0) > outboxStuckMs || seen.mostTries >= stuckAtTry,
  }
  return {
    object: 'health',
    status: found.migrations_missing ? 'failing' : found.clock_stopped || found.outbox_stuck ? 'degraded' : 'ok',
    problems: problems.filter((problem) => found[problem]),
    database: 'ok',
    migrations: seen.applied === null ? 'unknown' : missing.length > 0 ? 'missing' : 'current',
    missing_migrations: missing,
    oldest_unsent_outbox_seconds: lateMs === null ? null : Math.round(lateMs / 1000),
    unsent_outbox_rows: seen.unsent,
    last_scheduled: instant(seen.lastScheduledAt),
  }
}
