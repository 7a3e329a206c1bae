import { Resolver } from 'node:dns/promises'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { parseArgs } from 'node:util'
import { mailEventsPath } from '../delivery/mail/take-mail-events.ts'
import { tableOf } from './doctor-checks.ts'
import { examineMachine } from './examine-machine.ts'
import { checkMailDomain } from './mail-domain.ts'
import { startSettings } from './secrets.ts'
import type { Settings } from './serve-settings.ts'

const usage =
  'Use it so: npm run doctor [-- --backups FOLDER], or for the records of a domain: npm run doctor -- mail example.org [--selector NAME]'

/**
 * `npm run doctor`: checks whether this machine is ready to sell. `npm run doctor -- mail example.org`: checks a
 * domain's mail records. Exits with 1 when something must be fixed.
 */
// Node tries each address of a host for 250 ms. On a busy machine a host that is up needs longer.
setDefaultAutoSelectFamilyAttemptTimeout(4_000)
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
    : await examineMachine({
        settings,
        resolver,
        folder: process.env.DATA ?? '.wrangler/state',
        backups: values.backups ?? settings.BACKUPS ?? 'backups',
      })
  if (!domain) await printMailEventsAddress(settings)
  console.log(tableOf(findings))
  process.exitCode = findings.some(({ state }) => state === 'stop') ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function printMailEventsAddress({ SITE_ORIGIN: origin = '', TOKEN_SECRET }: Settings): Promise<void> {
  if (!TOKEN_SECRET || !URL.canParse(origin)) return
  console.log(
    `Tell your mail provider to report bounces and complaints here (the address is a secret):\n  ${origin}${await mailEventsPath({ TOKEN_SECRET })}\n`,
  )
}
