import { Hono } from 'hono'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import {
  AdjustVisitsRequest,
  InRedemption,
  InSessionCredit,
  OrganiserSessionCredit,
  OrganiserSessionCreditQuery,
  RedeemRequest,
  Redemption,
  RedemptionListQuery,
  ReturnVisitRequest,
} from '../../contract/booking/redemption.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { adjustVisits } from './adjust-visits.ts'
import { listProgramCredits, listRedemptions, readRedemption } from './list-redemptions.ts'
import { redeemVisit, returnRedeemedVisit } from './redeem-visit.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const }

/** The visits of a program's customers, for its organisation; mounted at /v1/organiser/programs/{program_id}. */
export const organiserCreditsV1 = new Hono<Worker>()
  .get(
    '/session_balances',
    describeRoute({
      ...described,
      summary: 'Visits that customers have left: of a family, or of everyone',
      answers: { 200: listOf(OrganiserSessionCredit) },
    }),
    organiser('bookings'),
    validate('param', InOrganiserProgram),
    validate('query', OrganiserSessionCreditQuery),
    async (c) => c.json(await listProgramCredits(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .post(
    '/session_balances/:session_credit_id/redeem',
    describeRoute({
      ...described,
      summary: 'Use a visit of a customer',
      takesKey: true,
      answers: { 201: Redemption },
      errors: [
        'credit_not_available',
        'invalid_option',
        'already_registered',
        'state_conflict',
        'too_long',
        'invalid_characters',
      ],
    }),
    organiser('bookings'),
    validate('param', InSessionCredit),
    validate('json', RedeemRequest),
    idempotent,
    async (c) => c.json(await redeemVisit(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .post(
    '/session_balances/:session_credit_id/adjust',
    describeRoute({
      ...described,
      summary: 'Add visits to a package of a customer, or take some off',
      takesKey: true,
      answers: { 200: OrganiserSessionCredit },
      errors: ['required', 'invalid_integer', 'out_of_range', 'credit_not_available', 'invalid_option', 'too_long'],
    }),
    organiser('exceptions'),
    validate('param', InSessionCredit),
    validate('json', AdjustVisitsRequest),
    idempotent,
    async (c) => c.json(await adjustVisits(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/redemptions',
    describeRoute({
      ...described,
      summary: 'Visits that you used for customers',
      answers: { 200: listOf(Redemption) },
    }),
    organiser('bookings'),
    validate('param', InOrganiserProgram),
    validate('query', RedemptionListQuery),
    async (c) => c.json(await listRedemptions(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/redemptions/:redemption_id',
    describeRoute({ ...described, summary: 'One visit that you used for a customer', answers: { 200: Redemption } }),
    organiser('bookings'),
    validate('param', InRedemption),
    async (c) => c.json(await readRedemption(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/redemptions/:redemption_id/return',
    describeRoute({
      ...described,
      summary: 'Return a visit that you used for a customer',
      takesKey: true,
      answers: { 200: Redemption },
      errors: ['state_conflict', 'invalid_option'],
    }),
    organiser('bookings'),
    validate('param', InRedemption),
    validate('json', ReturnVisitRequest),
    idempotent,
    async (c) => c.json(await returnRedeemedVisit(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
