import type { Resolver } from 'node:dns/promises'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { askHealth } from './ask-health.ts'
import { backupsIn, encryptionOf } from './backup-manifest.ts'
import { dataPaths } from './data-folder.ts'
import * as checks from './doctor-checks.ts'
import { diskOf, newestBackup } from './machine-state.ts'
import { checkMailDomain } from './mail-domain.ts'
import { findRunning } from './running-file.ts'
import { secretsFile } from './secrets.ts'
import { missingSettings, realProviders, type Settings } from './serve-settings.ts'
import { probeSmtp } from './smtp-door.ts'

const waitMs = 8_000

type Machine = { settings: Settings; resolver: Resolver; folder: string; backups: string }

/**
 * Runs all checks of the `doctor` command. A check that throws is reported as a finding, and the other checks still
 * run.
 */
export async function examineMachine({ settings, resolver, folder, backups }: Machine): Promise<checks.Finding[]> {
  const { SITE_ORIGIN: origin = '', MAIL_PROVIDER, SMTP_URL, PAYMENT_PROVIDER, STRIPE_SECRET_KEY: cardKey } = settings
  const hasOrigin = URL.canParse(origin)
  mkdirSync(folder, { recursive: true })
  return [
    ...(await checked('Settings', () => checks.checkSettings(missingSettings(settings, realProviders())))),
    ...(await checked('Operator', () => checks.checkOperation(settings))),
    ...(await checked('Secrets', () =>
      checks.checkSecrets(existsSync(secretsFile) ? statSync(secretsFile).mode : null),
    )),
    ...(await checked('Site', async () => checkSite(settings, folder))),
    ...(hasOrigin
      ? await checked('TLS proxy', async () => checks.checkPublicAddress(origin, await askPublicly(origin)))
      : []),
    ...(await checked('Time', async () => checks.checkTime(await clockOffset(settings)))),
    ...(await checked('Disk', () => checks.checkDisk(diskOf(folder)))),
    ...(backups === 'none' ? [] : await examineBackups(settings, { backups, folder })),
    ...(MAIL_PROVIDER === 'smtp' && SMTP_URL && URL.canParse(SMTP_URL)
      ? await checked('Mail server', async () => checks.checkSender(await probeSmtp(SMTP_URL)))
      : []),
    ...(PAYMENT_PROVIDER === 'stripe' && cardKey
      ? await checked('Card provider', async () => checks.checkCards(cardKey, await askCardProvider(settings, cardKey)))
      : []),
    ...(hasOrigin && MAIL_PROVIDER === 'smtp'
      ? await checked('Mail records', async () => mailRecords(settings, resolver))
      : []),
  ]
}

/** The findings of one check; a failing check becomes a finding with its error. */
export async function checked(
  what: string,
  check: () => checks.Finding | checks.Finding[] | Promise<checks.Finding | checks.Finding[]>,
): Promise<checks.Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    return [{ what, state: 'stop', words: `This check is broken (${name}: ${message}). Look at it yourself.` }]
  }
}

// Another site may answer at the same port. The right site has recorded itself in the data folder.
async function checkSite(settings: Settings, folder: string): Promise<checks.Finding> {
  const running = findRunning(dataPaths(folder).runningFile)
  if (running?.listens == null) return checks.checkNoSite(folder)
  const { hostname, port } = running.listens
  return checks.checkHealth(await askHealth({ HOST: hostname, PORT: String(port), SITE_ORIGIN: running.url }), {
    runs: running.url,
    meant: settings.SITE_ORIGIN ?? null,
  })
}

async function examineBackups(settings: Settings, { backups, folder }: { backups: string; folder: string }) {
  return [
    ...(await checked('Backups', () => checks.checkBackups(newestBackup(backups, folder), Date.now()))),
    ...(await checked('Backup key', () => {
      const [newest] = backupsIn(backups)
      return checks.checkBackupKey(settings.BACKUP_KEY, newest ? { encryption: encryptionOf(newest) } : null)
    })),
  ]
}

async function mailRecords(settings: Settings, resolver: Resolver): Promise<checks.Finding[]> {
  const host = new URL(settings.SITE_ORIGIN ?? '').hostname
  const domains = [settings.MAIL_FROM, settings.MAIL_FROM_MARKETING].map((address) => address?.split('@')[1] ?? host)
  const findings = await Promise.all(
    // Leaves out names that only this machine resolves: they have no records.
    [...new Set(domains)]
      .filter((domain) => domain.includes('.'))
      .map(async (domain) =>
        (await checkMailDomain(resolver, { domain })).map((each) => ({ ...each, what: `${each.what} ${domain}` })),
      ),
  )
  return findings.flat()
}

/** The objects for payments, refunds and disputes; a restricted key may lack one. */
const cardObjects = [
  'payment_intents',
  'checkout/sessions',
  'setup_intents',
  'payment_methods',
  'customers',
  'refunds',
  'disputes',
]

async function askCardProvider(settings: Settings, key: string): Promise<checks.CardAnswer> {
  const headers = { Authorization: `Bearer ${key}` }
  const answers = await Promise.all(
    cardObjects.map(async (name) => {
      const answer = await reach(`${cardProviderOf(settings)}/v1/${name}?limit=1`, { headers })
      return [name, answer?.status ?? null] as const
    }),
  )
  return Object.fromEntries(answers)
}

// The clock of another machine, from the Date of a card provider's response, because this machine calls the provider
// anyway.
async function clockOffset(settings: Settings): Promise<number | null> {
  if (settings.PAYMENT_PROVIDER !== 'stripe') return null
  const answer = await reach(cardProviderOf(settings), { method: 'HEAD' })
  const there = Date.parse(answer?.headers.get('Date') ?? '')
  return Number.isNaN(there) ? null : Date.now() - there
}

function cardProviderOf(settings: Settings): string {
  return settings.STRIPE_API_BASE || 'https://api.stripe.com'
}

async function askPublicly(origin: string): Promise<checks.PublicAnswer> {
  try {
    const answer = await fetch(`${origin}/api/health`, { redirect: 'manual', signal: AbortSignal.timeout(waitMs) })
    return {
      status: answer.status,
      isHealth: (await answer.text()).includes('"object":"health"'),
      hasHsts: answer.headers.has('Strict-Transport-Security'),
    }
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const { cause } = error as { cause?: { code?: string } }
    return { failure: cause?.code ?? 'no answer' }
  }
}

async function reach(address: string, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(waitMs) })
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return null
  }
}

// `fetch` puts network errors into the cause; an error without a cause is a mistake in our own code.
function isUnreachable(error: unknown): boolean {
  const { name, cause } = error as { name?: string; cause?: unknown }
  return name === 'TimeoutError' || (error instanceof TypeError && cause !== undefined)
}
