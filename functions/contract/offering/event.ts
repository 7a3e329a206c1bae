import * as z from 'zod/mini'
import { type FactName, factFields } from '../event-facts.ts'
import { type EventType, eventTypes, filterQuery } from '../event-filters.ts'
import { Gender, Id } from '../field-rules.ts'
import { oneOrMore, paging } from '../paging.ts'
import { Price } from '../amount.ts'
import { InstalmentDue } from './payment-plan.ts'
import { PackageBrief } from './package.ts'
import { ProgramBrief, Venue } from './program.ts'
import { TextLanguages } from '../texts.ts'
import { eventStatuses } from '../states/event-states.ts'
import { saleStatuses } from '../states/sale-states.ts'

export { type EventType, eventTypes }

export const questionTypes = [
  'short_text',
  'long_text',
  'number',
  'date',
  'phone',
  'email',
  'yes_no',
  'single_choice',
  'multi_choice',
  'dropdown',
  'file',
  'address',
  'consent',
  'signature',
] as const
export type QuestionType = (typeof questionTypes)[number]

/** A question of a registration form. */
export const Field = z.strictObject({
  id: z.string(),
  title: z.string(),
  type: z.enum(questionTypes),
  help: z.nullable(z.string()),
  validations: z.strictObject({
    required: z.boolean(),
    max_length: z.nullable(z.int()),
    min: z.nullable(z.number()),
    max: z.nullable(z.number()),
  }),
  choices: z.array(z.strictObject({ value: z.string(), label: z.string(), text_languages: TextLanguages })),
  show_if: z.nullable(z.strictObject({ field: z.string(), equals: z.union([z.string(), z.boolean(), z.number()]) })),
  text_languages: TextLanguages,
})
export type Field = z.infer<typeof Field>

/** The waiver of an event. */
export const Waiver = z.strictObject({
  waiver_id: z.string(),
  version: z.int(),
  title: z.string(),
  text: z.string(),
  text_hash: z.string(),
  text_languages: TextLanguages,
})
export type Waiver = z.infer<typeof Waiver>

export const OrderAvailability = z.strictObject({
  available_spots: z.nullable(z.int()),
  minimum_option_price: z.nullable(Price),
  maximum_option_price: z.nullable(Price),
  is_sold_out: z.boolean(),
  sale_starts_at: z.nullable(z.string()),
  sale_ends_at: z.nullable(z.string()),
})

/**
 * One step of a refund policy: the percentage refunded until this time before the start. `until` is an ISO 8601
 * duration.
 */
export const RefundTier = z.strictObject({ until: z.string(), percent: z.int() })
export type RefundTier = z.infer<typeof RefundTier>
export const Retention = z.strictObject({ fixed: z.int(), percent: z.int(), keep_fees: z.boolean() })
export const SessionPolicy = z.strictObject({
  free_until: z.string(),
  late: z.enum(['keep_credit_used', 'return_credit', 'charge_fee']),
  late_fee: z.int(),
  no_show: z.enum(['keep_credit_used', 'return_credit', 'charge_fee']),
  move_until: z.string(),
})
/** Refund policy. `retention.fixed` is in minor units, `retention.percent` is a whole percentage. */
export const RefundPolicy = z.strictObject({
  camp_refund_retention_policy: z.nullable(Retention),
  is_automated_camp_refund_allowed: z.boolean(),
  is_camp_refund_request_allowed: z.boolean(),
  camp_refund_policy: z.array(RefundTier),
  is_session_cancellation_request_allowed: z.boolean(),
  session_cancellation_policy: z.nullable(SessionPolicy),
  timezone: z.string(),
})
export type RefundPolicy = z.infer<typeof RefundPolicy>

/** A day of an event that the organisation called off, with its words. */
export const DayOffBrief = z.strictObject({ date: z.string(), text: z.string() })
export type DayOffBrief = z.infer<typeof DayOffBrief>

