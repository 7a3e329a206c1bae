import { ApiError } from '../contract/api-error.ts'
import type { SubscribeRequest } from '../contract/marketing.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { requireReader, requireSubscription, stateOf, type Subscription } from './show-subscription.ts'
import { findSubscription, startNews } from './subscription-rows.ts'

/** Brings the news of a program back, by the reader's own act. An address that mail stopped at has to be verified first. */
export async function subscribe(ctx: Ctx, input: SubscribeRequest): Promise<Subscription> {
  const hasToken = input.token !== undefined
  const reader = await requireReader(ctx, input)
  const [row] = await findSubscription(ctx, reader)
  const current = requireSubscription(row, hasToken)
  if (stateOf(current) === 'suppressed') throw new ApiError('email_not_verified', { param: 'program_id' })

  const [rows] = await commit(ctx, [startNews(ctx, reader)], findSubscription(ctx, reader))
  return requireSubscription(rows[0], hasToken)
}
