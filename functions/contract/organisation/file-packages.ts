import { markdown } from '../markdown-bounds.ts'
import * as z from 'zod/mini'
import { code, Key, line } from '../field-rules.ts'
import { Amount, Day, flag, listOfAtMost, orNull, whole } from './file-fields.ts'
import { allocatedPeriods, billingPeriods, expiryPeriods, soldFor } from '../offering/package.ts'
import { text } from '../texts.ts'

/** The fields of both kinds of packages in a program file. */
const packageFields = {
  key: Key,
  name: text(line(100)),
  description: orNull(text(markdown(2000))),
  cost: Amount,
  /** True if the cost includes the booking fee; null means as in `selling.fee.included`. */
  include_fee: orNull(z.boolean({ error: code('invalid_option') })),
  /** The number of credits. */
  allocated_amount: orNull(whole(1, 10_000)),
  is_unlimited: flag(false),
  /** The validity of credits. Null means until they are used, or until the period ends. */
  expiry_amount: orNull(whole(1, 1000)),
  expiry_period: orNull(z.enum(expiryPeriods, { error: code('invalid_option') })),
  /** Whom the package is for: one person or the family; null means that the customer chooses. */
  for: orNull(z.enum(soldFor, { error: code('invalid_option') })),
  /** True for a package that is no longer on sale. Customers who have it keep it. */
  is_discontinued: flag(false),
  terms: orNull(text(markdown(10_000))),
}
/** Payment in instalments: one of the two deposits, then equal instalments, each with one of the two kinds of day. */
const FilePackagePlan = z.strictObject({
  deposit_percent: orNull(whole(1, 99)),
  deposit_amount: orNull(Amount),
  parts: listOfAtMost(z.strictObject({ days_after: orNull(whole(1, 730)), due_on: orNull(Day) }), 12),
})
export type FilePackagePlan = z.infer<typeof FilePackagePlan>
/** A session package in a program file. */
export const FileSessionPackage = z.strictObject({ ...packageFields, payment_plan: orNull(FilePackagePlan) })
export type FileSessionPackage = z.infer<typeof FileSessionPackage>
/** A membership in a program file. */
export const FileMembershipPackage = z.strictObject({
  ...packageFields,
  billing_period: z.enum(billingPeriods, { error: code('invalid_option') }),
  allocated_period: orNull(z.enum(allocatedPeriods, { error: code('invalid_option') })),
  /** Grants credits at the start of each period, not once. */
  allocate_credits_on_period: flag(false),
  /** The number of free days before the first payment. */
  trial_days: orNull(whole(1, 365)),
  /** True if a trial needs a stored card. */
  trial_needs_card: flag(true),
  /** True if a person who had a trial with the program gets this one as well. */
  trial_again: flag(false),
  /** The number of paid periods after which a membership ends. */
  num_periods: orNull(whole(1, 520)),
  /** Day of the month on which a monthly membership is paid; a partial first month costs its share. */
  anchor_day: orNull(whole(1, 31)),
})
export type FileMembershipPackage = z.infer<typeof FileMembershipPackage>
