// Over 250 lines: a program file, part by part.
import { markdown } from '../markdown-bounds.ts'
import * as z from 'zod/mini'
import { requirableFields } from '../people/attendee-fields.ts'
import { resourceKinds } from '../offering/appointment.ts'
import { questionTypes } from '../offering/event.ts'
import {
  Colour,
  Email,
  code,
  FramingOrigin,
  isTimezone,
  Key,
  Language,
  line,
  lines,
  Phone,
  ProgramId,
  Timezone,
  PictureUrl,
  WebsiteUrl,
} from '../field-rules.ts'
import { FileAppointmentType } from './file-appointments.ts'
import { FileEvent } from './file-events.ts'
import {
  Amount,
  Before,
  FileClosedDays,
  FileTime,
  flag,
  listOfAtMost,
  orNull,
  Percent,
  programTypes,
  whole,
} from './file-fields.ts'
import { FileCategory, FileProduct } from './file-store.ts'
import { maxCouponsPerProgram, maxEventsPerProgram, maxPoolsPerProgram } from '../limits.ts'
import { FileMembershipPackage, FileSessionPackage } from './file-packages.ts'
import { noticeTopicNames, usualTeamNotices } from './notices.ts'
import { flagInQuery } from '../paging.ts'
import {
  campFeedbackSchedules,
  priceStyles,
  sessionFeedbackSchedules,
  untilStart,
  usualCardChargeLimit,
} from '../offering/program.ts'
import { usualOfflineLimits } from '../offering/offline-limits.ts'
import { text } from '../texts.ts'
import * as membershipStates from '../states/membership-states.ts'

const Currency = z.string({ error: code('required') }).check(z.regex(/^[A-Z]{3}$/, code('file_currency')))
const Country = z.string({ error: code('required') }).check(z.regex(/^[A-Z]{2}$/, code('file_country')))

export const FileAddress = z.strictObject({
  address_line_1: text(line(120)),
  address_line_2: orNull(text(line(120))),
  city: line(80),
  region: orNull(z.string().check(z.regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, code('invalid_region')))),
  postcode: orNull(line(12)),
  country: Country,
})
export type FileAddress = z.infer<typeof FileAddress>

const FilePreferences = z.strictObject({
  brand_accent_color: orNull(Colour),
  logo: orNull(PictureUrl),
  icon: orNull(PictureUrl),
  /** The background of log-in, registration and checkout. The overlay needs a picture. */
  checkout_background_url: orNull(PictureUrl),
  checkout_overlay_opacity: orNull(whole(0, 100)),
  checkout_overlay_color: orNull(Colour),
  program_terms: orNull(text(markdown(10_000))),
  /** Markdown shown above the lists of packages. */
  session_packages_text: orNull(text(markdown(5000))),
  membership_packages_text: orNull(text(markdown(5000))),
  /** The terms of every membership without its own terms. */
  default_membership_terms: orNull(text(markdown(10_000))),
  sold_out_text: orNull(text(line(120))),
  /** Markdown shown above the products of the store. */
  store_front_text: orNull(text(markdown(10_000))),
  required_attendee_fields: listOfAtMost(z.enum(requirableFields, { error: code('invalid_option') }), 5),
  treaty: orNull(text(markdown(10_000))),
  /** Markdown for the organisation's part of the privacy page. */
  privacy_text: orNull(text(markdown(10_000))),
  /** Names the people who read health information; shown next to health fields and on the privacy page. */
  health_access_text: orNull(text(line(250))),
  /** The key of the waiver for events without their own waiver. */
  default_event_waiver: orNull(Key),
  default_sales_end: z._default(Before, untilStart),
  /** Customers can change the answers of a place until this long before its start. */
  answers_until: z._default(Before, untilStart),
  /** When families of camps, and of classes and appointments, are asked for feedback; needs `features.feedback`. */
  camp_feedback_schedule: z._default(z.enum(campFeedbackSchedules, { error: code('invalid_option') }), 'off'),
  session_feedback_schedule: z._default(z.enum(sessionFeedbackSchedules, { error: code('invalid_option') }), 'off'),
  ignore_attendee_conflicts: flag(false),
  /** True if the pages of events show the products that the events promote. */
  promote_products: flag(false),
})

const FileFeatures = z.strictObject({
  online_payments: flag(false),
  sessions: flag(false),
  memberships: flag(false),
  account_balance: flag(false),
  communications: flag(false),
  feedback: flag(false),
  discounts: flag(false),
  appointments: flag(false),
  expanded_gender: flag(false),
  products: flag(false),
  push_notifications: flag(false),
  meta_pixel: flag(false),
  gtm: flag(false),
})

