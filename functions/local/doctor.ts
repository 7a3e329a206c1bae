import { Resolver } from 'node:dns/promises'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { mailEventsPath } from '../delivery/mail/take-mail-events.ts'
import { askHealth } from './ask-health.ts'
import { backupsIn, encryptionOf } from './backup-manifest.ts'
import * as checks from './doctor-checks.ts'
import { diskOf, newestBackup } from './machine-state.ts'
import { checkMailDomain } from './mail-domain.ts'
import { secretsFile, startSettings } from './secrets.ts'
import { missingSettings, realProviders, type Settings } from './serve-settings.ts'
import { probeSmtp } from './smtp-door.ts'

const usage =
  'Use it so: npm run doctor [-- --backups FOLDER], or for the records of a domain: npm run doctor -- mail example.org [--selector NAME]'
const waitMs = 8_000

/** `npm run doctor`: whether this machine is ready to sell. `npm run doctor -- mail example.org`: whether mail from a domain is believed. Ends with 1 where something must be mended. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { backups: { type: 'string' }, selector: { type: 'string', multiple: true } },
  })
  const [about, domain, ...more] = positionals
  if ((about !== undefined && (about !== 'mail' || !domain)) || more.length > 0) throw new Error(usage)
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const settings = startSettings(process.env)
  const findings = domain
    ? await checkMailDomain(resolver, { domain, selectors: values.selector ?? [] })
    : await examine(settings, {
        resolver,
        backups: values.backups ?? settings.BACKUPS ?? 'backups',
      })
  console.log(checks.tableOf(findings))
  process.exitCode = findings.some(({ state }) => state === 'stop') ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function examine(settings: Settings, input: { resolver: Resolver; backups: string }): Promise<checks.Finding[]> {
  const { SITE_ORIGIN: origin = '', TOKEN_SECRET } = settings
  const folder = process.env.DATA ?? '.wrangler/state'
  mkdirSync(folder, { recursive: true })
  const [newest] = backupsIn(input.backups)
  const backups = [
    checks.checkBackups(newestBackup(input.backups, folder), Date.now()),
    checks.checkBackupKey(settings.BACKUP_KEY, newest ? { encryption: encryptionOf(newest) } : null),
  ]
  const findings = [
    ...checks.checkSettings(missingSettings(settings, realProviders())),
    ...checks.checkOperation(settings),
    checks.checkSecrets(existsSync(secretsFile) ? statSync(secretsFile).mode : null),
    checks.checkHealth(await askHealth(settings)),
    ...(URL.canParse(origin) ? [checks.checkPublicAddress(origin, await askPublicly(origin))] : []),
    checks.checkTime(await clockOffset(settings)),
    checks.checkDisk(diskOf(folder)),
    ...(input.backups === 'none' ? [] : backups),
    ...(await examineProviders(settings)),
    ...(URL.canParse(origin) && settings.MAIL_PROVIDER === 'smtp' ? await mailRecords(settings, input.resolver) : []),
  ]
  if (TOKEN_SECRET && URL.canParse(origin))
    console.log(
      `Tell your mail provider to report bounces and complaints here (the address is a secret):\n  ${origin}${await mailEventsPath({ TOKEN_SECRET })}\n`,
    )
  return findings
}

async function examineProviders(settings: Settings): Promise<checks.Finding[]> {
  const { SMTP_URL, MAIL_PROVIDER, PAYMENT_PROVIDER, STRIPE_SECRET_KEY } = settings
  return [
    ...(MAIL_PROVIDER === 'smtp' && SMTP_URL && URL.canParse(SMTP_URL)
      ? [checks.checkSender(await probeSmtp(SMTP_URL))]
      : []),
    ...(PAYMENT_PROVIDER === 'stripe' && STRIPE_SECRET_KEY
      ? [checks.checkCards(STRIPE_SECRET_KEY, await askCardProvider(settings, STRIPE_SECRET_KEY))]
      : []),
  ]
}

async function mailRecords(settings: Settings, resolver: Resolver): Promise<checks.Finding[]> {
  const host = new URL(settings.SITE_ORIGIN ?? '').hostname
  const domains = [settings.MAIL_FROM, settings.MAIL_FROM_MARKETING].map((address) => address?.split('@')[1] ?? host)
  const findings = await Promise.all(
    [...new Set(domains)].map(async (domain) =>
      (await checkMailDomain(resolver, { domain })).map((each) => ({ ...each, what: `${each.what} ${domain}` })),
    ),
  )
  return findings.flat()
}

const cardProviderOf = (settings: Settings) => settings.STRIPE_API_BASE || 'https://api.stripe.com'

async function askCardProvider(settings: Settings, key: string): Promise<number | null> {
  try {
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await fetch(`${cardProviderOf(settings)}/v1/balance`, {
      headers,
      signal: AbortSignal.timeout(waitMs),
    })
    return answer.status
  } catch {
    return null
  }
}

// Another machine's clock, by the date of an answer of the card provider, which this one talks to anyway.
async function clockOffset(settings: Settings): Promise<number | null> {
  if (settings.PAYMENT_PROVIDER !== 'stripe') return null
  try {
    const { headers } = await fetch(cardProviderOf(settings), { method: 'HEAD', signal: AbortSignal.timeout(waitMs) })
    const there = Date.parse(headers.get('Date') ?? '')
    return Number.isNaN(there) ? null : Date.now() - there
  } catch {
    return null
  }
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
    const { cause } = error as { cause?: { code?: string } }
    return { failure: cause?.code ?? 'no answer' }
  }
}
