import { Hono } from 'hono'
import { InProgramOfCredits, SessionBalance, SessionBalanceQuery } from '../contract/session-credit.ts'
import type { Worker } from '../context.ts'
import { describeRoute } from '../middleware/describe-route.ts'
import { signedIn } from '../middleware/signed-in.ts'
import { validate } from '../middleware/validate.ts'
import { showSessionBalance } from './show-session-balance.ts'

/** What is left of session packages, mounted at /v1/profile/programs/{program_id}/session_balance. */
export const sessionCreditsV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'What you have left of session packages',
    tag: 'Session packages',
    caller: 'customer',
    answers: { 200: SessionBalance },
  }),
  signedIn,
  validate('param', InProgramOfCredits),
  validate('query', SessionBalanceQuery),
  async (c) => c.json(await showSessionBalance(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
)
