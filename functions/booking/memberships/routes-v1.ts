import { Hono } from 'hono'
import {
  InMembership,
  InProgramOfMemberships,
  Membership,
  MembershipBalance,
  MembershipBalanceQuery,
  MembershipListQuery,
} from '../../contract/booking/membership.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listMemberships, listProgramMemberships } from './list-memberships.ts'
import { getMembershipBalance, listMembershipBalances } from './membership-balance.ts'
import { loadOwnMembership, showMembership } from './show-membership.ts'

const tag = 'Memberships'

/** The caller's memberships with a program, mounted at /v1/profile/programs/{program_id}/memberships. */
export const membershipsV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'List your memberships with a program',
      tag,
      caller: 'customer',
      answers: { 200: listOf(Membership) },
    }),
    signedIn,
    validate('param', InProgramOfMemberships),
    validate('query', MembershipListQuery),
    async (c) => c.json(await listMemberships(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/:membership_id',
    describeRoute({ summary: 'Read one of your memberships', tag, caller: 'customer', answers: { 200: Membership } }),
    signedIn,
    validate('param', InMembership),
    async (c) => c.json(showMembership(c.var.ctx, await loadOwnMembership(c.var.ctx, c.req.valid('param'))), 200),
  )
export type MembershipsV1 = typeof membershipsV1

/** Remaining credits of memberships, mounted at /v1/profile/programs/{program_id}/membership_balance. */
export const membershipBalanceV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'What your memberships have left of credits',
      tag,
      caller: 'customer',
      answers: { 200: listOf(MembershipBalance) },
    }),
    signedIn,
    validate('param', InProgramOfMemberships),
    validate('query', MembershipBalanceQuery),
    async (c) =>
      c.json(await listMembershipBalances(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/:membership_id',
    describeRoute({
      summary: 'What one of your memberships has left of credits',
      tag,
      caller: 'customer',
      answers: { 200: MembershipBalance },
    }),
    signedIn,
    validate('param', InMembership),
    async (c) => c.json(await getMembershipBalance(c.var.ctx, c.req.valid('param')), 200),
  )
export type MembershipBalanceV1 = typeof membershipBalanceV1

/** The memberships of a program's customers, mounted at /v1/organiser/programs/{program_id}/memberships. */
export const programMembershipsV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'Memberships of your customers: of one of them, of a package, or all',
    tag: 'Organiser',
    caller: 'organiser',
    answers: { 200: listOf(Membership) },
  }),
  organiser('bookings'),
  validate('param', InProgramOfMemberships),
  validate('query', MembershipListQuery),
  async (c) =>
    c.json(await listProgramMemberships(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
)
