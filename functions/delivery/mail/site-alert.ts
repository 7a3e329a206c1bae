import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type DomainEvents, recordEvent } from '../../platform/database/outbox.ts'

export type SiteAlert = DomainEvents['site.needs_attention'] & {
  /** The subject of the alert, such as `audit:places_counted`. Each subject is mailed at most once a day. */
  about: string
}

/** Alerts the site's operator (OPERATOR_EMAIL) in the current batch; does nothing without an operator. */
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
