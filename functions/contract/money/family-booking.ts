import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { SlotTakenBody, StartTime } from '../booking/appointment-registration.ts'
import { FormResponseInput, WaiverInput } from '../booking/registration.ts'
import { code, Id, ProgramId, Timezone } from '../field-rules.ts'
import { largestQuantity } from '../limits.ts'
import { PersonRefusal } from '../person-refusal.ts'
import { AddAttendeeRequest, RelationName } from '../people/attendee.ts'
import { Discount } from './discount.ts'
import { Order, OrderItem, OrderTax } from './order.ts'

/** Maximum number of people in one booking. It is also the maximum that a customer may hold in a program. */
export const maxPeople = 12
/** Maximum number of places that a customer may hold in a program, and so of those that a booking can release. */
const maxReleased = 48

const { first_name, last_name, picture_url, relations, program_ids, ...fields } = AddAttendeeRequest.shape
/** The fields of a new person, or those to fill in of one that exists. */
export const PersonFields = z.strictObject({
  first_name: z.optional(first_name),
  last_name: z.optional(last_name),
  relation: z.optional(RelationName),
  ...fields,
})
export type PersonFields = z.infer<typeof PersonFields>

/** A store product that is bought with a place. */
const StoreItem = z.strictObject({
  product_variation_id: Id,
  quantity: z._default(
    z.int().check(z.minimum(1, code('invalid_integer')), z.maximum(largestQuantity, code('invalid_integer'))),
    1,
  ),
})

/** One person of a booking: an attendee that exists, or the fields of a new one. */
export const BookedPerson = z.strictObject({
  attendee_id: z.nullish(Id),
  attendee: z.nullish(PersonFields),
  option_id: Id,
  form_response: z.nullish(FormResponseInput),
  waiver: z.nullish(WaiverInput),
  session_credit_id: z.nullish(Id),
  /** A package of either kind: the same as `session_package_id` or `membership_package_id`. */
  package_id: z.nullish(Id),
  session_package_id: z.nullish(Id),
  membership_package_id: z.nullish(Id),
  items: z.optional(z.array(StoreItem).check(z.maxLength(20))),
})
export type BookedPerson = z.infer<typeof BookedPerson>

/** Maximum number of times of an appointment type in one booking. */
const maxTimes = 52

/** Times of an appointment type, the same for each person of a booking. */
export const BookedAppointment = z.strictObject({
  appointment_type_id: Id,
  starts_at: z.array(StartTime, { error: code('required') }).check(
    z.minLength(1, code('required')),
    z.maxLength(maxTimes),
    z.refine((times) => new Set(times.map((time) => Date.parse(time))).size === times.length, code('invalid_option')),
  ),
})
export type BookedAppointment = z.infer<typeof BookedAppointment>

/**
 * Body of POST bookings: places of an event, or times of an appointment type, for people of one family, all or none, or
 * with `hold` those that are left. Exactly one of `event_id` and `appointment` is present.
 */
export const BookFamilyRequest = z.strictObject({
  program_id: ProgramId,
  event_id: z.nullish(Id),
  appointment: z.nullish(BookedAppointment),
  people: z
    .array(BookedPerson, { error: code('required') })
    .check(z.minLength(1, code('required')), z.maxLength(maxPeople)),
  order_id: z.nullish(Id),
  release: z.nullish(z.array(Id).check(z.maxLength(maxReleased))),
  code: z.nullish(z.string().check(z.maxLength(100, code('too_long')))),
  timezone: z.optional(Timezone),
  on_refusal: z._default(z.enum(['none', 'hold'], { error: code('invalid_option') }), 'none'),
  dry_run: z._default(z.boolean(), false),
})
export type BookFamilyRequest = z.infer<typeof BookFamilyRequest>

/** The cart of a booking. `refusals` is present when `on_refusal: hold` left people without a place. */
export const BookedOrder = z.strictObject({ ...Order.shape, refusals: z.optional(z.array(PersonRefusal)) })
export type BookedOrder = z.infer<typeof BookedOrder>

/** What a booking would be: its items and amounts, and who cannot have a place. Nothing is held. */
export const BookingPreview = z.strictObject({
  object: z.literal('booking_preview'),
  program_id: z.string(),
  order_id: z.nullable(z.string()),
  currency: z.string(),
  items: z.array(OrderItem),
  discounts: z.array(Discount),
  tax_items: z.array(OrderTax),
  amount_subtotal: Money,
  amount_discount: Money,
  amount_fee: Money,
  amount_tax: Money,
  amount_total: Money,
  refusals: z.array(PersonRefusal),
})
export type BookingPreview = z.infer<typeof BookingPreview>

/** The error of a refused booking: with every refused person, and the nearest free times when a single time is taken. */
export const RefusedBookingBody = z.strictObject({
  ...SlotTakenBody.shape,
  refusals: z.optional(z.array(PersonRefusal)),
})
export type RefusedBookingBody = z.infer<typeof RefusedBookingBody>
