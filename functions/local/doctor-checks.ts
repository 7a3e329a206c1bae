import { hourMs } from '../contract/limits.ts'
import type { Health } from '../platform/health/health-rules.ts'
import { type Encryption, findSeal, readBackupKeys } from './backup-seal.ts'
import { isAddress, replyWarning, type Settings } from './serve-settings.ts'

/** One finding of the `doctor` command: `stop` must be fixed before the site sells, `look` is a recommendation. */
export type Finding = { what: string; state: 'ok' | 'look' | 'stop'; words: string }

const finding = (what: string, state: Finding['state'], words: string): Finding => ({ what, state, words })

/** A finding for each missing or wrong setting. */
export function checkSettings(missing: readonly string[]): Finding[] {
  return missing.length === 0
    ? [finding('Settings', 'ok', 'The address, the card provider and the sender of mail are set.')]
    : missing.map((sentence) => finding('Settings', 'stop', sentence))
}

/** Findings about the alerts to the operator, and about limits that would count a proxy instead of its visitors. */
export function checkOperation(settings: Settings): Finding[] {
  const isBehindProxy = settings.SITE_ORIGIN?.startsWith('https:') ?? false
  const replies = replyWarning(settings)
  return [
    checkOperator(settings.OPERATOR_EMAIL),
    ...(replies === null ? [] : [finding('Replies', 'look', replies)]),
    ...(isBehindProxy && !settings.TRUST_PROXY
      ? [
          finding(
            'TLS proxy',
            'stop',
            'TRUST_PROXY is not set: limits take all visitors for one. Behind a proxy on this machine it is TRUST_PROXY=loopback.',
          ),
        ]
      : []),
  ]
}

function checkOperator(address: string | undefined): Finding {
  const what = 'Operator'
  if (!address)
    return finding(what, 'look', 'OPERATOR_EMAIL is not set: only the log says when something needs a person.')
  if (!isAddress(address))
    return finding(what, 'stop', `OPERATOR_EMAIL is "${address}", which no mail reaches: only the log says it.`)
  return finding(what, 'ok', `${address} is written to when something needs a person.`)
}

/** The finding that no site is running on this data. */
export const checkNoSite = (folder: string): Finding =>
  finding(
    'Site',
    'look',
    `None runs on the data in ${folder}: npm run serve, or systemctl start muster. For data elsewhere: DATA=FOLDER npm run doctor.`,
  )

/**
 * The finding about the site's response on this machine; null when it does not respond. `runs` is its URL, `meant` the
 * configured URL.
 */
export function checkHealth(health: Health | null, { runs, meant }: { runs: string; meant: string | null }): Finding {
  if (!health) return finding('Site', 'stop', `${runs} runs on this machine, and does not answer.`)
  if (meant !== null && meant !== runs)
    return finding('Site', 'stop', `The one that runs here is ${runs}, and SITE_ORIGIN is ${meant}. Start it again.`)
  if (health.status === 'ok')
    return finding('Site', 'ok', `${runs} runs, its clock too, and nothing waits to be delivered.`)
  return finding(
    'Site',
    health.status === 'failing' ? 'stop' : 'look',
    `${health.problems.join(', ')}: see "What to watch" in functions/local/running.md.`,
  )
}

export type PublicAnswer = { status: number; isHealth: boolean; hasHsts: boolean } | { failure: string }

/** The finding about the site's response at its public URL. */
export function checkPublicAddress(origin: string, answer: PublicAnswer): Finding {
  const what = 'TLS proxy'
  if ('failure' in answer)
    return finding(
      what,
      'stop',
      `${origin} cannot be reached (${answer.failure}): look at its DNS records, the proxy and its certificate.`,
    )
  if (answer.status === 421) return finding(what, 'stop', `${origin} answers 421: the proxy does not pass the Host on.`)
  if (answer.status === 502 || answer.status === 503)
    return finding(what, 'stop', `${origin} answers ${answer.status}: the proxy does not reach the site.`)
  if (answer.status !== 200 || !answer.isHealth)
    return finding(what, 'stop', `${origin}/api/health answers ${answer.status}, and not with this site.`)
  if (origin.startsWith('https:') && !answer.hasHsts)
    return finding(what, 'look', 'It sends no Strict-Transport-Security: a first visit may go over http.')
  return finding(what, 'ok', `${origin} leads here.`)
}

/**
 * The finding about the machine's clock, compared with another clock; null when no other clock was reached. Card
 * providers reject requests that are five minutes off.
 */
export function checkTime(offsetMs: number | null): Finding {
  if (offsetMs === null)
    return finding(
      'Time',
      'look',
      'It could not be compared with another clock. See that timedatectl says "synchronized: yes".',
    )
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  if (seconds > 30)
    return finding('Time', 'stop', `This machine’s clock is ${seconds} s off: timedatectl set-ntp true.`)
  return finding('Time', 'ok', 'This machine’s clock is right.')
}

