import { Hono } from 'hono'
import {
  CancelMembershipRequest,
  ChangeMembershipCardRequest,
  CreateMembershipRequest,
  ChangeMembershipRequest,
  EndedMembership,
  EndHoldRequest,
  HoldMembershipByStaffRequest,
  EndMembershipRequest,
  HoldMembershipRequest,
  InMembership,
  InProgramOfMemberships,
  Membership,
} from '../../contract/booking/membership.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { changeMembershipByStaff, pauseMembership, resumeMembership } from './change-by-staff.ts'
import { buyMembership } from './buy-membership.ts'
import {
  cancelMembership,
  endMembership,
  resumeOwnMembership,
  pauseOwnMembership,
  keepMembership,
} from './change-membership.ts'
import { changeMembershipCard } from './change-membership-card.ts'

const tag = 'Memberships'

/** Membership calls for customers, mounted at /v1/profile/programs/{program_id}/memberships. */
export const membershipBillingV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Buy a membership',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: Membership },
      errors: [
        'required',
        'invalid_date',
        'invalid_option',
        'option_not_on_sale',
        'already_registered',
        'payment_failed',
        'payment_in_progress',
        'feature_disabled',
        'email_not_verified',
        'program_not_accepting_orders',
        'transition_not_allowed',
        'balance_due',
        'quote_stale',
        'too_many_requests',
      ],
    }),
    signedIn,
    validate('param', InProgramOfMemberships),
    validate('json', CreateMembershipRequest),
    idempotent,
    async (c) => c.json(await buyMembership(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 201),
  )
  .post(
    '/:membership_id/cancel',
    describeRoute({
      summary: 'Cancel a membership at the end of its period',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Membership },
      errors: ['state_conflict', 'cancellation_not_allowed', 'payment_in_progress'],
    }),
    signedIn,
    validate('param', InMembership),
    validate('json', CancelMembershipRequest),
    idempotent,
    async (c) => c.json(await cancelMembership(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
  .post(
    '/:membership_id/keep',
    describeRoute({
      summary: 'Take a cancellation back before the period ends',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Membership },
      errors: ['state_conflict'],
    }),
    signedIn,
    validate('param', InMembership),
    idempotent,
    async (c) => c.json(await keepMembership(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:membership_id/payment_method',
    describeRoute({
      summary: 'Have another stored card pay a membership, and what is open of it now',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Membership },
      errors: ['state_conflict', 'payment_failed', 'payment_in_progress', 'quote_stale'],
    }),
    signedIn,
    validate('param', InMembership),
    validate('json', ChangeMembershipCardRequest),
    idempotent,
    async (c) =>
      c.json(await changeMembershipCard(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
  .post(
    '/:membership_id/hold',
    describeRoute({
      summary: 'Put a membership on hold, where its program lets you',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Membership },
      errors: ['state_conflict', 'transition_not_allowed', 'invalid_date'],
    }),
    signedIn,
    validate('param', InMembership),
    validate('json', HoldMembershipRequest),
    idempotent,
    async (c) => c.json(await pauseOwnMembership(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
  .post(
    '/:membership_id/hold/end',
    describeRoute({
      summary: 'End a hold of your membership, or withdraw one that has not begun',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Membership },
      errors: ['state_conflict', 'transition_not_allowed'],
    }),
    signedIn,
    validate('param', InMembership),
    idempotent,
    async (c) => c.json(await resumeOwnMembership(c.var.ctx, c.req.valid('param')), 200),
  )
export type MembershipBillingV1 = typeof membershipBillingV1

/** Membership calls for organisations, mounted at /v1/organiser/programs/{program_id}/memberships. */
export const organiserMembershipsV1 = new Hono<Worker>()
  .put(
    '/:membership_id',
    describeRoute({
      summary: 'Change for whom a membership is, and whether it ends with its period',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: Membership },
      errors: [
        'required',
        'invalid_option',
        'state_conflict',
        'cancellation_not_allowed',
        'transition_not_allowed',
        'already_registered',
      ],
    }),
    organiser('bookings'),
    validate('param', InMembership),
    validate('json', ChangeMembershipRequest),
    async (c) =>
      c.json(await changeMembershipByStaff(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
  .post(
    '/:membership_id/end',
    describeRoute({
      summary: 'End a membership now, and return the unused days where wanted',
      tag: 'Organiser',
      caller: 'organiser',
      takesKey: true,
      answers: { 200: EndedMembership },
      errors: ['state_conflict', 'payment_in_progress'],
    }),
    organiser('exceptions'),
    validate('param', InMembership),
    validate('json', EndMembershipRequest),
    idempotent,
    async (c) => {
      const { ctx } = c.var
      return c.json(
        await endMembership(ctx, { ...c.req.valid('param'), ...c.req.valid('json'), actor: ctx.actor }),
        200,
      )
    },
  )
  .post(
    '/:membership_id/hold',
    describeRoute({
      summary: 'Put a membership on hold',
      tag: 'Organiser',
      caller: 'organiser',
      takesKey: true,
      answers: { 200: Membership },
      errors: ['state_conflict', 'invalid_date'],
    }),
    organiser('bookings'),
    validate('param', InMembership),
    validate('json', HoldMembershipByStaffRequest),
    idempotent,
    async (c) => c.json(await pauseMembership(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
  .post(
    '/:membership_id/hold/end',
    describeRoute({
      summary: 'End a hold of a membership, or withdraw one that has not begun',
      tag: 'Organiser',
      caller: 'organiser',
      takesKey: true,
      answers: { 200: Membership },
      errors: ['state_conflict'],
    }),
    organiser('bookings'),
    validate('param', InMembership),
    validate('json', EndHoldRequest),
    idempotent,
    async (c) => c.json(await resumeMembership(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
