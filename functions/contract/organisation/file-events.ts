import { markdown } from '../markdown-bounds.ts'
import * as z from 'zod/mini'
import { eventTypes } from '../offering/event.ts'
import { factFieldsOfFile } from '../event-facts.ts'
import { eventStatuses } from '../states/event-states.ts'
import { code, genders, Key, line, lines, PictureUrl, Timezone, WebUrl } from '../field-rules.ts'
import { FileAttachment } from './file-attachments.ts'
import { Amount, Before, FileTime, flag, listOfAtMost, orNull, whole, Day } from './file-fields.ts'
import { text } from '../texts.ts'

const lateRules = ['keep_credit_used', 'return_credit', 'charge_fee'] as const
/** Registration needs one of these packages. When both lists are empty, everyone may register. */
export const FileRestriction = z.prefault(
  z.strictObject({ session_packages: listOfAtMost(Key, 20), membership_packages: listOfAtMost(Key, 20) }),
  {},
)
/** The cancellation policy of single dates of a class, and of appointments. */
export const FileSessionPolicy = z.strictObject({
  free_until: Before,
  late: z.enum(lateRules),
  late_fee: z._default(Amount, 0),
  no_show: z._default(z.enum(lateRules), 'keep_credit_used'),
  request: flag(true),
})
const FileRefund = z.strictObject({
  tiers: listOfAtMost(z.strictObject({ until: Before, percent: whole(0, 100) }), 10),
  retention: z.prefault(
    z.strictObject({ fixed: z._default(Amount, 0), percent: z._default(whole(0, 100), 0), keep_fees: flag(true) }),
    {},
  ),
  automatic: flag(false),
  request: flag(true),
  move_until: orNull(Before),
  /** The cancellation policy of single dates of a class; null means the tiers apply. */
  session: orNull(FileSessionPolicy),
})

/** Payment in instalments: one of the two deposits, then equal instalments, each with one of the two kinds of day. */
const FilePaymentPlan = z.strictObject({
  deposit_percent: orNull(whole(1, 99)),
  deposit_amount: orNull(Amount),
  parts: listOfAtMost(z.strictObject({ days_before: orNull(whole(0, 730)), due_on: orNull(Day) }), 12),
})
export type FilePaymentPlan = z.infer<typeof FilePaymentPlan>

/** An option of an event in a program file. */
export const FileOption = z.strictObject({
  key: Key,
  name: text(line(50)),
  description: orNull(text(lines(500))),
  free: flag(false),
  cost: orNull(Amount),
  gender: orNull(z.enum(genders, { error: code('invalid_option') })),
  minimum_age: orNull(whole(0, 125)),
  maximum_age: orNull(whole(0, 125)),
  /** A file always states the number, because unlimited places must never be an omission. */
  spots_total: z.union([whole(0, 100_000), z.literal('unlimited')], code('file_spots')),
  pools: listOfAtMost(Key, 10),
  sale_starts_at: orNull(FileTime),
  sale_ends_at: orNull(FileTime),
  is_closed: flag(false),
  payment_plan: orNull(FilePaymentPlan),
})
export type FileOption = z.infer<typeof FileOption>

/** A group of an event, for its staff alone. By age, a child goes to a group that the age fits. */
export const FileGroup = z.strictObject({
  key: Key,
  name: line(50),
  minimum_age: orNull(whole(0, 125)),
  maximum_age: orNull(whole(0, 125)),
})
export type FileGroup = z.infer<typeof FileGroup>

/** An event in a program file, with its options and its refund policy. */
export const FileEvent = z.strictObject({
  key: Key,
  type: z.enum(eventTypes, { error: code('invalid_option') }),
  name: text(line(100)),
  /** The title in browser tabs and shared links when the name is too long. */
  title: orNull(text(line(45))),
  summary: orNull(text(line(250))),
  description: orNull(text(markdown(10_000))),
  terms: orNull(text(markdown(10_000))),
  status: z._default(z.enum(eventStatuses, { error: code('invalid_option') }), 'draft'),
  timezone: orNull(Timezone),
  /** The start, which is not needed if there are `series_dates`. */
  starts_at: orNull(FileTime),
  ends_at: orNull(FileTime),
  series_dates: listOfAtMost(z.strictObject({ starts_at: FileTime, ends_at: FileTime }), 200),
  /** True for one stay from the first start to the last end; null means that the hours decide. */
  overnight: orNull(z.boolean({ error: code('invalid_option') })),
  ...factFieldsOfFile,
  venues: listOfAtMost(Key, 10),
  online_event: flag(false),
  online_event_url: orNull(WebUrl),
  /** Registration needs one of these packages. When both lists are empty, everyone may register. */
  restrict_to: FileRestriction,
  tags: listOfAtMost(line(40), 20),
  picture_url: orNull(PictureUrl),
  picture_text: orNull(text(line(200))),
  waiver: orNull(Key),
  waiver_may_wait: flag(false),
  questions: listOfAtMost(Key, 50),
  /** Keys of the products that the page of the event shows, in this order. */
  promoted_products: listOfAtMost(Key, 20),
  attachments: listOfAtMost(FileAttachment, 20),
  waitlist: flag(false),
  preregistration_enabled: flag(false),
  external_registration_url: orNull(WebUrl),
  refund: z.prefault(FileRefund, {}),
  options: listOfAtMost(FileOption, 50),
  groups: listOfAtMost(FileGroup, 30),
  /** True when families see the group of their place and the first names of its coaches. */
  groups_shown: flag(false),
})
export type FileEvent = z.infer<typeof FileEvent>
