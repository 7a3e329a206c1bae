import { Hono } from 'hono'
import { Entitlement, InProgramOfEntitlements } from '../../contract/booking/entitlement.ts'
import { listOf } from '../../contract/paging.ts'
import {
  InProgramOfCredits,
  SessionBalance,
  SessionBalanceQuery,
  SessionCreditEntry,
  SessionCreditEntryListQuery,
} from '../../contract/booking/session-credit.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listCreditEntries } from './list-credit-entries.ts'
import { listEntitlements } from './list-entitlements.ts'
import { readSessionBalance } from './read-session-balance.ts'

const tag = 'Session packages'

/**
 * Remaining visits of session packages and their ledger, mounted at /v1/profile/programs/{program_id}/session_balance.
 */
export const sessionCreditsV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'What you have left of session packages',
      tag,
      caller: 'customer',
      answers: { 200: SessionBalance },
    }),
    signedIn,
    validate('param', InProgramOfCredits),
    validate('query', SessionBalanceQuery),
    async (c) => c.json(await readSessionBalance(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/entries',
    describeRoute({
      summary: 'What happened to your session packages',
      tag,
      caller: 'customer',
      answers: { 200: listOf(SessionCreditEntry) },
    }),
    signedIn,
    validate('param', InProgramOfCredits),
    validate('query', SessionCreditEntryListQuery),
    async (c) => c.json(await listCreditEntries(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )

/** The access that the customer's memberships give, mounted at /v1/profile/programs/{program_id}/entitlements. */
export const entitlementsV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'What your memberships let you book',
    tag: 'Memberships',
    caller: 'customer',
    answers: { 200: listOf(Entitlement) },
  }),
  signedIn,
  validate('param', InProgramOfEntitlements),
  async (c) => c.json(await listEntitlements(c.var.ctx, c.req.valid('param')), 200),
)
export type EntitlementsV1 = typeof entitlementsV1
