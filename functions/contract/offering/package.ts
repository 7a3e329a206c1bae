import * as z from 'zod/mini'
import { Id } from '../field-rules.ts'
import { Price } from '../amount.ts'
import { InstalmentDue } from './payment-plan.ts'
import { oneOrMore, paging } from '../paging.ts'
import { TextLanguages } from '../texts.ts'

/** How often a membership is paid. */
export const billingPeriods = ['week', 'month', 'quarter', 'year', 'once'] as const
export type BillingPeriod = (typeof billingPeriods)[number]
/** The period for which the credits of a membership are granted; `total` means once for the whole membership. */
export const allocatedPeriods = ['billing_period', 'week', 'month', 'year', 'total'] as const
export type AllocatedPeriod = (typeof allocatedPeriods)[number]
/** How long credits are valid. */
export const expiryPeriods = ['day', 'week', 'month', 'year'] as const
export type ExpiryPeriod = (typeof expiryPeriods)[number]
/** Whom a package is sold for: one person, or everyone its customer books for. */
export const soldFor = ['person', 'family'] as const
export type SoldFor = (typeof soldFor)[number]

/**
 * The fields of both kinds. `events` (our addition) are the next ones that require the package; `num_events` counts all
 * upcoming ones. `appointment_types` (our addition) are those that require it.
 */
const common = {
  id: z.string(),
  program_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  price: Price,
  /** True when the price includes the booking fee. */
  include_fee: z.boolean(),
  /** The number of credits; null means unlimited, or none. */
  allocated_amount: z.nullable(z.int()),
  is_unlimited: z.boolean(),
  expiry_amount: z.nullable(z.int()),
  expiry_period: z.nullable(z.enum(expiryPeriods)),
  /** Whom the package is for (our addition); null means that the customer chooses. */
  for: z.nullable(z.enum(soldFor)),
  is_discontinued: z.boolean(),
  terms: z.nullable(z.string()),
  events: z.array(z.strictObject({ id: z.string(), name: z.string(), text_languages: TextLanguages })),
  num_events: z.int(),
  appointment_types: z.array(z.strictObject({ id: z.string(), name: z.string(), text_languages: TextLanguages })),
  created: z.string(),
  updated: z.string(),
  text_languages: TextLanguages,
}

/** A bundle of visits: the fields of a membership package without those about billing. */
export const SessionPackage = z.strictObject({
  object: z.literal('session_package'),
  ...common,
  /** The instalments if the package is bought alone now, the first one due today; empty when it is paid at once. */
  instalments: z.array(InstalmentDue),
})
export type SessionPackage = z.infer<typeof SessionPackage>

/** A membership package. `terms` are the terms of the package, or else the program's `default_membership_terms`. */
export const MembershipPackage = z.strictObject({
  object: z.literal('membership_package'),
  ...common,
  billing_period: z.enum(billingPeriods),
  allocated_period: z.nullable(z.enum(allocatedPeriods)),
  /** Credits are granted at the start of each period instead of once. */
  allocate_credits_on_period: z.boolean(),
  /** Free days before the first payment; null means none. */
  trial_days: z.nullable(z.int()),
  trial_needs_card: z.boolean(),
  /** Our addition: whether someone who had a trial with the program gets this one as well. */
  trial_again: z.boolean(),
  /** The number of paid periods after which a membership ends; null means that it continues until it is cancelled. */
  num_periods: z.nullable(z.int()),
  /** The fixed billing day of the month; null means the day on which each membership begins. */
  anchor_day: z.nullable(z.int()),
})
export type MembershipPackage = z.infer<typeof MembershipPackage>

/** A package in short, inside an event. */
export const PackageBrief = z.strictObject({
  id: z.string(),
  object: z.enum(['session_package', 'membership_package']),
  name: z.string(),
  is_discontinued: z.boolean(),
  text_languages: TextLanguages,
})
export type PackageBrief = z.infer<typeof PackageBrief>

/**
 * Query of both lists: cheapest first. `page_of` (our addition) returns the page that contains the package, regardless
 * of `skip`.
 */
export const PackageListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['price', 'name', 'created']), 'price'),
  page_of: z.optional(Id),
})
export type PackageListQuery = z.infer<typeof PackageListQuery>

/** Memberships can also be requested by id, including those no longer on sale. */
export const MembershipPackageListQuery = z.strictObject({ ...PackageListQuery.shape, id: z.optional(oneOrMore(Id)) })
export type MembershipPackageListQuery = z.infer<typeof MembershipPackageListQuery>

export const InSessionPackage = z.strictObject({ program_id: Id, session_package_id: Id })
