import * as z from 'zod/mini'
import { Id } from '../field-rules.ts'
import { Price } from '../amount.ts'
import { InstalmentDue } from './payment-plan.ts'
import { oneOrMore, paging } from '../paging.ts'
import { TextLanguages } from '../texts.ts'

/** How often a membership is paid for. */
export const billingPeriods = ['week', 'month', 'quarter', 'year', 'once'] as const
export type BillingPeriod = (typeof billingPeriods)[number]
/** For how long the credits of a membership are meant; `total` = once for all of it. */
export const allocatedPeriods = ['billing_period', 'week', 'month', 'year', 'total'] as const
export type AllocatedPeriod = (typeof allocatedPeriods)[number]
/** How long credits are good for. */
export const expiryPeriods = ['day', 'week', 'month', 'year'] as const
export type ExpiryPeriod = (typeof expiryPeriods)[number]

/** What both kinds say. `events` (ours) are the next ones that require one of their packages; `num_events` counts all that are to come. */
const common = {
  id: z.string(),
  program_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  price: Price,
  /** The booking fee stands in the price. */
  include_fee: z.boolean(),
  /** Credits; null = without limit, or none at all. */
  allocated_amount: z.nullable(z.int()),
  is_unlimited: z.boolean(),
  expiry_amount: z.nullable(z.int()),
  expiry_period: z.nullable(z.enum(expiryPeriods)),
  is_discontinued: z.boolean(),
  terms: z.nullable(z.string()),
  events: z.array(z.strictObject({ id: z.string(), name: z.string(), text_languages: TextLanguages })),
  num_events: z.int(),
  created: z.string(),
  updated: z.string(),
  text_languages: TextLanguages,
}

/** A bundle of visits. Its fields are those of a membership package that are not about billing. */
export const SessionPackage = z.strictObject({
  object: z.literal('session_package'),
  ...common,
  /** The parts in which it may be paid if it is bought alone now, the first today; empty where it is paid at once. */
  instalments: z.array(InstalmentDue),
})
export type SessionPackage = z.infer<typeof SessionPackage>

/** Membership package. `terms` are its own, else the program's `default_membership_terms`. */
export const MembershipPackage = z.strictObject({
  object: z.literal('membership_package'),
  ...common,
  billing_period: z.enum(billingPeriods),
  allocated_period: z.nullable(z.enum(allocatedPeriods)),
  /** Credits are given at the start of each period, not once. */
  allocate_credits_on_period: z.boolean(),
  /** So many days free of charge before it is paid for the first time; null = none. */
  trial_days: z.nullable(z.int()),
  trial_needs_card: z.boolean(),
  /** It ends by itself after so many paid periods; null = when it is cancelled. */
  num_periods: z.nullable(z.int()),
  /** The day of the month on which all of them are paid; null = the day each begins. */
  anchor_day: z.nullable(z.int()),
})
export type MembershipPackage = z.infer<typeof MembershipPackage>

/** A package as an event names it. */
export const PackageBrief = z.strictObject({
  id: z.string(),
  object: z.enum(['session_package', 'membership_package']),
  name: z.string(),
  is_discontinued: z.boolean(),
  text_languages: TextLanguages,
})
export type PackageBrief = z.infer<typeof PackageBrief>

/** Query of both lists: the cheapest first. `page_of` (ours) gives the page on which that package stands, whatever `skip` says. */
export const PackageListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['price', 'name', 'created']), 'price'),
  page_of: z.optional(Id),
})
export type PackageListQuery = z.infer<typeof PackageListQuery>

/** Memberships may be asked for by their ids too; those that are no longer sold are found only so. */
export const MembershipPackageListQuery = z.strictObject({ ...PackageListQuery.shape, id: z.optional(oneOrMore(Id)) })
export type MembershipPackageListQuery = z.infer<typeof MembershipPackageListQuery>

export const InSessionPackage = z.strictObject({ program_id: Id, session_package_id: Id })
