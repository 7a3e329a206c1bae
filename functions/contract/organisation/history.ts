import * as z from 'zod/mini'
import { paging } from '../paging.ts'

/** What a change in the history of an order, a registration or a customer's personal data is about. */
export const historySubjects = [
  'order',
  'registration',
  'payment',
  'instalment',
  'refund',
  'refund_request',
  'membership',
  'redemption',
  'session_credit_entry',
  'check_in',
  'day_off',
  'customer',
  'data_export',
  'account_deletion',
] as const

/** Query of GET …/history: the oldest change first. */
export const HistoryQuery = z.strictObject(paging)
export type HistoryQuery = z.infer<typeof HistoryQuery>

/**
 * A change in the history of an order, a registration or a customer's personal data, without the values of answers. Only a staff member is named,
 * until their account is erased.
 */
export const HistoryEntry = z.strictObject({
  object: z.literal('history_entry'),
  subject: z.strictObject({ type: z.enum(historySubjects), id: z.string() }),
  from: z.nullable(z.string()),
  to: z.string(),
  at: z.string(),
  actor: z.strictObject({
    type: z.enum(['customer', 'organiser', 'provider', 'system']),
    staff_id: z.nullable(z.string()),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
  }),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The questions whose answers changed, without those about health. */
  answers: z.array(z.strictObject({ field_id: z.string(), title: z.string() })),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
