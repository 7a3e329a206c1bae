import * as z from 'zod/mini'
import { Id, ProgramId } from '../field-rules.ts'
import type { SessionPackage } from '../offering/package.ts'
import { paging } from '../paging.ts'
import { TextLanguages } from '../texts.ts'

/**
 * What moves visits, each an entry of the ledger. Into it: `purchase` (bought), `grant` (a membership's period), `release` (a place held
 * with one lapsed), `return` (a place cancelled in time or forgiven). Out of it: `reserve` (held with a place), `redeem` (the place is
 * confirmed; nothing more goes), `expire`, `revoke` (refunded, or its membership ended). `adjust` is the organisation's, either way.
 * Those of places are written by triggers of the registrations, the others by `session-credits/`.
 */
export const sessionCreditEntryKinds = [
  'purchase',
  'grant',
  'reserve',
  'redeem',
  'release',
  'return',
  'expire',
  'adjust',
  'revoke',
] as const
export type SessionCreditEntryKind = (typeof sessionCreditEntryKinds)[number]

/** What a package promises, as a line of an order keeps it. */
export type PackageTerms = Pick<SessionPackage, 'allocated_amount' | 'is_unlimited' | 'expiry_amount' | 'expiry_period'>

/** The credits of one package that was paid for (ours). `attendee_profile_id` null: for all that the customer books for. */
export const SessionCredit = z.strictObject({
  id: z.string(),
  object: z.literal('session_credit'),
  package_id: z.string(),
  package_name: z.string(),
  text_languages: TextLanguages,
  attendee_profile_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  available: z.int(),
  total: z.int(),
  is_unlimited: z.boolean(),
  /** A part of its price was refused and is not paid: no visit can be booked with it until then. */
  is_on_hold: z.boolean(),
  expires_at: z.nullable(z.string()),
  created: z.string(),
})
export type SessionCredit = z.infer<typeof SessionCredit>

/**
 * What is left of the session packages of a customer with a program. `available` and `total` count the credits that are good
 * today; `next_expiry_amount` of them end at `next_expiry_date`, both null where none does. `credits` (ours) has them in the order in which
 * they are used: the earliest end first, those of one person before those of the family.
 */
export const SessionBalance = z.strictObject({
  object: z.literal('session_balance'),
  program_id: z.string(),
  attendee_profile_id: z.nullable(z.string()),
  available: z.int(),
  total: z.int(),
  is_unlimited: z.boolean(),
  next_expiry_amount: z.nullable(z.int()),
  next_expiry_date: z.nullable(z.string()),
  credits: z.array(SessionCredit),
})
export type SessionBalance = z.infer<typeof SessionBalance>

export const InProgramOfCredits = z.strictObject({ program_id: ProgramId })
/** Query of GET session_balance: of one person, with those of the whole family; else of all. */
export const SessionBalanceQuery = z.strictObject({ attendee_profile_id: z.optional(Id) })
export type SessionBalanceQuery = z.infer<typeof SessionBalanceQuery>

/**
 * What happened to credits (ours). `amount` is above zero for what came, below for what was taken; a `redeem` of 0 says that what
 * was reserved is used. The booking it is about is null where there is none.
 */
export const SessionCreditEntry = z.strictObject({
  id: z.string(),
  object: z.literal('session_credit_entry'),
  session_credit_id: z.string(),
  kind: z.enum(sessionCreditEntryKinds),
  amount: z.int(),
  package_name: z.string(),
  registration_id: z.nullable(z.string()),
  booking_title: z.nullable(z.string()),
  booking_starts_at: z.nullable(z.string()),
  attendee_name: z.nullable(z.string()),
  text_languages: TextLanguages,
  created: z.string(),
})
export type SessionCreditEntry = z.infer<typeof SessionCreditEntry>
/** Query of GET session_balance/entries: `limit`, `skip`, `order` by `created`, oldest first unless said. */
export const SessionCreditEntryListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
})
