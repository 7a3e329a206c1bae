import { Hono } from 'hono'
import { listOf } from '../../contract/paging.ts'
import {
  AddPushSubscriptionRequest,
  InPushSubscription,
  PushPreload,
  PushRemoval,
  PushSubscription,
  PushSubscriptionListQuery,
  PushTest,
  TestPushRequest,
} from '../../contract/delivery/push-subscription.ts'
import type { Worker } from '../../platform/context.ts'
import { csrfHeader, csrfToken, csrfTokenOf } from '../../platform/middleware/csrf-token.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import {
  addSubscription,
  listSubscriptions,
  preloadPush,
  removeSubscription,
  removeSubscriptions,
} from './own-subscriptions.ts'
import { sendTest } from './test-push.ts'

const call = { tag: 'Notifications', caller: 'customer', takesCsrfToken: true } as const

/** The caller's subscribed browsers, mounted at /v1/profile/subscriptions/notifications. */
export const pushSubscriptionsV1 = new Hono<Worker>()
  .get(
    '/preload',
    describeRoute({ ...call, summary: 'What a browser needs to show notifications', answers: { 200: PushPreload } }),
    signedIn,
    csrfToken,
    async (c) => {
      c.header(csrfHeader, csrfTokenOf(c.var.ctx))
      return c.json(await preloadPush(c.var.ctx), 200)
    },
  )
  .get(
    '/',
    describeRoute({
      ...call,
      summary: 'List the browsers that show notifications',
      answers: { 200: listOf(PushSubscription) },
    }),
    signedIn,
    csrfToken,
    validate('query', PushSubscriptionListQuery),
    async (c) => c.json(await listSubscriptions(c.var.ctx, c.req.valid('query')), 200),
  )
  .post(
    '/',
    describeRoute({
      ...call,
      summary: 'Show notifications in this browser',
      takesKey: true,
      answers: { 200: PushSubscription, 201: PushSubscription },
      errors: [
        'required',
        'too_long',
        'invalid_url',
        'invalid_option',
        'invalid_parameter',
        'unknown_parameter',
        'feature_disabled',
        'cross_origin',
        'state_conflict',
      ],
    }),
    signedIn,
    csrfToken,
    validate('json', AddPushSubscriptionRequest),
    idempotent,
    async (c) => {
      const { subscription, isNew } = await addSubscription(c.var.ctx, c.req.valid('json'))
      return c.json(subscription, isNew ? 201 : 200)
    },
  )
  .delete(
    '/',
    describeRoute({
      ...call,
      summary: 'Show notifications in no browser any more',
      answers: { 200: PushRemoval },
      errors: ['cross_origin'],
    }),
    signedIn,
    csrfToken,
    async (c) => c.json(await removeSubscriptions(c.var.ctx), 200),
  )
  .post(
    '/test',
    describeRoute({
      ...call,
      summary: 'Send a test message',
      takesKey: true,
      answers: { 200: PushTest },
      errors: ['too_long', 'unknown_parameter', 'cross_origin', 'not_found', 'too_many_requests'],
    }),
    signedIn,
    csrfToken,
    validate('json', TestPushRequest),
    idempotent,
    async (c) => c.json(await sendTest(c.var.ctx, c.req.valid('json')), 200),
  )
  .delete(
    '/:endpoint',
    describeRoute({
      ...call,
      summary: 'Show notifications in one browser no more',
      answers: { 200: PushRemoval },
      errors: ['cross_origin'],
    }),
    signedIn,
    csrfToken,
    validate('param', InPushSubscription),
    async (c) => c.json(await removeSubscription(c.var.ctx, c.req.valid('param')), 200),
  )
