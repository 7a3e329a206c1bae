import * as z from 'zod/mini'
import { CustomerProfileBrief } from '../people/customer.ts'
import { code, Day, Id, optionalLine, ProgramId, Timezone } from '../field-rules.ts'
import { Money } from '../amount.ts'
import { billingPeriods, type MembershipPackage } from '../offering/package.ts'
import { oneOrMore, paging } from '../paging.ts'
import { SourceId } from '../card.ts'
import { TextLanguages } from '../texts.ts'
import { membershipStatuses } from '../states/membership-states.ts'

/** Reasons for cancelling a membership; optional for a customer. */
export const leavingReasons = [
  'too_expensive',
  'not_used',
  'moved_away',
  'schedule',
  'quality',
  'switched',
  'temporary',
  'other',
] as const
export type LeavingReason = (typeof leavingReasons)[number]

/** The terms a membership was bought under, stored in its order's line item and in the membership. */
export type MembershipTerms = Pick<
  MembershipPackage,
  | 'billing_period'
  | 'allocated_amount'
  | 'allocated_period'
  | 'allocate_credits_on_period'
  | 'is_unlimited'
  | 'expiry_amount'
  | 'expiry_period'
  | 'trial_days'
  | 'trial_needs_card'
  | 'num_periods'
  | 'anchor_day'
> & {
  start_on: string
  cost: number
  include_fee: boolean | null
  /** The amount that coupons took off the first period. */
  discount?: number
  /** Absent in terms that were agreed before a person had only one trial. */
  trial_again?: boolean
}

/**
 * A membership. Its periods are days in the program's time zone, with an exclusive end. `attendee_profile` null: for
 * everyone the customer books for. Our additions to the specification: `is_usable` (whether its benefits apply now),
 * `open_order_id` (the order with its open payment; `amount_due` is the unpaid amount), `next_price` (announced,
 * applies from `next_price_from`), `is_fee_included` (whether the fee was included in its price when bought),
 * `next_payment_cost` (the next charge before fee and tax, less the credit for pauses; without a card, the amount as of
 * today), `order_item_id` (its line item in `order_id`). While `pause_starts_at` is set a pause is planned or running,
 * until `pause_ends_at` or until the organisation ends it.
 */
export const Membership = z.strictObject({
  id: z.string(),
  object: z.literal('membership'),
  program_id: z.string(),
  status: z.enum(membershipStatuses),
  is_usable: z.boolean(),
  package: z.strictObject({
    id: z.string(),
    object: z.literal('membership_package'),
    name: z.string(),
    is_discontinued: z.boolean(),
    billing_period: z.enum(billingPeriods),
    text_languages: TextLanguages,
  }),
  price: Money,
  is_fee_included: z.boolean(),
  next_price: z.nullable(Money),
  next_price_from: z.nullable(z.string()),
  customer_profile: CustomerProfileBrief,
  attendee_profile: z.nullable(
    z.strictObject({ id: z.string(), attendee_id: z.string(), first_name: z.string(), last_name: z.string() }),
  ),
  start_date: z.string(),
  trial_start: z.nullable(z.string()),
  trial_end: z.nullable(z.string()),
  billing_cycle_anchor: z.string(),
  current_period_start: z.nullable(z.string()),
  current_period_end: z.nullable(z.string()),
  next_payment_at: z.nullable(z.string()),
  next_payment_cost: z.nullable(Money),
  ends_at: z.nullable(z.string()),
  cancel_at: z.nullable(z.string()),
  cancel_at_period_end: z.boolean(),
  cancelled_at: z.nullable(z.string()),
  pause_starts_at: z.nullable(z.string()),
  pause_ends_at: z.nullable(z.string()),
  may_pause: z.boolean(),
  may_resume: z.boolean(),
  default_payment_method: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  order_item_id: z.nullable(z.string()),
  open_order_id: z.nullable(z.string()),
  amount_due: Money,
  timezone: z.string(),
  created: z.string(),
  updated: z.string(),
})
export type Membership = z.infer<typeof Membership>

/**
 * Body of POST memberships: bought and paid at once with a stored card (`default_payment_method`, otherwise the
 * customer's default card).
 */
export const CreateMembershipRequest = z.strictObject({
  package_id: Id,
  customer_profile_id: Id,
  attendee_profile_id: z.nullish(Id),
  start_date: z.nullish(Day),
  default_payment_method: z.nullish(SourceId),
  timezone: z.optional(Timezone),
  return_url: z.optional(z.string().check(z.maxLength(2000, code('too_long')))),
})
export type CreateMembershipRequest = z.infer<typeof CreateMembershipRequest>

/**
 * Query of GET memberships. `contact_id` is a CustomerProfile, `attendee_id` an Attendee; `search` matches the names of
 * packages and people.
 */
