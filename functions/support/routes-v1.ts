import { Hono } from 'hono'
import { SupportReport, SupportRequest } from '../contract/support.ts'
import type { Worker } from '../context.ts'
import { describeRoute } from '../middleware/describe-route.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { limitedByAddress } from '../middleware/rate-limit.ts'
import { maybeSignedIn } from '../middleware/signed-in.ts'
import { validate } from '../middleware/validate.ts'
import { sendReport } from './send-report.ts'

/** Reports to the people who run a program or the site: `/v1/support`. */
export const supportV1 = new Hono<Worker>().post(
  '/',
  describeRoute({
    summary: 'Report a problem, ask a question or give an idea',
    tag: 'Support',
    takesKey: true,
    answers: { 201: SupportReport },
    errors: [
      'required',
      'too_short',
      'too_long',
      'invalid_characters',
      'invalid_email',
      'invalid_option',
      'invalid_url',
      'not_found',
      'too_many_requests',
    ],
  }),
  limitedByAddress('support', 20),
  maybeSignedIn,
  validate('json', SupportRequest),
  idempotent,
  async (c) => c.json(await sendReport(c.var.ctx, c.req.valid('json')), 201),
)
