import type { Ctx } from '../../platform/context.ts'
import { tokenOfSubject } from './news-list.ts'
import { parseHead, parseMail } from './parse-mail.ts'
import { readReturnedMail, readMailEvents } from './read-mail-events.ts'
import { isReturnPathOf, signedPathsIn } from './return-path.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import { suppressAddress } from './suppression.ts'

/** The URL is entered in a provider's settings once, and is valid until its key is rotated. */
const expiresAt = Date.UTC(2100, 0, 1)
const maxReturnedBytes = 1_000_000
/** The report comes before the returned mail, and only the report is read. */
const maxReportBytes = 128 * 1024

/** The secret path for a provider's webhooks. */
export async function mailEventsPath(keys: { TOKEN_SECRET: string }): Promise<string> {
  return `/webhooks/mail/${await signLink(keys, { purpose: 'mail_events', subject: 'mail', expiresAt })}`
}

/** True for a valid token of that path. */
export const isMailEventsToken = async (ctx: Ctx, token: string): Promise<boolean> =>
  (await readLink(ctx.env, { purpose: 'mail_events', token, now: ctx.now })) === 'mail'

/** Processes a provider's webhook; returns the number of addresses, or null for an unknown format. */
export async function takeMailEvents(ctx: Ctx, body: unknown): Promise<number | null> {
  const report = readMailEvents(body)
  if (!report) return null
  if (report.confirm) await fetch(report.confirm, { signal: AbortSignal.timeout(10_000), redirect: 'error' })
  for (const event of report.events) await suppressAddress(ctx, event)
  return report.events.length
}

/**
 * Processes a returned mail; returns the number of addresses. Anyone can write such a report, so it is trusted only
 * about the address whose signature is in the return path (or, for a complaint, in the reported one). A mail with a
 * list's token as its subject unsubscribes.
 */
export async function takeReturnedMail(
  ctx: Ctx,
  raw: Uint8Array<ArrayBuffer>,
  cameTo: string | null,
  leaveNews: (ctx: Ctx, token: string) => Promise<boolean>,
): Promise<number> {
  if (raw.byteLength > maxReturnedBytes) return 0
  const head = await parseHead(raw)
  if (!head) return 0
  // A mail client unsubscribes by a mail with the list's token; its sender is not checked.
  const token = tokenOfSubject(head.subject ?? '')
  if (token !== null) return Number(await leaveNews(ctx, token))
  const named = head.headers.flatMap(({ key, value }) =>
    /^(?:to|delivered-to|x-original-to)$/.test(key) ? [value] : [],
  )
  const paths = signedPathsIn([cameTo ?? '', ...named].join(' '))
  // Only a mail with one of our return paths is read, as its recipient or in its report.
  if (paths.length === 0 && signedPathsIn(new TextDecoder('latin1').decode(raw)).length === 0) return 0
  const mail = await parseMail(raw.subarray(0, maxReportBytes))
  if (!mail) return 0
  const trusted = readReturnedMail(mail).filter((event) =>
    [...paths, event.returnPath ?? ''].some((path) =>
      isReturnPathOf(ctx.env, { returnPath: path, recipient: event.email }),
    ),
  )
  for (const event of trusted) await suppressAddress(ctx, event)
  return trusted.length
}
