import { dayMs } from '../../contract/limits.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Bindings } from '../../platform/context.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'

type Keys = Parameters<typeof signLink>[0]

/** A link out of the news works as long as mail lies in inboxes. */
export const unsubscribeLinkMs = 2 * 365 * dayMs
const list = 'news'

/** Whose news a token is about. */
export type Reader = { program_id: string; customer_id: string }

/** What makes a mail news: its list, the ways out of it, and whose consent is looked up again before it leaves. */
export type NewsList = {
  id: string
  unsubscribe_url: string
  /** Where the reader chooses what they get. */
  topics_url: string
  /** Null where no mailbox of the site is named that would take it in. */
  unsubscribe_mailto: string | null
  reader: Reader
}

/** Signs who may be taken off which list. The moment it was made stands in it, as its end. */
export const signUnsubscribeToken = (keys: Keys, reader: Reader, now: number): Promise<string> =>
  signLink(keys, {
    purpose: 'unsubscribe',
    subject: [reader.program_id, reader.customer_id, list].join('.'),
    expiresAt: now + unsubscribeLinkMs,
  })

/** Whose news a token is about; null where it was made up, is of another program's mail, or its time is over. */
export async function readUnsubscribeToken(
  keys: Keys,
  input: { token: string; program_id: string | null; now: number },
): Promise<Reader | null> {
  const subject = await readLink(keys, { purpose: 'unsubscribe', token: input.token, now: input.now })
  const [program_id = '', customer_id = '', name] = subject?.split('.') ?? []
  const isOfProgram = input.program_id === null || input.program_id === program_id
  return name === list && isOfProgram ? { program_id, customer_id } : null
}

/** The list of a program's news for one reader: given to a mail as `list`, it brings headers, footer and the look at the consent. */
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

/** The token in the subject of a mail that a mail program wrote to leave a list; null in any other mail. */
export const tokenOfSubject = (subject: string): string | null =>
  /^\s*unsubscribe\s+([\w.~-]{40,400})\s*$/i.exec(subject)?.[1] ?? null
