import { Hono } from 'hono'
import { InsightEvent, InsightRequest } from '../../contract/records/insight.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { recordInsight } from './record-insight.ts'

/** Anonymous counts of events on the site: `/insights`. */
export const insights = new Hono<Worker>().post(
  '/events',
  describeRoute({
    summary: 'Count a log-in or a sign-up',
    tag: 'Site',
    takesKey: true,
    answers: { 202: InsightEvent },
    errors: ['required', 'invalid_option', 'invalid_url', 'too_long'],
  }),
  limitedByAddress('insights'),
  validate('json', InsightRequest),
  idempotent,
  async (c) => {
    const mayTrack = c.req.header('DNT') !== '1' && c.req.header('Sec-GPC') !== '1'
    return c.json(await recordInsight(c.var.ctx, { ...c.req.valid('json'), mayTrack }), 202)
  },
)
