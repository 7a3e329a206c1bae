import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { recordEvent } from '../database/outbox.ts'
import { composeMail } from './compose-mail.ts'

type SiteAlert = {
  /** What it is about, as `audit:places_counted`: one mail a day for each. */
  about: string
  words: string
  /** Label and value; ids and numbers, never personal data. */
  facts: Record<string, string | number>
}

/** A mail to whoever runs the site (OPERATOR_EMAIL), for the batch that notices; nothing where nobody is named. */
export function siteAlert(ctx: Ctx, { about, words, facts }: SiteAlert): Statement[] {
  if (!ctx.env.OPERATOR_EMAIL) return []
  return [
    recordEvent(ctx, {
      kind: 'site.needs_attention',
      ref: about,
      key: `${about}:${new Date(ctx.now).toISOString().slice(0, 10)}`,
      body: { words, facts },
    }),
  ]
}

/** Sends such a mail; in plain English, because it speaks of the machine. */
export async function mailSiteAlert(
  ctx: Ctx,
  row: { ref: string; dedupe: string; body: Record<string, unknown> },
): Promise<void> {
  const { words, facts } = row.body as Pick<SiteAlert, 'words' | 'facts'>
  if (!ctx.env.OPERATOR_EMAIL) return
  await ctx.mail.send(
    composeMail(ctx.siteOrigin, {
      dedupe: row.dedupe,
      to: ctx.env.OPERATOR_EMAIL,
      subject: `Needs a look: ${row.ref}`,
      look: null,
      language: 'en',
      heading: 'Something needs a look',
      parts: [
        { is: 'words', text: words },
        { is: 'rows', rows: Object.entries(facts).map(([label, value]) => ({ label, value: String(value) })) },
      ],
      because: 'You receive this because you run this site. The same is told at most once a day.',
    }),
    ctx.now,
  )
}
