import * as z from 'zod/mini'
import { code, Email, Id, lines, ProgramId } from '../field-rules.ts'
import { enteredAmount, Money } from '../amount.ts'
import { maxEnteredAmount } from '../limits.ts'
import { paging } from '../paging.ts'

export const balanceEntryKinds = [
  'refund_credit',
  'gift',
  'goodwill',
  'payment',
  'order_debit',
  'order_release',
  'manual_adjustment',
  'payout',
] as const
export type BalanceEntryKind = (typeof balanceEntryKinds)[number]

/** The customer's balance with a program. `amount` is negative if the customer owes money. */
export const AccountBalance = z.strictObject({
  object: z.literal('account_balance'),
  contact_id: z.string(),
  program_id: z.string(),
  amount: Money,
})
export type AccountBalance = z.infer<typeof AccountBalance>

/** An entry of the statement (our addition). `balance` is the balance after it, in its currency. */
export const AccountBalanceEntry = z.strictObject({
  id: z.string(),
  object: z.literal('account_balance_entry'),
  contact_id: z.string(),
  program_id: z.string(),
  kind: z.enum(balanceEntryKinds),
  amount: Money,
  balance: Money,
  order_id: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  note: z.nullable(z.string()),
  created: z.string(),
})
export type AccountBalanceEntry = z.infer<typeof AccountBalanceEntry>

export const InContactBalance = z.strictObject({ program_id: ProgramId, contact_id: Id })
export const InBalanceEntry = z.strictObject({ program_id: ProgramId, entry_id: Id })
/**
 * Query of GET …/account_balance/entries, the customer's own statement: `limit`, `skip`, `order` by `created`, oldest
 * first by default.
 */
export const BalanceEntryListQuery = z.strictObject({ ...paging, sort: z._default(z.enum(['created']), 'created') })

/** Kinds of entries that an organisation may make. Orders and refunds create the others. */
export const enteredKinds = ['gift', 'goodwill', 'payment', 'manual_adjustment', 'payout'] as const

/** Body of POST organiser/programs/{program_id}/account_balance_entries. */
export const EnterBalanceRequest = z.strictObject({
  /** The customer is named by email or by `contact_id`. */
  email: z.optional(Email),
  contact_id: z.optional(Id),
  kind: z.enum(enteredKinds, { error: code('invalid_option') }),
  amount: enteredAmount(-maxEnteredAmount),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, code('invalid_option')))),
  note: z.nullish(lines(500)),
})
export type EnterBalanceRequest = z.infer<typeof EnterBalanceRequest>

/** The provider name of a payment made from the balance. */
export const balanceProvider = 'account_balance'
