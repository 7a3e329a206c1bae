import { instant } from '../../contract/instant.ts'
import * as z from 'zod/mini'

/** Possible problems of a running site, the worst first. */
const problems = [
  'settings_wrong',
  'database_unreachable',
  'migrations_missing',
  'clock_stopped',
  'outbox_stuck',
  'webhooks_missing',
  'cards_refused',
] as const

/** The health report; contains no personal data. */
export const Health = z.strictObject({
  object: z.literal('health'),
  /**
   * `failing`: the site is unusable, and the report has status 503. `degraded`: the site works, but needs attention.
   */
  status: z.enum(['ok', 'degraded', 'failing']),
  problems: z.array(z.enum(problems)),
  /** Missing or wrong settings, one sentence each, without secrets. */
  settings: z.array(z.string()),
  /** `unknown` when the settings are wrong, because then nothing else is checked. */
  database: z.enum(['ok', 'unreachable', 'unknown']),
  /** `unknown` for a database without a list of migrations, or for a database that does not respond. */
  migrations: z.enum(['current', 'missing', 'unknown']),
  missing_migrations: z.array(z.string()),
  /** The age of the oldest due row, or null when no row is due. */
  oldest_unsent_outbox_seconds: z.nullable(z.int()),
  /** The number of undelivered rows, including those that wait for another attempt. */
  unsent_outbox_rows: z.nullable(z.int()),
  last_scheduled: z.nullable(z.string()),
})
export type Health = z.infer<typeof Health>

/** The database's readings. `applied` is null for a database without a list of migrations. */
export type HealthReadings = {
  applied: string[] | null
  unsent: number
  maxAttempts: number
  oldestDueAt: number | null
  lastScheduledAt: number | null
  /** Consecutive payments that the scheduler found paid without a webhook of the card provider. */
  missedReports: number
  lastMissedAt: number | null
  lastReportAt: number | null
  /** True when the card provider rejects this site's requests. */
  areCardsRefused: boolean
}

/** The scheduler runs each minute: after three missed runs it counts as stopped. */
const clockStopsMs = 180_000
/**
 * A row is delivered at once or by the next run. When it is five minutes late, or at its fifth attempt, it is stuck.
 */
const outboxStuckMs = 300_000
const stuckAtAttempt = 5
/** One webhook may be late. When three in a row are missing, the provider sends none. */
const missedReportsMean = 3

const nothingRead = {
  object: 'health',
  status: 'failing',
  settings: [],
  migrations: 'unknown',
  missing_migrations: [],
  oldest_unsent_outbox_seconds: null,
  unsent_outbox_rows: null,
  last_scheduled: null,
} satisfies Partial<Health>

/** The report of a site with wrong settings, with the remedy for each. */
export const wrongSettings = (settings: readonly string[]): Health => ({
  ...nothingRead,
  problems: ['settings_wrong'],
  settings: [...settings],
  database: 'unknown',
})

/** Turns the readings into a report; `null` readings mean that the database did not respond. */
export function evaluateHealth(readings: HealthReadings | null, migrations: readonly string[], now: number): Health {
  if (readings === null) return { ...nothingRead, problems: ['database_unreachable'], database: 'unreachable' }

  const missing = readings.applied === null ? [] : migrations.filter((name) => !readings.applied?.includes(name))
  const lateMs = readings.oldestDueAt === null ? null : Math.max(0, now - readings.oldestDueAt)
  const hasProblem: Record<(typeof problems)[number], boolean> = {
    settings_wrong: false,
    database_unreachable: false,
    migrations_missing: missing.length > 0,
    clock_stopped: readings.lastScheduledAt === null || now - readings.lastScheduledAt > clockStopsMs,
    outbox_stuck: (lateMs ?? 0) > outboxStuckMs || readings.maxAttempts >= stuckAtAttempt,
    webhooks_missing:
      readings.missedReports >= missedReportsMean && (readings.lastReportAt ?? 0) < (readings.lastMissedAt ?? 0),
    cards_refused: readings.areCardsRefused,
  }
  return {
    object: 'health',
    status: hasProblem.migrations_missing
      ? 'failing'
      : problems.some((problem) => hasProblem[problem])
        ? 'degraded'
        : 'ok',
    problems: problems.filter((problem) => hasProblem[problem]),
    settings: [],
    database: 'ok',
    migrations: readings.applied === null ? 'unknown' : missing.length > 0 ? 'missing' : 'current',
    missing_migrations: missing,
    oldest_unsent_outbox_seconds: lateMs === null ? null : Math.round(lateMs / 1000),
    unsent_outbox_rows: readings.unsent,
    last_scheduled: instant(readings.lastScheduledAt),
  }
}
