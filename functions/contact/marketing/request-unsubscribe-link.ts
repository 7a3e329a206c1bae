import { dayMs } from '../../contract/limits.ts'
import type { UnsubscribeLinkRequest } from '../../contract/contact/marketing.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { findReaderByEmail, findSubscription, type SubscriptionRow } from './subscription-rows.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * Mails a new unsubscribe link, once a day; null for an unknown program. The same work is done for an address that gets
 * no news, so the response does not reveal whether it does; the mail template decides. Suppressed addresses get no
 * mail, because anyone may enter an address here.
 */
export async function requestUnsubscribeLink(
  ctx: Ctx,
  input: UnsubscribeLinkRequest,
): Promise<SubscriptionRow['program'] | null> {
  const { program_id } = input
  const [[row], [reader]] = await ctx.db.batch([
    findSubscription(ctx, { program_id, customer_id: '' }),
    findReaderByEmail(ctx, { program_id, email_key: emailKey(input.email) }),
  ])
  if (!row) return null

  const ref = reader?.profile_id ?? ctx.newId('cup')
  const key = `${ref}:${Math.floor(ctx.now / dayMs)}`
  await commit(ctx, [recordEvent(ctx, { kind: 'marketing.link_requested', ref, key, body: {} })])
  return row.program
}
