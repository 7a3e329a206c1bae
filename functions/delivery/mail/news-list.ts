import { dayMs } from '../../contract/limits.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Bindings } from '../../platform/context.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'

type Keys = Parameters<typeof signLink>[0]

/** An unsubscribe link is valid as long as mail stays in inboxes. */
export const unsubscribeLinkMs = 2 * 365 * dayMs
const list = 'news'

/** The subscriber that a token names. */
export type Reader = { program_id: string; customer_id: string }

/** The list of a newsletter: its unsubscribe URLs, and the subscriber whose consent is checked again before sending. */
export type NewsList = {
  id: string
  unsubscribe_url: string
  /** The page on which the reader chooses topics. */
  topics_url: string
  /** Null when the site has no mailbox for unsubscribe mails. */
  unsubscribe_mailto: string | null
  reader: Reader
}

/** Signs an unsubscribe token for a subscriber; its expiry encodes when it was made. */
export const signUnsubscribeToken = (keys: Keys, reader: Reader, now: number): Promise<string> =>
  signLink(keys, {
    purpose: 'unsubscribe',
    subject: [reader.program_id, reader.customer_id, list].join('.'),
    expiresAt: now + unsubscribeLinkMs,
  })

/** The subscriber that a token names; null for a forged token, another program's, or an expired one. */
export async function readUnsubscribeToken(
  keys: Keys,
  input: { token: string; program_id: string | null; now: number },
): Promise<Reader | null> {
  const subject = await readLink(keys, { purpose: 'unsubscribe', token: input.token, now: input.now })
  const [program_id = '', customer_id = '', name] = subject?.split('.') ?? []
  const isOfProgram = input.program_id === null || input.program_id === program_id
  return name === list && isOfProgram ? { program_id, customer_id } : null
}

/** A program's news list for one reader. As a mail's `list` it adds the headers, the footer and the consent check. */
export async function newsListOf(
  site: { env: Keys & Pick<Bindings, 'MAIL_RETURN'>; now: number; siteOrigin: string },
  input: Reader & { language: Language },
): Promise<NewsList> {
  const { language, ...reader } = input
  const token = await signUnsubscribeToken(site.env, reader, site.now)
  const query = new URLSearchParams({ token, lang: language })
  const mailbox = site.env.MAIL_RETURN
  const program = `${site.siteOrigin}/pg/${encodeURIComponent(reader.program_id)}`
  return {
    id: reader.program_id,
    unsubscribe_url: `${program}/unsubscribe?${query}`,
    topics_url: `${program}/profile/preferences?${new URLSearchParams({ lang: language })}`,
    unsubscribe_mailto: mailbox ? `mailto:${mailbox}?subject=${encodeURIComponent(`unsubscribe ${token}`)}` : null,
    reader,
  }
}

/** The token in the subject of an unsubscribe mail, or null for any other mail. */
export const tokenOfSubject = (subject: string): string | null =>
  /^\s*unsubscribe\s+([\w.~-]{40,400})\s*$/i.exec(subject)?.[1] ?? null
