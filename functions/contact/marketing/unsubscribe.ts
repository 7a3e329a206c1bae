import { dayMs } from '../../contract/limits.ts'
import type { StoredUnsubscribeReason, UnsubscribeRequest } from '../../contract/contact/marketing.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { readUnsubscribeToken } from '../../delivery/mail/news-list.ts'
import { siteAlert } from '../../delivery/mail/site-alert.ts'
import { requireReader, requireSubscription, type Subscription } from './show-subscription.ts'
import { countObjections, findSubscription, stopNews } from './subscription-rows.ts'

const reviewMs = 30 * dayMs
/** From this many content complaints within 30 days, the operator should review the sender. */
const reviewedObjections = 5

/**
 * Stops the news of a program for its reader at once, because each mail checks again before it is sent. A repeated
 * request stores the newer reason. `nosignup` is reported to the organisation; content complaints are counted.
 */
export async function unsubscribe(ctx: Ctx, input: UnsubscribeRequest): Promise<Subscription> {
  const hasToken = input.token !== undefined
  const reader = await requireReader(ctx, input)
  const [[row], [objections]] = await ctx.db.batch([
    findSubscription(ctx, reader),
    countObjections(ctx, { program_id: reader.program_id, since: ctx.now - reviewMs }),
  ])
  const current = requireSubscription(row, hasToken)

  const { reason } = input
  const reason_other = reason === 'other' ? (input.reason_other ?? null) : null
  const [rows] = await commit(
    ctx,
    [
      stopNews(ctx, reader, { reason, reason_other }),
      ...effectsOf(ctx, { current, reason, objections: objections?.total ?? 0 }),
    ],
    findSubscription(ctx, reader),
  )
  return requireSubscription(rows[0], hasToken)
}

// The effects of a reason in addition to the stop. A repeated reason has none.
function effectsOf(
  ctx: Ctx,
  { current, reason, objections }: { current: Subscription; reason: StoredUnsubscribeReason; objections: number },
): Statement[] {
  if (reason === current.profile.unsubscribe_reason) return []
  if (reason === 'nosignup')
    return [recordEvent(ctx, { kind: 'marketing.never_signed_up', ref: current.profile.id, body: {} })]
  if ((reason !== 'inappropriate' && reason !== 'spam') || objections + 1 < reviewedObjections) return []
  return siteAlert(ctx, {
    about: `news:${current.program.id}`,
    words:
      'Several readers of a program’s news called it spam or not appropriate within 30 days. Look at what it sends.',
    facts: { Program: current.program.id, Readers: objections + 1 },
  })
}

/**
 * Handles a mail to the list's unsubscribe address. Its token names the reader, and the sender does not matter. Returns
 * false for an invalid token.
 */
export async function unsubscribeByMail(ctx: Ctx, token: string): Promise<boolean> {
  const reader = await readUnsubscribeToken(ctx.env, { token, program_id: null, now: ctx.now })
  if (!reader) return false
  await commit(ctx, [stopNews(ctx, reader, { reason: 'unspecified', reason_other: null })])
  return true
}
