import { Hono } from 'hono'
import {
  ClaimCustomerRequest,
  CustomerMerge,
  MergeCustomerRequest,
} from '../../contract/organisation/customer-merge.ts'
import { InFamily } from '../../contract/organisation/people.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { claimCustomer } from './claim-customer.ts'
import { mergeCustomers, undoCustomerMerge } from './merge-customers.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const, takesKey: true, answers: { 200: CustomerMerge } }

/** Merging customers of a program: `/v1/organiser/programs/{program_id}/people`. */
export const organiserMergesV1 = new Hono<Worker>()
  .post(
    '/:customer_id/merge',
    describeRoute({
      ...described,
      summary: 'Merge a customer without a log-in into another, or preview what moves',
      errors: ['invalid_option', 'state_conflict'],
    }),
    organiser('people'),
    validate('param', InFamily),
    validate('json', MergeCustomerRequest),
    idempotent,
    async (c) => c.json(await mergeCustomers(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:customer_id/merge/undo',
    describeRoute({
      ...described,
      summary: 'Undo the merge of a customer, within 30 days',
      errors: ['state_conflict'],
    }),
    organiser('people'),
    validate('param', InFamily),
    idempotent,
    async (c) => c.json(await undoCustomerMerge(c.var.ctx, c.req.valid('param')), 200),
  )

/** Taking over a customer without a log-in, mounted at /v1/profile/customer_claims. */
export const customerClaimsV1 = new Hono<Worker>().post(
  '/',
  describeRoute({
    summary: 'Add what an organisation booked for you without a log-in to your account',
    tag: 'Account',
    caller: 'customer',
    takesKey: true,
    answers: { 200: CustomerMerge },
    errors: ['required', 'token_invalid', 'invalid_date', 'state_conflict', 'too_many_requests'],
  }),
  signedIn,
  validate('json', ClaimCustomerRequest),
  idempotent,
  async (c) => c.json(await claimCustomer(c.var.ctx, c.req.valid('json')), 200),
)
