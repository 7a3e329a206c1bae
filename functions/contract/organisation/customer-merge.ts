import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { Day, Id, line } from '../field-rules.ts'

/** Body of POST people/{customer_id}/merge: the customer, who has no log-in, becomes part of `into`. */
export const MergeCustomerRequest = z.strictObject({
  into: Id,
  notify: z._default(z.boolean(), true),
  dry_run: z._default(z.boolean(), false),
})
export type MergeCustomerRequest = z.infer<typeof MergeCustomerRequest>

/** Body of POST customer_claims: the token of the mail, and a date of birth or the token of a completion link. */
export const ClaimCustomerRequest = z.strictObject({
  token: line(300),
  born_on: z.optional(Day),
  completion_token: z.optional(line(300)),
})
export type ClaimCustomerRequest = z.infer<typeof ClaimCustomerRequest>

/** What a merge moves, by number. */
const CustomerMergeMoves = z.strictObject({
  attendees: z.int(),
  registrations: z.int(),
  orders: z.int(),
  memberships: z.int(),
  session_balances: z.int(),
  waitlist_entries: z.int(),
  notes: z.int(),
  conversations: z.int(),
  balance: Money,
})

/** Two customer records that became one. `id` and `created` are null in a preview. */
export const CustomerMerge = z.strictObject({
  id: z.nullable(z.string()),
  object: z.literal('customer_merge'),
  program_id: z.string(),
  merge_from: z.string(),
  merge_into: z.string(),
  status: z.enum(['preview', 'merged', 'undone']),
  moves: CustomerMergeMoves,
  undo_until: z.string(),
  undone_at: z.nullable(z.string()),
  created: z.nullable(z.string()),
})
export type CustomerMerge = z.infer<typeof CustomerMerge>
