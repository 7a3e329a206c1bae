import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type DomainEvents, recordEvent } from '../../platform/database/outbox.ts'

export type SiteAlert = DomainEvents['site.needs_attention'] & {
  /** What it is about, as `audit:places_counted`: one mail a day for each. */
  about: string
}

/** Alerts the people who run the site (OPERATOR_EMAIL), for the batch that notices something; nothing where no one is named. */
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