export const MembershipListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created', 'updated']), 'created'),
  search: z.optional(z.string().check(z.maxLength(100, code('too_long')))),
  contact_id: z.optional(Id),
  attendee_id: z.optional(Id),
  package_id: z.optional(Id),
  status: z.optional(oneOrMore(z.enum(membershipStatuses, { error: code('invalid_option') }))),
})
export type MembershipListQuery = z.infer<typeof MembershipListQuery>

export const InProgramOfMemberships = z.strictObject({ program_id: ProgramId })
export const InMembership = z.strictObject({ program_id: ProgramId, membership_id: Id })

/** Body of POST memberships/{id}/cancel: at the end of the period, or at once before it has started. */
export const CancelMembershipRequest = z.strictObject({
  reason: z.nullish(z.enum(leavingReasons, { error: code('invalid_option') })),
  reason_other: z.nullish(optionalLine(255)),
})
export type CancelMembershipRequest = z.infer<typeof CancelMembershipRequest>

/**
 * Body of POST memberships/{id}/payment_method: another stored card. An open payment is charged to it at once.
 * `expected_amount` (our addition) is the amount that was shown, in minor units with fee and tax; any other amount
 * returns 409 quote_stale.
 */
export const ChangeMembershipCardRequest = z.strictObject({
  payment_source_id: SourceId,
  expected_amount: z.nullish(z.int().check(z.minimum(0))),
})
export type ChangeMembershipCardRequest = z.infer<typeof ChangeMembershipCardRequest>

/**
 * Body of POST memberships/{id}/hold: the first paused day, and the day on which the membership continues. Without the
 * second day, the pause lasts until it is ended.
 */
export const HoldMembershipRequest = z.strictObject({ from: z.nullish(Day), to: z.nullish(Day) })
export type HoldMembershipRequest = z.infer<typeof HoldMembershipRequest>

// What an organisation's change of a membership takes: a mail to the customer, and a preview.
const byStaff = { notify: z._default(z.boolean(), true), dry_run: z._default(z.boolean(), false) }

/** Body of POST organiser …/memberships/{id}/hold. `dry_run` returns the membership as it would be. */
export const HoldMembershipByStaffRequest = z.extend(HoldMembershipRequest, byStaff)
export type HoldMembershipByStaffRequest = z.infer<typeof HoldMembershipByStaffRequest>

/** Body of POST organiser …/memberships/{id}/hold/end. `dry_run` returns the membership as it would be. */
export const EndHoldRequest = z.strictObject(byStaff)
export type EndHoldRequest = z.infer<typeof EndHoldRequest>

/**
 * Body of PUT organiser …/memberships/{id}: whether it ends with its paid period, and for whom it is; null is everyone
 * the customer books for. `dry_run` returns the membership as it would be.
 */
export const ChangeMembershipRequest = z.strictObject({
  cancel_at_period_end: z.optional(z.boolean()),
  attendee_profile_id: z.nullish(Id),
  ...byStaff,
})
export type ChangeMembershipRequest = z.infer<typeof ChangeMembershipRequest>

/**
 * Body of POST organiser …/memberships/{id}/end: ends the membership now. `refund`: nothing, or the remaining days of
 * the paid period. `dry_run` returns what the end would refund, and changes nothing.
 */
export const EndMembershipRequest = z.strictObject({
  refund: z._default(z.enum(['none', 'unused'], { error: code('invalid_option') }), 'none'),
  dry_run: z._default(z.boolean(), false),
})
export type EndMembershipRequest = z.infer<typeof EndMembershipRequest>

/** What the end of a membership would refund: to the way it was paid, and to the customer's balance. */
export const MembershipEndPreview = z.strictObject({
  object: z.literal('membership_end_preview'),
  program_id: z.string(),
  membership_id: z.string(),
  amount_returned: Money,
  amount_to_balance: Money,
})
export type MembershipEndPreview = z.infer<typeof MembershipEndPreview>
export const EndedMembership = z.union([Membership, MembershipEndPreview])

/** The credits of a membership on a day; `available` and `total` count those valid then. */
export const MembershipBalance = z.strictObject({
  id: z.string(),
  object: z.literal('membership_balance'),
  program_id: z.string(),
  membership_id: z.string(),
  package_id: z.string(),
  package_name: z.string(),
  text_languages: TextLanguages,
  attendee_profile_id: z.nullable(z.string()),
  status: z.enum(membershipStatuses),
  available: z.int(),
  total: z.int(),
  is_unlimited: z.boolean(),
  next_expiry_amount: z.nullable(z.int()),
  next_expiry_date: z.nullable(z.string()),
  balance_on: z.string(),
})
export type MembershipBalance = z.infer<typeof MembershipBalance>

/** Query of GET membership_balance; `balance_on` is the end of a day, by default today. */
export const MembershipBalanceQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  balance_on: z.optional(Day),
})
export type MembershipBalanceQuery = z.infer<typeof MembershipBalanceQuery>