/** Offline payment: off, on with the default limits, or on with other limits. */
const FileOffline = z.union(
  [
    z.boolean(),
    z.strictObject({
      days: z._default(whole(1, 60), usualOfflineLimits.days),
      places: z._default(whole(1, 100), usualOfflineLimits.places),
      verified_email: flag(usualOfflineLimits.verified_email),
      until_start: flag(usualOfflineLimits.until_start),
    }),
  ],
  { error: code('invalid_option') },
)

const FileSelling = z.strictObject({
  hold_minutes: z._default(whole(5, 60), 15),
  offline: z._default(FileOffline, false),
  /** How to pay offline: where, when and how. Required if `offline` is on. */
  offline_instructions: orNull(text(lines(2000))),
  fee: z.prefault(
    z.strictObject({ percent: z._default(Percent, 0), fixed: z._default(Amount, 0), included: flag(false) }),
    {},
  ),
  taxes: listOfAtMost(z.strictObject({ name: text(line(40)), percent: Percent, included: flag(false) }), 5),
  balance_due_blocks_checkout: flag(false),
  embed_origins: listOfAtMost(FramingOrigin, 20),
  /** The tax registration number, shown on receipts. */
  tax_number: orNull(text(line(60))),
  /** The seller's name on receipts, where it is not the program's name. */
  legal_name: orNull(line(100)),
  /** What a parent agrees to before a charge of staff may go to their stored card; null allows none. */
  card_charges: orNull(text(lines(500))),
  /** The most that one such charge may be. */
  card_charges_limit: z._default(Amount, usualCardChargeLimit),
  show_prices: z._default(z.enum(priceStyles, { error: code('invalid_option') }), 'all_in'),
  /** What happens to a membership whose card is finally declined, and who may pause one. */
  memberships: z.prefault(
    z.strictObject({
      after_retries: z._default(
        z.enum(membershipStates.afterRetries.statuses, { error: code('invalid_option') }),
        'unpaid',
      ),
      customer_may_pause: flag(false),
    }),
    {},
  ),
})

export const FileVenue = z.strictObject({
  key: Key,
  name: text(line(100)),
  address: FileAddress,
  timezone: orNull(Timezone),
})
/** A person or a room that appointments need. It has one appointment at a time, across all types. */
const FileResource = z.strictObject({
  key: Key,
  name: line(100),
  kind: z.enum(resourceKinds, { error: code('invalid_option') }),
  closed: FileClosedDays,
})
const FilePool = z.strictObject({ key: Key, spots_total: whole(0, 100_000) })
const FileWaiver = z.strictObject({
  key: Key,
  version: z._default(whole(1, 10_000), 1),
  title: text(line(100)),
  text: text(markdown(20_000).check(z.minLength(1, code('required')))),
})

const Choice = z.union([line(100), z.strictObject({ value: line(100), label: text(line(100)) })], {
  error: code('required'),
})
export const FileQuestion = z.strictObject({
  key: Key,
  title: text(line(200)),
  type: z.enum(questionTypes, { error: code('invalid_option') }),
  help: orNull(text(lines(500))),
  required: flag(false),
  max_length: orNull(whole(1, 2000)),
  min: orNull(z.number({ error: code('invalid_integer') })),
  max: orNull(z.number({ error: code('invalid_integer') })),
  choices: listOfAtMost(Choice, 100),
  /** The answer to another question that makes this question visible. */
  show_if: orNull(
    z.strictObject({
      field: Key,
      equals: z.union([z.string(), z.boolean(), z.number()], { error: code('required') }),
    }),
  ),
})

export type FileQuestion = z.infer<typeof FileQuestion>

export const FileCoupon = z.strictObject({
  key: Key,
  name: orNull(text(line(100))),
  // The code of a coupon. Spaces around it are trimmed, and the pattern in the JSON Schema accepts them too.
  code: orNull(z.string().check(z.trim(), z.regex(/^\s*[A-Za-z0-9_-]{3,40}\s*$/, code('file_coupon_code')))),
  amount_off: orNull(Amount),
  percent_off: orNull(Percent),
  redeem_after: orNull(FileTime),
  redeem_before: orNull(FileTime),
  first_time_transaction: flag(false),
  minimum_items: orNull(whole(1, 1000)),
  minimum_amount: orNull(Amount),
  max_redemptions: orNull(whole(1, 1_000_000)),
  limit_customer: orNull(whole(1, 1000)),
  /** Keys of memberships: the customer or a person of the order must have one of them; empty means no restriction. */
  membership_packages: listOfAtMost(Key, 20),
  /**
   * Keys of events, and kinds of items (`camp`, `event_option`). When both lists are empty, the coupon applies to
   * everything.
   */
  applies_to: z.prefault(
    z.strictObject({ products: listOfAtMost(Key, 100), product_types: listOfAtMost(line(40), 20) }),
    {},
  ),
  apply_automatically: flag(false),
  is_enabled: flag(true),
  /** The number of uses before the program was on this site. */
  redeemed_before: z._default(whole(0, 1_000_000), 0),
})
export type FileCoupon = z.infer<typeof FileCoupon>

