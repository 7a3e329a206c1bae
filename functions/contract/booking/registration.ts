import * as z from 'zod/mini'
import { ProgramAttendeeProfile } from '../people/attendee.ts'
import { CustomerProfileBrief } from '../people/customer.ts'
import { Event, EventOption } from '../offering/event.ts'
import { code, Id, Language, optionalLine } from '../field-rules.ts'
import { Money } from '../amount.ts'
import { instantInQuery, oneOrMore, paging } from '../paging.ts'
import { registrationStatuses } from '../states/registration-states.ts'
import * as registrationStates from '../states/registration-states.ts'

/** Value of an answer by the type of its question; the server checks it against the question. */
export const AnswerValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.record(z.string(), z.unknown()),
  z.null(),
])
export const Answer = z.strictObject({ field_id: Id, value: AnswerValue })
export type Answer = z.infer<typeof Answer>
export const FormResponse = z.strictObject({
  landed_at: z.nullable(z.string()),
  submitted_at: z.nullable(z.string()),
  answers: z.array(z.strictObject({ field_id: z.string(), value: AnswerValue })),
})
export type FormResponse = z.infer<typeof FormResponse>
/** The answers of a registration form, and when it was opened and sent (ISO times). */
export const FormResponseInput = z.strictObject({
  landed_at: z.nullish(z.string().check(z.maxLength(40))),
  submitted_at: z.nullish(z.string().check(z.maxLength(40))),
  answers: z.array(Answer).check(z.maxLength(200)),
})
/** The accepted waiver, in the version that was shown. */
export const WaiverInput = z.strictObject({ waiver_id: Id, version: z.int() })

/** A waiver as it was signed for a registration: the text of that version, the signer and the time. */
export const SignedWaiver = z.strictObject({
  object: z.literal('signed_waiver'),
  registration_id: z.string(),
  waiver_id: z.string(),
  version: z.int(),
  title: z.string(),
  text: z.string(),
  accepted_at: z.string(),
  accepted_by: z.strictObject({ first_name: z.string(), last_name: z.string() }),
  /** The relation of the signer to the attendee. */
  relation: z.string(),
})
export type SignedWaiver = z.infer<typeof SignedWaiver>

/** A signed waiver for the organisation: also whom it is for, in which language it was shown, and from where. */
export const OrganiserWaiver = z.extend(SignedWaiver, {
  object: z.literal('organiser_waiver'),
  attendee: z.strictObject({ first_name: z.string(), last_name: z.string() }),
  language: z.nullable(Language),
  address_prefix: z.nullable(z.string()),
})
export type OrganiserWaiver = z.infer<typeof OrganiserWaiver>

/** The outcome of cancelling now, by the calculation that the refund uses. */
export const CancellationPreview = z.strictObject({
  result: z.enum(['automatic', 'request', 'no_refund', 'not_possible']),
  /** The refund is `amount_paid` less `amount_kept` and `discount_lost`. */
  amount: Money,
  amount_paid: Money,
  amount_kept: Money,
  /** False when the policy refunds nothing and the customer can only request a refund. */
  is_in_policy: z.boolean(),
  kept_for: z.nullable(z.string()),
  tier_ends_at: z.nullable(z.string()),
  sentence: z.string(),
  /** The late fee of a session, deducted from the refund; null when there is none. */
  late_fee: z.nullable(z.strictObject({ amount: Money, sentence: z.string() })),
  /**
   * The deduction for an automatic discount that the remaining order no longer earns; `amount` is already reduced by
   * it.
   */
  discount_lost: z.nullable(z.strictObject({ amount: Money, sentence: z.string() })),
  /** What happens to store items bought with the place; null when there are none. */
  add_ons: z.nullable(z.string()),
})
export type CancellationPreview = z.infer<typeof CancellationPreview>

/** The group of a place, with the first names of its coaches. */
const PlaceGroup = z.strictObject({ name: z.string(), coaches: z.array(z.string()) })
export type PlaceGroup = z.infer<typeof PlaceGroup>

/** A registration of the API. */
export const Registration = z.strictObject({
  id: z.string(),
  object: z.literal('registration'),
  status: z.enum(registrationStatuses),
  sequence: z.int(),
  program_id: z.string(),
  event_id: z.string(),
  option_id: z.string(),
  order_id: z.nullable(z.string()),
  session_credit_id: z.nullable(z.string()),
  hold_expires_at: z.nullable(z.string()),
  online_event_url: z.nullable(z.string()),
  order: z.nullable(
    z.strictObject({
      amount_returned: Money,
      amount_cost: Money,
      amount_fee: Money,
      amount_total: Money,
      checkout_methods: z.array(z.string()),
      currency: z.string(),
      customer_name: z.string(),
      program_name: z.string(),
      receipt_number: z.nullable(z.string()),
      status: z.string(),
    }),
  ),
  form_response: FormResponse,
  waiver: z.nullable(z.strictObject({ waiver_id: z.string(), version: z.int(), accepted_at: z.string() })),
  event: Event,
  option: EventOption,
  customer_profile: CustomerProfileBrief,
  attendee_profile: ProgramAttendeeProfile,
  /** The group of the person, once the event shows its groups to families. */
  group: z.nullable(PlaceGroup),
  /** The late fee or no-show fee that was kept; null when there was none. */
  penalty: z.nullable(Money),
  cancellation: CancellationPreview,
  /** Until when the booking can be rescheduled; null when it cannot. */
  move_until: z.nullable(z.string()),
  /** Until when its answers can be changed; null when they cannot. */
  answers_until: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type Registration = z.infer<typeof Registration>

/** Body of POST registrations. `status` requests a waitlist instead of a place. */
export const RegisterRequest = z.strictObject({
  status: z.optional(z.enum(registrationStates.requestable.statuses)),
  event_id: Id,
  option_id: Id,
  customer_profile_id: Id,
  attendee_profile_id: Id,
  form_response: z.optional(FormResponseInput),
  session_credit_id: z.nullish(Id),
  waiver: z.nullish(WaiverInput),
  group_key: z.nullish(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))),
})
export type RegisterRequest = z.infer<typeof RegisterRequest>

