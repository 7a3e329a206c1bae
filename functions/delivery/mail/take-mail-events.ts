import type { Ctx } from '../../platform/context.ts'
import { tokenOfSubject } from './news-list.ts'
import { parseHead, parseMail } from './parse-mail.ts'
import { readReturnedMail, readMailEvents } from './read-mail-events.ts'
import { isReturnPathOf, signedPathsIn } from './return-path.ts'
import { readLink, signLink } from '../../platform/identity/signed-link.ts'
import { suppressAddress } from './suppression.ts'

/** The address is put into a provider's settings once and works until its key is rolled. */
const expiresAt = Date.UTC(2100, 0, 1)
const maxReturnedBytes = 1_000_000

/** The path at which a provider tells what came back: nobody can make it up. */
export async function mailEventsPath(keys: { TOKEN_SECRET: string }): Promise<string> {
  return `/webhooks/mail/${await signLink(keys, { purpose: 'mail_events', subject: 'mail', expiresAt })}`
}

/** Whether a token of that path is one of ours. */
export const isMailEventsToken = async (ctx: Ctx, token: string): Promise<boolean> =>
  (await readLink(ctx.env, { purpose: 'mail_events', token, now: ctx.now })) === 'mail'

/** Takes in what a provider tells: how many addresses it was about; null where it says nothing that is known. */
export async function takeMailEvents(ctx: Ctx, body: unknown): Promise<number | null> {
  const report = readMailEvents(body)
  if (!report) return null
  if (report.confirm) await fetch(report.confirm, { signal: AbortSignal.timeout(10_000), redirect: 'error' })
  for (const event of report.events) await suppressAddress(ctx, event)
  return report.events.length
}

/**
 * Takes in a mail that came back: how many addresses it was about. Anyone can write such a report, so it is believed only about
 * the address whose signature stands in the return path it came to (or, for a complaint, in the one it names). A mail whose
 * subject is a list's token leaves that list.
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
  // A mail program that leaves a list by mail writes the list's token, whoever it says it is.
  const token = tokenOfSubject(head.subject ?? '')
  if (token !== null) return Number(await leaveNews(ctx, token))
  const named = head.headers.flatMap(({ key, value }) =>
    /^(?:to|delivered-to|x-original-to)$/.test(key) ? [value] : [],
  )
  const paths = signedPathsIn([cameTo ?? '', ...named].join(' '))
  // Nothing of a mail is read that names no return path of ours, neither as where it came to nor in its report.
  if (paths.length === 0 && signedPathsIn(new TextDecoder('latin1').decode(raw)).length === 0) return 0
  const mail = await parseMail(raw)
  if (!mail) return 0
  const believed = readReturnedMail(mail).filter((event) =>
    [...paths, event.returnPath ?? ''].some((path) =>
      isReturnPathOf(ctx.env, { returnPath: path, recipient: event.email }),
    ),
  )
  for (const event of believed) await suppressAddress(ctx, event)
  return believed.length
}
