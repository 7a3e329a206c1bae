import * as z from 'zod/mini'
import { Id, ProgramId } from '../field-rules.ts'
import type { SessionPackage } from '../offering/package.ts'
import { paging } from '../paging.ts'
import { redemptionStatuses } from '../states/redemption-states.ts'
import { TextLanguages } from '../texts.ts'

/**
 * Kinds of entries in the ledger of visits. They add visits: `purchase` (bought), `grant` (a membership's period),
 * `release` (a reserved place lapsed), `return` (a place was cancelled in time or waived). They remove visits:
 * `reserve` (a place is held), `redeem` (the place is confirmed, without a further amount; or the
 * organisation used a visit without a booking), `expire`, `revoke` (refunded, or
 * its membership ended). `adjust` is a correction by the organisation in either direction. Triggers of the
 * registrations and redemptions write the entries of visits, `session-credits/` the others.
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

/** The terms of a package, as stored in an order's line item. */
export type PackageTerms = Pick<SessionPackage, 'allocated_amount' | 'is_unlimited' | 'expiry_amount' | 'expiry_period'>

/** The credits of one paid package (our addition). `attendee_profile_id` null: for everyone the customer books for. */
export const SessionCredit = z.strictObject({
  id: z.string(),
  object: z.literal('session_credit'),
  package_id: z.string(),
  package_name: z.string(),
  text_languages: TextLanguages,
  attendee_profile_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  /** The membership that granted the credits (our addition); null when they were bought. */
  membership_id: z.nullable(z.string()),
  available: z.int(),
  total: z.int(),
  is_unlimited: z.boolean(),
  /** True while an instalment is declined and unpaid: no visit can be booked until it is paid. */
  is_on_hold: z.boolean(),
  expires_at: z.nullable(z.string()),
  created: z.string(),
})
export type SessionCredit = z.infer<typeof SessionCredit>

/**
 * The remaining visits of a customer's session packages with a program. `available` and `total` count the credits valid
 * today; `next_expiry_amount` of them expire at `next_expiry_date`, both null when none does. `credits` (our addition)
 * lists them in the order of use: the earliest expiry first, those of one person before those of the family.
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
/**
 * Query of GET session_balance. With a person: their visits and the family's shared ones. Without: the visits of
 * everyone.
 */
export const SessionBalanceQuery = z.strictObject({ attendee_profile_id: z.optional(Id) })
export type SessionBalanceQuery = z.infer<typeof SessionBalanceQuery>

/**
 * An entry in the ledger of credits (our addition). `amount` is positive when credits are added and negative when they
 * are removed; a `redeem` of 0 means that the reserved visit is used, or with a `redemption_id` a visit of unlimited
 * credits. The booking is null when there is none.
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
  /** Of a visit that the organisation used without a booking: its id, whether it was returned, and a note. */
  redemption_id: z.nullable(z.string()),
  redemption_status: z.nullable(z.enum(redemptionStatuses)),
  note: z.nullable(z.string()),
  text_languages: TextLanguages,
  created: z.string(),
})
export type SessionCreditEntry = z.infer<typeof SessionCreditEntry>
/** Query of GET session_balance/entries: `limit`, `skip`, `order` by `created`, oldest first by default. */
export const SessionCreditEntryListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
})
