import type { MessageSender } from '../../contract/contact/message.ts'
import { emailKey } from '../../contract/field-rules.ts'

/** Providers of public mailboxes, whose domains do not identify an organisation. */
const publicMailDomains: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.ca',
  'hotmail.fr',
  'live.com',
  'live.ca',
  'msn.com',
  'yahoo.com',
  'yahoo.ca',
  'yahoo.fr',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'mail.com',
  'zoho.com',
  'fastmail.com',
  'videotron.ca',
  'sympatico.ca',
  'rogers.com',
  'bell.net',
  'shaw.ca',
  'telus.net',
  'orange.fr',
  'wanadoo.fr',
  'free.fr',
  'sfr.fr',
  'laposte.net',
])

/**
 * True if this address may reply. The token in the reply address is a secret of one side of a conversation. The sender
 * must belong to that side too, so that the receiver of a forwarded mail cannot write in its name. A customer writes
 * from the email of their account. For an organisation any address at its domain may answer, because several people
 * read a shared mailbox; if its address is at a public mail provider, only that address may.
 */
export function mayReply(
  side: MessageSender,
  sender: string,
  sides: { customer: string; program: string | null },
): boolean {
  const from = emailKey(sender)
  if (side === 'customer') return from === emailKey(sides.customer)
  const program = emailKey(sides.program ?? '')
  if (from === program) return true
  const domain = domainOf(program)
  return domain !== '' && domainOf(from) === domain && !publicMailDomains.has(domain)
}

const domainOf = (email: string): string => (email.includes('@') ? email.slice(email.lastIndexOf('@') + 1) : '')