/** The finding about free and total bytes of the data's disk. */
export function checkDisk(disk: { free: number; total: number }): Finding {
  const words = `${(disk.free / 1e9).toFixed(1)} of ${(disk.total / 1e9).toFixed(1)} GB are free.`
  if (disk.free < 300e6) return finding('Disk', 'stop', `${words} Make room before the database cannot write.`)
  if (disk.free < 2e9 || disk.free < disk.total / 20) return finding('Disk', 'look', `${words} Make room soon.`)
  return finding('Disk', 'ok', words)
}

/** The finding about the latest backup; null without one. */
export function checkBackups(newest: { madeAt: number; isOnSameDisk: boolean } | null, now: number): Finding {
  if (!newest)
    return finding(
      'Backups',
      'stop',
      'There is none. npm run backup, then by cron: "Backups" in functions/local/running.md. One elsewhere: --backups FOLDER.',
    )
  const hours = Math.floor((now - newest.madeAt) / hourMs)
  const age = `The newest is ${hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`} old`
  if (hours >= 26) return finding('Backups', 'look', `${age}: let cron make one each hour.`)
  if (newest.isOnSameDisk)
    return finding('Backups', 'look', `${age}, on the disk of the data itself: copy it to another machine too.`)
  return finding('Backups', 'ok', `${age}, on another disk.`)
}

/**
 * The finding that says whether anyone with a copy of a backup can read it, by the setting and the encryption of the
 * latest backup.
 */
export function checkBackupKey(setting: string | undefined, newest: { encryption: Encryption | null } | null): Finding {
  const what = 'Backup key'
  const place = '"Backups" in functions/local/running.md'
  if (!setting)
    return finding(what, 'look', `BACKUP_KEY is not set: who gets a copy of a backup can read all of it. See ${place}.`)
  try {
    const [first, ...others] = readBackupKeys(setting)
    if (newest && !newest.encryption)
      return finding(what, 'look', 'The newest backup is not encrypted yet, though BACKUP_KEY is set: npm run backup.')
    if (newest?.encryption && first && !findSeal(newest.encryption, [first, ...others]))
      return finding(what, 'stop', `BACKUP_KEY does not open the newest backup, made with ${newest.encryption.key}.`)
    return finding(what, 'ok', `Backups are encrypted with ${first?.name}. Keep BACKUP_KEY elsewhere, too.`)
  } catch (error) {
    return finding(what, 'stop', error instanceof Error ? error.message : String(error))
  }
}

/** The finding about the file mode of the secrets; null without the file. */
export function checkSecrets(mode: number | null): Finding {
  if (mode === null) return finding('Secrets', 'look', '.dev.vars is not there yet; the first start makes it.')
  if ((mode & 0o077) !== 0)
    return finding('Secrets', 'stop', 'Others on this machine can read .dev.vars: chmod 600 .dev.vars.')
  return finding('Secrets', 'ok', '.dev.vars is readable by its owner alone. Keep a copy somewhere safe.')
}

/** The finding that says whether the mail server accepts our log-in; `code` is the error code, or null when it does. */
export function checkSender(code: string | null): Finding {
  if (code === null) return finding('Mail server', 'ok', 'It lets this site in.')
  const isRefused = /^smtp_5/.test(code)
  return finding(
    'Mail server',
    'stop',
    isRefused
      ? `It refuses the user or password of SMTP_URL (${code}).`
      : `It cannot be reached (${code}): look at host and port of SMTP_URL.`,
  )
}

/** Statuses of the card provider's responses by request; null when it was not reached. */
export type CardAnswer = Record<string, number | null>

/** Reports whether the card provider accepts the secret key, with all necessary permissions. */
export function checkCards(secretKey: string, answers: CardAnswer): Finding {
  const what = 'Card provider'
  const namesOf = (status: number) => Object.keys(answers).filter((name) => answers[name] === status)
  const statuses = Object.values(answers)
  if (statuses.includes(null)) return finding(what, 'stop', 'It cannot be reached from this machine.')
  if (statuses.includes(401)) return finding(what, 'stop', 'It does not know STRIPE_SECRET_KEY.')
  if (statuses.includes(403))
    return finding(
      what,
      'stop',
      `STRIPE_SECRET_KEY may not reach ${namesOf(403).join(', ')}: give the restricted key these rights, as in "Taking cards with Stripe" in functions/local/running.md.`,
    )
  const odd = statuses.find((status) => status !== 200)
  if (odd !== undefined) return finding(what, 'look', `It answers ${odd}. Try again in a minute.`)
  if (/^[sr]k_test_/.test(secretKey))
    return finding(what, 'look', 'STRIPE_SECRET_KEY is one for tests: no real card is charged.')
  return finding(what, 'ok', 'It knows the key.')
}

const marks = { ok: 'ok', look: 'LOOK', stop: 'STOP' }

/** The findings as one table for a terminal. */
export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length))
  return findings
    .map(({ what, state, words }) => `${what.padEnd(width)}  ${marks[state].padEnd(4)}  ${words}\n`)
    .join('')
}
