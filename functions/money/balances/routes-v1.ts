import { Hono } from 'hono'
import {
  AccountBalance,
  AccountBalanceEntry,
  BalanceEntryListQuery,
  EnterBalanceRequest,
  InBalanceEntry,
  InContactBalance,
} from '../../contract/money/account-balance.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { enterByOrganiser, findEntry } from './enter-by-organiser.ts'
import { listBalanceEntries, readBalance } from './read-balance.ts'

const tag = 'Account balance'

/** The caller's balance with a program, mounted at /v1/profile/{program_id}/contact_account_balances. */
export const accountBalancesV1 = new Hono<Worker>()
  .get(
    '/:contact_id/account_balance',
    describeRoute({
      summary: 'What you have with a program, or owe it',
      tag,
      caller: 'customer',
      answers: { 200: AccountBalance },
    }),
    signedIn,
    validate('param', InContactBalance),
    async (c) => c.json(await readBalance(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:contact_id/entries',
    describeRoute({
      summary: 'The statement of your balance with a program',
      tag,
      caller: 'customer',
      answers: { 200: listOf(AccountBalanceEntry) },
    }),
    signedIn,
    validate('param', InContactBalance),
    validate('query', BalanceEntryListQuery),
    async (c) => c.json(await listBalanceEntries(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
export type AccountBalancesV1 = typeof accountBalancesV1

/** Balance entries by the organisation, mounted at /v1/organiser/programs/{program_id}/account_balance_entries. */
export const organiserBalancesV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Enter a gift, a goodwill, a payment, a correction or a payout into the balance of a customer',
      tag: 'Organiser',
      caller: 'organiser',
      takesKey: true,
      answers: { 201: AccountBalanceEntry },
      errors: ['required', 'invalid_amount', 'currency_not_supported', 'feature_disabled', 'state_conflict'],
    }),
    organiser('money'),
    validate('param', InOrganiserProgram),
    validate('json', EnterBalanceRequest),
    idempotent,
    async (c) => c.json(await enterByOrganiser(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 201),
  )
  .get(
    '/:entry_id',
    describeRoute({
      summary: 'One entry of the balance of a customer',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: AccountBalanceEntry },
    }),
    organiser('money'),
    validate('param', InBalanceEntry),
    async (c) => c.json(await findEntry(c.var.ctx, c.req.valid('param')), 200),
  )
