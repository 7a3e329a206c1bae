import { Hono } from 'hono'
import { MarketingSubscription, SubscribeRequest, UnsubscribeRequest } from '../../contract/contact/marketing.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { maybeSignedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { subscriptionOf } from './show-subscription.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

const tag = 'Customer'

/**
 * Subscriptions to news, mounted at `/v1/profile/notifications`. The token in a mail, or the session, names the reader.
 */
export const marketingV1 = new Hono<Worker>()
  .post(
    '/subscribe',
    describeRoute({
      summary: 'Get the news of a program (again)',
      tag,
      caller: 'anyone',
      takesKey: true,
      answers: { 200: MarketingSubscription },
      errors: ['token_invalid', 'not_authenticated', 'email_not_verified', 'not_found', 'required'],
    }),
    limitedByAddress('subscription'),
    maybeSignedIn,
    validate('json', SubscribeRequest),
    idempotent,
    async (c) => c.json(subscriptionOf(await subscribe(c.var.ctx, c.req.valid('json'))), 200),
  )
  .post(
    '/unsubscribe',
    describeRoute({
      summary: 'Stop the news of a program, at once',
      tag,
      caller: 'anyone',
      takesKey: true,
      answers: { 200: MarketingSubscription },
      errors: [
        'token_invalid',
        'not_authenticated',
        'not_found',
        'required',
        'too_long',
        'invalid_option',
        'invalid_characters',
      ],
    }),
    limitedByAddress('subscription'),
    maybeSignedIn,
    validate('json', UnsubscribeRequest),
    idempotent,
    async (c) => c.json(subscriptionOf(await unsubscribe(c.var.ctx, c.req.valid('json'))), 200),
  )
