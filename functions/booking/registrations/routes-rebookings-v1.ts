import { Hono } from 'hono'
import { Eligibility, EligibilityQuery } from '../../contract/booking/eligibility.ts'
import { listOf } from '../../contract/paging.ts'
import { Rebooking, RebookingListQuery } from '../../contract/booking/rebooking.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { listEligibility } from './list-eligibility.ts'
import { listRebookings } from './list-rebookings.ts'

/** Mounted at /v1/profile/rebookings: earlier bookings that can be booked again. */
export const rebookingsV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'What you booked before and can book again',
    tag: 'Registrations',
    caller: 'customer',
    answers: { 200: listOf(Rebooking) },
  }),
  signedIn,
  validate('query', RebookingListQuery),
  async (c) => c.json(await listRebookings(c.var.ctx, c.req.valid('query')), 200),
)

/** Mounted at /v1/profile/eligibility: which family members an event suits. */
export const eligibilityV1 = new Hono<Worker>().get(
  '/',
  describeRoute({
    summary: 'For whom of your family events are',
    tag: 'Registrations',
    caller: 'customer',
    answers: { 200: listOf(Eligibility) },
  }),
  signedIn,
  validate('query', EligibilityQuery),
  async (c) => c.json(await listEligibility(c.var.ctx, c.req.valid('query')), 200),
)
