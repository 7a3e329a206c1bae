import * as z from 'zod/mini'
import { code, line } from '../field-rules.ts'
import { instantInQuery } from '../paging.ts'
import { billingStatuses } from '../states/billing-states.ts'

/**
 * A program's contract with the operator, readable by its organisation only. An `unpaid` program accepts no new orders;
 * a `cancelled` one has no pages, but its customers can still read and cancel their orders.
 */
export const ProgramBilling = z.strictObject({
  object: z.literal('program_billing'),
  program_id: z.string(),
  status: z.enum(billingStatuses),
  trial_start: z.nullable(z.string()),
  trial_end: z.nullable(z.string()),
  current_period_start: z.nullable(z.string()),
  current_period_end: z.nullable(z.string()),
  products: z.array(z.strictObject({ name: z.string(), quantity: z.int() })),
  payment_provider_id: z.nullable(z.string()),
  updated: z.nullable(z.string()),
})
export type ProgramBilling = z.infer<typeof ProgramBilling>

const moment = z.nullish(instantInQuery)
/** Body of PUT organiser/programs/{program_id}/billing: only the fields that change; `products` must be complete. */
export const UpdateProgramBillingRequest = z.strictObject({
  status: z.optional(z.enum(billingStatuses, { error: code('invalid_option') })),
  trial_start: moment,
  trial_end: moment,
  current_period_start: moment,
  current_period_end: moment,
  payment_provider_id: z.optional(
    z.nullable(z.string().check(z.regex(/^acct_[A-Za-z0-9]{4,64}$/, code('invalid_characters')))),
  ),
  products: z.optional(
    z
      .array(
        z.strictObject({
          name: line(100),
          quantity: z._default(
            z.int().check(z.minimum(1, code('invalid_integer')), z.maximum(1_000_000, code('invalid_integer'))),
            1,
          ),
        }),
      )
      .check(z.maxLength(50)),
  ),
})
export type UpdateProgramBillingRequest = z.infer<typeof UpdateProgramBillingRequest>
