import { instant } from '../../contract/instant.ts'
import * as z from 'zod/mini'

/** What may be wrong with a running site, the worst first. */
const problems = [
  'settings_wrong',
  'database_unreachable',
  'migrations_missing',
  'clock_stopped',
  'outbox_stuck',
  'webhooks_missing',
  'cards_refused',
] as const

/** Whether the site works, without any personal data. */
export const Health = z.strictObject({
  object: z.literal('health'),
  /** `failing`: people cannot use the site (503). `degraded`: they can, and something needs attention. */
  status: z.enum(['ok', 'degraded', 'failing']),
  problems: z.array(z.enum(problems)),
  /** What is missing or wrong in the settings, one sentence each; nothing secret stands in one. */
  settings: z.array(z.string()),
  /** `unknown` where the settings are wrong: then nothing else is asked. */
  database: z.enum(['ok', 'unreachable', 'unknown']),
  /** `unknown` for a database that was not made by migrations, or does not answer. */
  migrations: z.enum(['current', 'missing', 'unknown']),
  missing_migrations: z.array(z.string()),
  /** How long the oldest due row has waited; null when none is due. */
  oldest_unsent_outbox_seconds: z.nullable(z.int()),
  /** Rows that are not delivered yet, including those that wait for another attempt. */
  unsent_outbox_rows: z.nullable(z.int()),
  last_scheduled: z.nullable(z.string()),
})
export type Health = z.infer<typeof Health>

/** What the database reports. `applied` is null where it has no list of migrations. */
export type HealthReadings = {
  applied: string[] | null
  unsent: number
  maxAttempts: number
  oldestDueAt: number | null
  lastScheduledAt: number | null
  /** Payments in a row that the clock found paid, and no report of the card provider had told of. */
  missedReports: number
  lastMissedAt: number | null
  lastReportAt: number | null
  /** The card provider refuses this site. */
  areCardsRefused: boolean
}

/** The clock runs each minute: after three missed runs it has stopped. */
const clockStopsMs = 180_000
/** A row is delivered at once or by the next run; five minutes late, or at its fifth attempt, it is stuck. */
const outboxStuckMs = 300_000
const stuckAtAttempt = 5
/** One report may be late; so many that never came mean that none does. */
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

/** The report of a site whose settings are wrong, with what to do about each. */
export const wrongSettings = (settings: readonly string[]): Health => ({
  ...nothingRead,
  problems: ['settings_wrong'],
  settings: [...settings],
  database: 'unknown',
})

/** Turns the readings into a report: `null` readings mean that the database did not answer. */
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