/** An amount that was shown, in minor units or as Money; any other amount returns 409 quote_stale. */
export const ExpectedAmount = z.union([z.int().check(z.minimum(0)), z.looseObject({ value: z.int() })])
const ignored = z.optional(z.unknown())
/**
 * Body of PUT registrations/{id}: answers, waiver, `status: cancelled`, or a reschedule to another option or attendee;
 * `expected_amount` is the refund that was shown.
 */
export const UpdateRegistrationRequest = z.strictObject({
  id: z.optional(Id),
  status: z.optional(z.string()),
  form_response: z.optional(FormResponseInput),
  waiver: z.nullish(z.strictObject({ ...WaiverInput.shape, accepted_at: ignored })),
  option_id: z.optional(Id),
  attendee_profile_id: z.optional(Id),
  expected_amount: z.nullish(ExpectedAmount),
  object: ignored,
  sequence: ignored,
  program_id: ignored,
  event_id: ignored,
  order_id: ignored,
  session_credit_id: ignored,
  hold_expires_at: ignored,
  online_event_url: ignored,
  move_until: ignored,
  answers_until: ignored,
  order: ignored,
  event: ignored,
  option: ignored,
  customer_profile: ignored,
  attendee_profile: ignored,
  group: ignored,
  penalty: ignored,
  cancellation: ignored,
  created: ignored,
  updated: ignored,
})
export type UpdateRegistrationRequest = z.infer<typeof UpdateRegistrationRequest>

/** Where a refund goes: to the original payment method, or the customer’s balance with the program. */
export const refundDestinations = ['original_method', 'account_balance'] as const
export type RefundDestination = (typeof refundDestinations)[number]
/** Where staff may refund to. Cash is handed over by the organisation and only recorded. */
export const staffDestinations = [...refundDestinations, 'cash'] as const
export type StaffDestination = (typeof staffDestinations)[number]

/** Reasons for a refund. */
export const refundReasons = [
  'cannot_attend',
  'illness_or_injury',
  'schedule_conflict',
  'moved_away',
  'wrong_selection',
  'duplicate',
  'event_changed',
  'event_cancelled',
  'not_as_described',
  'unrecognised_charge',
  'other',
] as const
export type RefundReason = (typeof refundReasons)[number]
/** Reasons that a customer may choose. `event_cancelled` is reserved for the organiser. */
export const customerReasons = refundReasons.filter((reason) => reason !== 'event_cancelled')
/**
 * Body of POST registrations/{id}/cancel. `expected_amount` is in minor units; any other amount returns 409
 * quote_stale.
 */
export const CancelRegistrationRequest = z.strictObject({
  reason: z.nullish(z.enum(refundReasons, { error: code('invalid_option') })),
  reason_other: z.nullish(optionalLine(255)),
  destination: z.nullish(z.enum(refundDestinations, { error: code('invalid_option') })),
  expected_amount: z.nullish(ExpectedAmount),
})
export type CancelRegistrationRequest = z.infer<typeof CancelRegistrationRequest>

/** Query of GET registrations. */
export const RegistrationListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created', 'event_starts_at']), 'created'),
  search: z.optional(z.string().check(z.maxLength(100, code('too_long')))),
  program_id: z.optional(Id),
  status: z.optional(oneOrMore(z.enum(registrationStatuses))),
  appointment_type_id: z.optional(Id),
  event_id: z.optional(Id),
  order_id: z.optional(Id),
  attendee_id: z.optional(Id),
  is_preregistration_enabled: z.optional(z.enum(['true', 'false'])),
  event_scheduled_lt: z.optional(instantInQuery),
  event_scheduled_lte: z.optional(instantInQuery),
  event_scheduled_gt: z.optional(instantInQuery),
  event_scheduled_gte: z.optional(instantInQuery),
  event_ends_gt: z.optional(instantInQuery),
  event_ends_lte: z.optional(instantInQuery),
})
export type RegistrationListQuery = z.infer<typeof RegistrationListQuery>
export const InRegistration = z.strictObject({ registration_id: Id })
