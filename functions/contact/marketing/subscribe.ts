import { ApiError } from '../../contract/api-error.ts'
import type { SubscribeRequest } from '../../contract/contact/marketing.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { newsIsWelcome } from '../../delivery/mail/suppression.ts'
import { requireReader, requireSubscription, stateOf, type Subscription } from './show-subscription.ts'
import { findSubscription, startNews } from './subscription-rows.ts'

/**
 * Subscribes a reader to a program's news again. A bounced address must be verified first. An address that reported
 * spam can only use the link in a mail, which proves that the reader owns the address.
 */
export async function subscribe(ctx: Ctx, input: SubscribeRequest): Promise<Subscription> {
  const hasToken = input.token !== undefined
  const reader = await requireReader(ctx, input)
  const [row] = await findSubscription(ctx, reader)
  const current = requireSubscription(row, hasToken)
  const isSuppressed = stateOf(current) === 'suppressed'
  if (isSuppressed && (current.is_bounced || !hasToken))
    throw new ApiError('email_not_verified', { param: 'program_id' })

  const welcome = isSuppressed ? [newsIsWelcome(ctx, current.user.email)] : []
  const [rows] = await commit(ctx, [startNews(ctx, reader), ...welcome], findSubscription(ctx, reader))
  return requireSubscription(rows[0], hasToken)
}
