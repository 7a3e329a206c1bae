import { minuteMs } from '../contract/limits.ts'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logLine, reasonOf } from '../platform/log-line.ts'
import { composeMail } from '../delivery/mail/compose-mail.ts'
import type { SmtpRequest } from '../delivery/mail/senders/smtp.ts'
import {
  type Alert,
  type AlertKind,
  type AlertState,
  decideAlerts,
  type MachineState,
  mailed,
  newState,
  problemsOf,
} from './health-alerts.ts'
import type { SmtpDoor } from './smtp-door.ts'

type WatchInput = {
  /** The data folder, in which sent alerts are recorded. */
  folder: string
  siteOrigin: string
  from: string | undefined
  /** The address in OPERATOR_EMAIL. */
  to: string
  door: Pick<SmtpDoor, 'fetch'>
  look: () => Promise<MachineState>
  now?: () => number
}

const everyMs = minuteMs

/**
 * Watches the site from the serving process, and mails the operator directly, without the worker, its database and its
 * outbox, because these may be broken. A rejected mail is retried a minute later.
 */
export function watchHealth(input: WatchInput): { look: () => Promise<void>; stop: () => void } {
  const { folder, look, now = Date.now } = input
  const file = join(folder, 'alerts.json')
  let state = readState(file) ?? newState(now())
  const once = async () => {
    const at = now()
    const decided = decideAlerts(state, problemsOf(await look(), state, at), at)
    state = decided.state
    for (const alert of decided.alerts)
      if (await send(input, alert, at)) {
        state = mailed(state, alert, at)
        logLine(alert.type === 'began' ? 'operator_alert' : 'operator_told_over', { why: alert.kind })
      } else logLine('alert_not_sent', { why: alert.kind })
    writeState(file, state)
  }
  let running: Promise<void> | null = null
  const lookOnce = () => {
    running ??= once()
      .catch((error: unknown) => logLine('health_watch_failed', { reason: reasonOf(error) }))
      .finally(() => {
        running = null
      })
    return running
  }
  const timer = setInterval(lookOnce, everyMs)
  return { look: lookOnce, stop: () => clearInterval(timer) }
}

async function send(input: WatchInput, alert: Alert, now: number): Promise<boolean> {
  const { kind, type, since } = alert
  const mail = composeMail(
    { siteOrigin: input.siteOrigin, env: { MAIL_FROM: input.from ?? '' } as never },
    {
      dedupe: `alert:${kind}:${since}:${type}`,
      to: input.to,
      subject: type === 'began' ? `Needs a look: ${titles[kind]}` : `Over: ${titles[kind]}`,
      branding: null,
      language: 'en',
      heading: titles[kind],
      parts: [
        { type: 'paragraph', text: alert.words },
        {
          type: 'rows',
          rows: [
            { label: 'Site', value: input.siteOrigin },
            { label: 'Since', value: new Date(since).toISOString() },
          ],
        },
      ],
      because: 'You receive this because you run this site: once when it begins, once when it is over.',
    },
  )
  const request: SmtpRequest = { mail, return_path: null, now }
  const answer = await input.door
    .fetch(new Request('http://smtp/', { method: 'POST', body: JSON.stringify(request) }))
    .catch(() => null)
  return answer?.status === 204
}

const titles: Record<AlertKind, string> = {
  site_unreachable: 'The site does not answer',
  settings_wrong: 'A setting is wrong',
  database_unreachable: 'The database does not answer',
  migrations_missing: 'The database is older than the site',
  clock_stopped: 'The clock has stopped',
  outbox_stuck: 'Something is not delivered',
  webhooks_missing: 'The card provider’s reports do not arrive',
  disk_full: 'The disk is nearly full',
  backups_old: 'The newest backup is old',
}

function readState(file: string): AlertState | null {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AlertState) : null
  } catch {
    return null
  }
}

// On a full disk the state is kept in memory only.
function writeState(file: string, state: AlertState): void {
  try {
    writeFileSync(`${file}.part`, JSON.stringify(state))
    renameSync(`${file}.part`, file)
  } catch (error) {
    logLine('alerts_not_kept', { reason: reasonOf(error) })
  }
}
