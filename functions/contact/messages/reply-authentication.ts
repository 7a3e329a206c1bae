import type { Bindings } from '../../platform/context.ts'

type Settings = Pick<Bindings, 'MAIL_REPLY_AUTHSERV_ID' | 'MAIL_REPLY_SERVER_CHECKS'>
/** A parsed header of a mail. */
type Header = { key: string; value: string }
/**
 * The authentication of a sender: `pass` if the site's mail server confirms their domain, `fail` if a server denies it,
 * `none` without a trusted result. Without the two settings it is always `none`.
 */
export type Authentication = 'pass' | 'fail' | 'none'

/** Maximum length of one header. A longer header may be an attempt to hide another one. */
const maxHeaderLength = 2048

/** Reads the results of mail servers about the sender of a mail (RFC 8601). The topmost header was added last. */
export function authenticationOf(
  settings: Settings,
  mail: { headers: readonly Header[]; sender: string },
): Authentication {
  const results = mail.headers.filter(({ key }) => key === 'authentication-results')
  if (results.some(({ value }) => /\bdmarc=fail\b/i.test(value))) return 'fail'
  if (settings.MAIL_REPLY_SERVER_CHECKS === 'on') return 'pass'
  const ours = settings.MAIL_REPLY_AUTHSERV_ID?.toLowerCase()
  // Any sender can write such a header. Without the name of our server it proves nothing.
  if (!ours) return 'none'
  const [topmost] = results
    .map(({ value }) => readResults(value.slice(0, maxHeaderLength)))
    .filter(({ server }) => server === ours)
  if (!topmost) return 'none'
  const domain = domainOf(mail.sender)
  return topmost.methods.some((method) => isAligned(method, domain)) ? 'pass' : 'none'
}

/** The properties that hold the domain, by method. */
const domainProperties: Record<string, readonly string[]> = {
  dmarc: ['header.from'],
  spf: ['smtp.mailfrom'],
  dkim: ['header.d', 'header.i'],
}
type Method = { name: string; result: string; properties: Map<string, string> }

function isAligned({ name, result, properties }: Method, domain: string): boolean {
  if (result !== 'pass') return false
  const named = (domainProperties[name] ?? []).map((property) => properties.get(property)).find(Boolean)
  if (named === undefined) return name === 'dmarc'
  const proven = domainOf(named)
  if (name === 'dmarc') return proven === domain
  return proven.includes('.') && (proven === domain || domain.endsWith(`.${proven}`) || proven.endsWith(`.${domain}`))
}

/** The parts of a header: the server that wrote it, and the result of each method. Comments are skipped. */
function readResults(value: string): { server: string; methods: Method[] } {
  const [first = '', ...rest] = withoutComments(value).split(';')
  const methods = rest.map((part): Method => {
    const pairs = part.split(/\s+/).flatMap((word) => {
      const at = word.indexOf('=')
      return at > 0 ? [[word.slice(0, at).toLowerCase(), word.slice(at + 1).toLowerCase()] as const] : []
    })
    const [[name, result] = ['', '']] = pairs
    return { name, result, properties: new Map(pairs.slice(1).reverse()) }
  })
  return { server: first.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '', methods }
}

// Quoted text may contain anything, such as the name of a mailbox, so only harmless characters are kept.
function withoutComments(value: string): string {
  let depth = 0
  let isQuoted = false
  let kept = ''
  for (let at = 0; at < value.length; at += 1) {
    const letter = value[at] ?? ''
    if (letter === '\\' && (isQuoted || depth > 0)) at += 1
    else if (letter === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) kept += /[\w.@+-]/.test(letter) ? letter : '_'
    else if (letter === '(') depth += 1
    else if (letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += letter
  }
  return kept
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