const metaPixelId = /^\d{6,20}$/
const gtmId = /^GTM-[A-Z0-9]{4,10}$/

/** A program as its organisation writes it. Every item of a list has a `key`; absent fields have their default. */
export const ProgramFile = z.strictObject({
  program: ProgramId,
  name: text(line(100)),
  summary: orNull(text(line(250))),
  types: listOfAtMost(z.enum(programTypes, { error: code('invalid_option') }), 10),
  tags: listOfAtMost(line(40), 20),
  /**
   * The name of a type or tag of the program, its events and appointment types in each language; by default the tag
   * itself.
   */
  tag_names: z._default(z.record(line(40), text(line(40))), {}),
  timezone: z.string({ error: code('required') }).check(z.refine(isTimezone, code('invalid_timezone'))),
  default_currency: Currency,
  language: z._default(Language, 'en'),
  languages: z._default(z.array(Language).check(z.minLength(1, code('required'))), ['en']),
  country: Country,
  website: orNull(WebsiteUrl),
  email: orNull(Email),
  phone: orNull(Phone),
  address: orNull(FileAddress),
  picture_url: orNull(PictureUrl),
  /** Days on which no appointment can be booked. */
  closed: FileClosedDays,
  /** The mails that each member of the team gets until they choose for themselves. */
  team_notices: z._default(
    z
      .array(z.enum(noticeTopicNames, { error: code('invalid_option') }))
      .check(z.maxLength(noticeTopicNames.length, code('file_list'))),
    [...usualTeamNotices],
  ),
  /** Ids for tracking visitors who agree. The ids become part of URLs and scripts, so only valid ones are accepted. */
  meta_pixel_id: orNull(z.string().check(z.regex(metaPixelId, code('file_meta_pixel_id')))),
  gtm_id: orNull(z.string().check(z.regex(gtmId, code('file_gtm_id')))),
  featured: flag(false),
  is_verified: flag(false),
  features: z.prefault(FileFeatures, {}),
  preferences: z.prefault(FilePreferences, {}),
  selling: z.prefault(FileSelling, {}),
  venues: listOfAtMost(FileVenue, 200),
  resources: listOfAtMost(FileResource, 200),
  pools: listOfAtMost(FilePool, maxPoolsPerProgram),
  waivers: listOfAtMost(FileWaiver, 50),
  questions: listOfAtMost(FileQuestion, 200),
  events: listOfAtMost(FileEvent, maxEventsPerProgram),
  coupons: listOfAtMost(FileCoupon, maxCouponsPerProgram),
  appointment_types: listOfAtMost(FileAppointmentType, 100),
  session_packages: listOfAtMost(FileSessionPackage, 200),
  membership_packages: listOfAtMost(FileMembershipPackage, 200),
  categories: listOfAtMost(FileCategory, 100),
  products: listOfAtMost(FileProduct, 500),
})
/** The program file with every default filled in. */
export type ProgramFile = z.infer<typeof ProgramFile>

export const ProgramChange = z.strictObject({
  action: z.enum(['create', 'update', 'remove', 'keep']),
  path: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type ProgramChange = z.infer<typeof ProgramChange>
/** A refused change: its path, and the line in the request body. */
export const Refusal = z.strictObject({
  type: z.string(),
  path: z.string(),
  message: z.string(),
  line: z.optional(z.int()),
})
export type Refusal = z.infer<typeof Refusal>

/** A booking that the file no longer offers. It stays until the organisation moves or cancels it. */
export const PlanWarning = z.strictObject({ path: z.string(), message: z.string() })
export type PlanWarning = z.infer<typeof PlanWarning>

/** The effect of applying a file, planned or done. With refusals nothing changes. `message` summarises the changes. */
export const ProgramPlan = z.strictObject({
  object: z.literal('program_plan'),
  /** The version of the program that the plan is for; null for a new program. */
  version: z.nullable(z.string()),
  message: z.nullable(z.string()),
  changes: z.array(ProgramChange),
  refusals: z.array(Refusal),
  /** Booked appointments that need a person's decision: on a closed day, or two of one person or room. */
  warnings: z.array(PlanWarning),
})
export type ProgramPlan = z.infer<typeof ProgramPlan>
/**
 * Query of PUT organiser/programs/{program_id}. `dry_run` plans and writes nothing. With the `version` of a plan, a
 * later change returns 409.
 */
export const PutProgramQuery = z.strictObject({
  dry_run: z._default(flagInQuery, false),
  version: z.optional(z.string().check(z.maxLength(40))),
})
