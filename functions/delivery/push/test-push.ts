import { ApiError } from '../../contract/api-error.ts'
import type { PushTest, TestPushRequest } from '../../contract/delivery/push-subscription.ts'
import { pushTestWords } from '../../contract/sentences/notification-reason-words.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { countTest, ownSubscription, subscriptionOfSession } from './push-rows.ts'
import { sendPush } from './send-push.ts'
import { recordPushOutcome } from './record-push-outcome.ts'

const testTtlSeconds = 600

/**
 * POST profile/subscriptions/notifications/test: one message at once, at most three an hour. Quiet hours do not apply,
 * because the user is looking at the screen.
 */
export async function sendTest(ctx: CustomerContext, input: TestPushRequest): Promise<PushTest> {
  const [subscription] = await (input?.endpoint ? ownSubscription(ctx, input.endpoint) : subscriptionOfSession(ctx))
  if (!subscription) throw new ApiError('not_found', { param: 'endpoint' })

  await commit(ctx, [countTest(ctx)])

  const { title, body } = pushTestWords[ctx.language]
  const { program_id } = subscription
  const outcome = await sendPush(ctx, subscription, {
    message: {
      title,
      body,
      url: program_id ? `/pg/${program_id}/profile/preferences?lang=${ctx.language}` : '/',
      tag: 'test',
      lang: ctx.language,
    },
    ttlSeconds: testTtlSeconds,
    urgency: 'high',
    topic: 'test',
  })
  await recordPushOutcome(ctx, subscription, outcome)
  const results = { delivered: 'sent', gone: 'removed', later: 'failed', refused: 'failed' } as const
  return { object: 'push_test', result: results[outcome.result] }
}
