import type { Finding } from './doctor-checks.ts'

/** The DNS queries; a name without such records throws `ENODATA` or `ENOTFOUND`. */
export type Resolver = {
  resolveTxt: (name: string) => Promise<string[][]>
  resolveMx: (name: string) => Promise<{ exchange: string; priority: number }[]>
}

/** Common selectors of providers, tried when no selector is given. */
const usualSelectors = [
  'default',
  'dkim',
  'mail',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'k3',
  'pm',
  'mg',
  'mx',
  'smtp',
  'resend',
  'cf2024-1',
  'cf-bounce',
  'zoho',
  'protonmail',
  'fm1',
  'fm2',
  'fm3',
  'sib',
  'mandrill',
  'mlsend',
  'key1',
  'ed25519',
]
/** Maximum number of lookups for an SPF record; receivers stop after them (RFC 7208). */
const maxSpfLookups = 10

/**
 * Checks a domain's mail records: who may send (SPF), the signing key (DKIM), the policy for other mail (DMARC), and
 * whether it accepts mail.
 */
export async function checkMailDomain(
  resolver: Resolver,
  input: { domain: string; selectors?: readonly string[] },
): Promise<Finding[]> {
  const { domain, selectors = [] } = input
  return Promise.all([
    lookUp('SPF', () => spf(resolver, domain)),
    lookUp('DKIM', () => dkim(resolver, domain, selectors)),
    lookUp('DMARC', () => dmarc(resolver, domain)),
    lookUp('MX', () => mx(resolver, domain)),
  ])
}

async function lookUp(what: string, check: () => Promise<Omit<Finding, 'what'>>): Promise<Finding> {
  try {
    return { what, ...(await check()) }
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string }
    return { what, state: 'look', words: `The name servers did not answer (${code}). Try again.` }
  }
}

async function spf(resolver: Resolver, domain: string): Promise<Omit<Finding, 'what'>> {
  const records = (await textsOf(resolver, domain)).filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record, second] = records
  if (!record) return stop(`Add a TXT record to ${domain}: "v=spf1 include:<what your mail provider names> ~all".`)
  if (second)
    return stop(`${domain} has ${records.length} SPF records, and receivers then take none. Join them into one.`)
  if (/(?:^| )\+?all(?: |$)/i.test(record))
    return stop('Its SPF record ends with "+all": everybody may send. End it with "~all".')
  const lookups = await spfLookups(resolver, record)
  if (lookups > maxSpfLookups)
    return stop(
      `Its SPF record asks for ${lookups} further names, and receivers give up after ${maxSpfLookups}. Remove senders that are gone.`,
    )
  if (!/[~-]all(?: |$)|(?:^| )redirect=/i.test(record))
    return warn('Its SPF record says nothing of other senders. End it with "~all".')
  return ok(record)
}

async function spfLookups(resolver: Resolver, record: string, seen: Set<string> = new Set()): Promise<number> {
  let count = 0
  for (const [, name = '', value = ''] of record.matchAll(
    /(?:^| )[+?~-]?(include|a|mx|ptr|exists|redirect)(?:[:=]([^ ]+))?(?=[ /]|$)/gi,
  )) {
    count += 1
    if (!/^(?:include|redirect)$/i.test(name) || seen.has(value) || count + seen.size > 2 * maxSpfLookups) continue
    seen.add(value)
    const inner = (await textsOf(resolver, value)).find((text) => /^v=spf1(?: |$)/i.test(text))
    if (inner) count += await spfLookups(resolver, inner, seen)
  }
  return count
}

async function dkim(resolver: Resolver, domain: string, named: readonly string[]): Promise<Omit<Finding, 'what'>> {
  const tried = named.length > 0 ? named : usualSelectors
  const keys = await Promise.all(
    tried.map(async (selector) => {
      const texts = await textsOf(resolver, `${selector}._domainkey.${domain}`)
      return { selector, key: texts.find((text) => /(?:^|;)\s*p=/i.test(text)) ?? null }
    }),
  )
  const presentKeys = keys.filter(({ key }) => key !== null)
  const revoked = presentKeys.filter(({ key }) => /(?:^|;)\s*p=\s*(?:;|$)/i.test(key ?? ''))
  if (presentKeys.length === 0)
    return named.length > 0
      ? stop(
          `There is no key at ${named.map((each) => `${each}._domainkey.${domain}`).join(', ')}. Add the record that your mail provider names.`,
        )
      : warn(
          `No key at the usual selectors. Name yours: npm run doctor -- mail ${domain} --selector NAME. It stands as s= in the DKIM-Signature of a mail you sent.`,
        )
  if (revoked.length === presentKeys.length)
    return stop(`The key ${revoked[0]?.selector} is withdrawn (p= is empty). Add a new one.`)
  return ok(`Keys: ${presentKeys.map(({ selector }) => selector).join(', ')}.`)
}

async function dmarc(resolver: Resolver, domain: string): Promise<Omit<Finding, 'what'>> {
  // A domain without a record inherits its parent's.
  const labels = domain.split('.')
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  for (const name of names) {
    const records = (await textsOf(resolver, `_dmarc.${name}`)).filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
    if (records.length > 1)
      return stop(`_dmarc.${name} has ${records.length} records, and receivers then take none. Keep one.`)
    const [record] = records
    if (!record) continue
    const policy = /;\s*p=\s*(none|quarantine|reject)\b/i.exec(record)?.[1]?.toLowerCase()
    if (!policy)
      return stop(`_dmarc.${name} has no policy. Make it "v=DMARC1; p=quarantine; rua=mailto:postmaster@${name}".`)
    return policy === 'none'
      ? warn(`_dmarc.${name} only watches (p=none). Once SPF and DKIM hold for all your mail, make it p=quarantine.`)
      : ok(record)
  }
  return stop(
    `Add a TXT record to _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:postmaster@${domain}". Gmail and Yahoo ask for one.`,
  )
}

async function mx(resolver: Resolver, domain: string): Promise<Omit<Finding, 'what'>> {
  const servers = await resolver.resolveMx(domain).catch(none<{ exchange: string; priority: number }>)
  const real = servers.filter(({ exchange }) => exchange !== '' && exchange !== '.')
  if (real.length > 0) return ok(real.map(({ exchange }) => exchange).join(', '))
  return warn(`No server takes mail for ${domain}: returned mail is lost, and some receivers trust such senders less.`)
}

const textsOf = async (resolver: Resolver, name: string): Promise<string[]> =>
  (await resolver.resolveTxt(name).catch(none<string[]>)).map((parts) => parts.join(''))

function none<Row>(error: { code?: string }): Row[] {
  if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') return []
  throw error
}

const ok = (words: string) => ({ state: 'ok' as const, words })
const warn = (words: string) => ({ state: 'look' as const, words })
const stop = (words: string) => ({ state: 'stop' as const, words })