/** An event of the API. `options_brief` (our addition): ages and genders of its options, for cards. */
export const Event = z.strictObject({
  id: z.string(),
  object: z.literal('event'),
  type: z.enum(eventTypes),
  name: z.string(),
  title: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  description: z.nullable(z.string()),
  program: ProgramBrief,
  venues: z.array(Venue),
  online_event: z.boolean(),
  status: z.enum(eventStatuses),
  lifecycle: z.enum(['upcoming', 'ongoing', 'ended']),
  url: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  previous_starts_at: z.nullable(z.string()),
  terms: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  picture_url: z.nullable(z.string()),
  picture_text: z.nullable(z.string()),
  fields: z.array(Field),
  tags: z.array(z.string()),
  /** True when its days are one stay including the nights (our addition). */
  overnight: z.boolean(),
  ...factFields,
  is_series: z.boolean(),
  series_dates: z.array(z.strictObject({ starts_at: z.string(), ends_at: z.string() })),
  /** The days that the organisation called off (our addition). */
  days_off: z.array(DayOffBrief),
  restrict_to_package_ids: z.array(z.string()),
  /** The packages that cover it, by name (our addition). */
  packages: z.array(PackageBrief),
  preregistration_enabled: z.boolean(),
  has_external_registration: z.boolean(),
  external_registration_url: z.nullable(z.string()),
  appointment_type_id: z.nullable(z.string()),
  currency: z.string(),
  timezone: z.string(),
  order_availability: OrderAvailability,
  refund_policy: RefundPolicy,
  waiver: z.nullable(Waiver),
  options_brief: z.strictObject({
    minimum_age: z.nullable(z.int()),
    maximum_age: z.nullable(z.int()),
    genders: z.array(Gender),
    sale_status: z.enum(saleStatuses),
    waitlist: z.boolean(),
    free: z.boolean(),
  }),
  created: z.string(),
  updated: z.string(),
  published: z.nullable(z.string()),
  text_languages: TextLanguages,
})
export type Event = z.infer<typeof Event>
/** The fields of an event that its card shows. */
export type CardEvent = Pick<
  Event,
  | 'id'
  | 'type'
  | 'name'
  | 'venues'
  | 'online_event'
  | 'status'
  | 'starts_at'
  | 'ends_at'
  | 'picture_url'
  | 'is_series'
  | 'series_dates'
  | 'overnight'
  | 'has_external_registration'
  | 'currency'
  | 'timezone'
  | 'order_availability'
  | 'options_brief'
  | 'text_languages'
  | FactName
>

/**
 * Event option (ticket). The API has the exact number of places (null means unlimited); pages only show that there are
 * more than ten.
 */
export const EventOption = z.strictObject({
  id: z.string(),
  object: z.literal('event_option'),
  event_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  free: z.boolean(),
  gender: z.nullable(Gender),
  minimum_age: z.nullable(z.int()),
  maximum_age: z.nullable(z.int()),
  appointment_option_id: z.nullable(z.string()),
  sale_status: z.enum(saleStatuses),
  cost: Price,
  instalments: z.array(InstalmentDue),
  text_languages: TextLanguages,
  order_availability: z.strictObject({
    available_spots: z.nullable(z.int()),
    is_sold_out: z.boolean(),
    sale_starts_at: z.nullable(z.string()),
    sale_ends_at: z.nullable(z.string()),
  }),
})
export type EventOption = z.infer<typeof EventOption>

/**
 * Query of GET explore/events. `program_id` is optional. `status` is upcoming, ongoing or ended; cancelled events are
 * found only by `cancelled`.
 */
export const EventListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['starts_at', 'name', 'created']), 'starts_at'),
  program_id: z.optional(oneOrMore(Id)),
  status: z.optional(oneOrMore(z.enum(['upcoming', 'ongoing', 'ended', 'cancelled']))),
  ...filterQuery,
})
export type EventListQuery = z.infer<typeof EventListQuery>

/** Query of GET explore/events/{event_id}/options. */
export const OptionListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name', 'cost']), 'position'),
})
export const InEvent = z.strictObject({ event_id: Id })
export const InOption = z.strictObject({ event_id: Id, option_id: Id })
