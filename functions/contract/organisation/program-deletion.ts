import * as z from 'zod/mini'
import { code } from '../field-rules.ts'
import { flagInQuery } from '../paging.ts'

/**
 * The records for which a program stays: customers and the tax office can ask for them. Customers who joined and events
 * are deleted with it, up to `maxDeleted`.
 */
export const keptRecords = [
  'orders',
  'registrations',
  'waitlist_entries',
  'memberships',
  'session_credits',
  'redemptions',
  'account_balances',
  'account_balance_entries',
  'receipts',
  'receipt_counters',
  'refund_requests',
  'feedback',
  'conversations',
  'campaigns',
  'payment_sources',
  'invitations',
  'support_reports',
  'data_exports',
  'account_deletions',
  'customer_profiles',
  'events',
] as const
export type KeptRecord = (typeof keptRecords)[number]

/** How many rows are deleted at most: for each, the database reads the tables that could reference it. */
export const maxDeleted = { customer_profiles: 20, events: 100 } as const

/**
 * Query of DELETE organiser/programs/{program_id}: `confirm` repeats the program’s key. `dry_run` counts and deletes
 * nothing.
 */
export const DeleteProgramQuery = z.strictObject({
  confirm: z.optional(z.string().check(z.maxLength(64, code('too_long')))),
  dry_run: z._default(flagInQuery, false),
})
export type DeleteProgramQuery = z.infer<typeof DeleteProgramQuery>

/** What a deletion of a program removes, and the records for which the program stays. */
export const ProgramDeletion = z.strictObject({
  object: z.literal('program_deletion'),
  program_id: z.string(),
  is_deleted: z.boolean(),
  message: z.nullable(z.string()),
  /** The number of rows by table; tables without a row are left out. */
  removed: z.array(z.strictObject({ table: z.string(), rows: z.int() })),
  kept_by: z.array(z.strictObject({ record: z.enum(keptRecords), rows: z.int() })),
})
export type ProgramDeletion = z.infer<typeof ProgramDeletion>
