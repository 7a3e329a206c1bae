import { markdown } from '../markdown-bounds.ts'
import * as z from 'zod/mini'
import { code, Key, line } from '../field-rules.ts'
import { Amount, Day, flag, listOfAtMost, orNull, whole } from './file-fields.ts'
import { allocatedPeriods, billingPeriods, expiryPeriods } from '../offering/package.ts'
import { text } from '../texts.ts'

/** What both kinds of packages say in a program file. */
const packageFields = {
  key: Key,
  name: text(line(100)),
  description: orNull(text(markdown(2000))),
  cost: Amount,
  /** Whether the booking fee stands in the cost; null = as `selling.fee.included` says. */
  include_fee: orNull(z.boolean({ error: code('invalid_option') })),
  /** Credits. */
  allocated_amount: orNull(whole(1, 10_000)),
  is_unlimited: flag(false),
  /** How long credits are good for; null = until they are used, or until the period ends. */
  expiry_amount: orNull(whole(1, 1000)),
  expiry_period: orNull(z.enum(expiryPeriods, { error: code('invalid_option') })),
  /** Nobody can buy it any more; who has it keeps it. */
  is_discontinued: flag(false),
  terms: orNull(text(markdown(10_000))),
}
/** How a package may be paid in parts: one of the two deposits, then parts of the same size, each with one of the two days. */
const FilePackagePlan = z.strictObject({
  deposit_percent: orNull(whole(1, 99)),
  deposit_amount: orNull(Amount),
  parts: listOfAtMost(z.strictObject({ days_after: orNull(whole(1, 730)), due_on: orNull(Day) }), 12),
})
export type FilePackagePlan = z.infer<typeof FilePackagePlan>
/** A bundle of visits in a program file. */
export const FileSessionPackage = z.strictObject({ ...packageFields, payment_plan: orNull(FilePackagePlan) })
export type FileSessionPackage = z.infer<typeof FileSessionPackage>
/** A membership in a program file. */
export const FileMembershipPackage = z.strictObject({
  ...packageFields,
  billing_period: z.enum(billingPeriods, { error: code('invalid_option') }),
  allocated_period: orNull(z.enum(allocatedPeriods, { error: code('invalid_option') })),
  /** Credits are given at the start of each period, not once. */
  allocate_credits_on_period: flag(false),
  /** Days free of charge before it is paid for the first time. */
  trial_days: orNull(whole(1, 365)),
  /** Whether a card has to be stored before a trial begins. */
  trial_needs_card: flag(true),
  /** It ends by itself after so many paid periods. */
  num_periods: orNull(whole(1, 520)),
  /** The day of the month on which a monthly membership is paid; the first part of a month costs its share. */
  anchor_day: orNull(whole(1, 31)),
})
export type FileMembershipPackage = z.infer<typeof FileMembershipPackage>
