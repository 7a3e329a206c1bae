import { hourMs, minuteMs } from '../contract/limits.ts'
import type { Health } from '../platform/health/health-rules.ts'
import { checkBackups, checkDisk } from './doctor-checks.ts'

/** The kinds of alerts to the operator. */
export const alertKinds = [
  'site_unreachable',
  'settings_wrong',
  'database_unreachable',
  'migrations_missing',
  'clock_stopped',
  'outbox_stuck',
  'webhooks_missing',
  'disk_full',
  'backups_old',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** The state of the machine. `backup` is missing when backups are not watched. */
export type MachineState = {
  health: Health | null
  disk: { free: number; total: number }
  backup?: { madeAt: number; isOnSameDisk: boolean } | null
}
/** One incident of a kind, and the latest mail about that kind. */
type Incident = {
  /** First and last time at which the problem was seen. */
  since: number
  seen_at: number
  /** True when a mail announced the incident. */
  is_told: boolean
}
export type AlertState = {
  watching_since: number
  incidents: Partial<Record<AlertKind, Incident>>
  mailed_at: Partial<Record<AlertKind, number>>
}
export type Alert = { kind: AlertKind; type: 'began' | 'over'; since: number; words: string }

/**
 * A problem counts once it has lasted `confirmMs`, and is over once it has been absent for `overMs`, so that short
 * problems raise no alert.
 */
export const confirmMs = 90_000
export const overMs = 5 * minuteMs
/** Minimum time between two mails of one kind. */
export const betweenMailsMs = hourMs
/** Time within which a new site must have its first backup. */
const firstBackupMs = 26 * hourMs

export const newState = (now: number): AlertState => ({ watching_since: now, incidents: {}, mailed_at: {} })

/** The current problems, each with the text of the `doctor` command. */
export function problemsOf(
  { health, disk, backup }: MachineState,
  state: AlertState,
  now: number,
): Map<AlertKind, string> {
  const problems = new Map<AlertKind, string>()
  if (health === null) problems.set('site_unreachable', 'The site does not answer on its own machine.')
  for (const problem of health?.problems ?? [])
    if (problem !== 'cards_refused') problems.set(problem, healthWords[problem])
  const room = checkDisk(disk)
  if (room.state !== 'ok') problems.set('disk_full', room.words)
  if (backup !== undefined) {
    const age = checkBackups(backup, now)
    // A backup on the data's own disk is a finding of the `doctor` command, not an incident.
    const isOld = backup ? now - backup.madeAt >= firstBackupMs : now - state.watching_since >= firstBackupMs
    if (isOld) problems.set('backups_old', age.words)
  }
  return problems
}

// When the card provider rejects the site, the worker itself alerts at once.
const healthWords: Record<Exclude<Health['problems'][number], 'cards_refused'>, string> = {
  settings_wrong:
    'A setting is missing or wrong: nobody can use the site. /api/health and the log (settings_failed) name it.',
  database_unreachable:
    'The database does not answer: nobody can use the site. Look at the disk and the log, restart, else restore a backup.',
  migrations_missing: 'The build is newer than its database: nobody can use the site. Restart it, which migrates.',
  clock_stopped:
    'The clock has not run for three minutes: holds do not end, and nothing is sent again. Restart the site.',
  outbox_stuck:
    'Mail or other work is not delivered for five minutes, or failed five times. The log says why (outbox_failed).',
  webhooks_missing:
    'The card provider’s reports do not arrive: payments were found paid that no report told of. Look at the endpoint in its dashboard, and at STRIPE_WEBHOOK_SECRET. Payments are settled a few minutes late; disputes are not seen at all.',
}

/** The alerts to send now. The state changes only when `mailed` records a sent mail. */
export function decideAlerts(
  before: AlertState,
  problems: ReadonlyMap<AlertKind, string>,
  now: number,
): { state: AlertState; alerts: Alert[] } {
  const incidents = { ...before.incidents }
  const alerts: Alert[] = []
  for (const kind of alertKinds) {
    const words = problems.get(kind)
    const incident = incidents[kind]
    const mayMail = now - (before.mailed_at[kind] ?? Number.NEGATIVE_INFINITY) >= betweenMailsMs
    if (words !== undefined) {
      const current = { since: incident?.since ?? now, seen_at: now, is_told: incident?.is_told ?? false }
      incidents[kind] = current
      if (!current.is_told && mayMail && now - current.since >= confirmMs)
        alerts.push({ kind, type: 'began', since: current.since, words })
    } else if (incident && now - incident.seen_at >= overMs) {
      // An unannounced incident ends without a mail.
      if (!incident.is_told) delete incidents[kind]
      else if (mayMail) alerts.push({ kind, type: 'over', since: incident.since, words: overWords(incident) })
    }
  }
  return { state: { ...before, incidents }, alerts }
}

const overWords = ({ since, seen_at }: Incident) =>
  `It is over: it lasted from ${clock(since)} to ${clock(seen_at)}. Nothing has to be done.`
const clock = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The state after a mail was sent. */
export function mailed(state: AlertState, { kind, type }: Alert, now: number): AlertState {
  const incidents = { ...state.incidents }
  const incident = incidents[kind]
  if (type === 'over') delete incidents[kind]
  else if (incident) incidents[kind] = { ...incident, is_told: true }
  return { ...state, incidents, mailed_at: { ...state.mailed_at, [kind]: now } }
}
