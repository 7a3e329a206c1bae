import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { FormResponseInput, WaiverInput } from '../booking/registration.ts'
import { code, Id, ProgramId, Timezone } from '../field-rules.ts'
import { AddAttendeeRequest, RelationName } from '../people/attendee.ts'
import { Discount } from './discount.ts'
import { OrderItem, OrderTax } from './order.ts'

/** Maximum number of people in one booking. It is also the maximum that a customer may hold in a program. */
export const maxPeople = 12

const { first_name, last_name, picture_url, relations, program_ids, ...fields } = AddAttendeeRequest.shape
/** The fields of a new person, or those to fill in of one that exists. */
export const PersonFields = z.strictObject({
  first_name: z.optional(first_name),
  last_name: z.optional(last_name),
  relation: z.optional(RelationName),
  ...fields,
})
export type PersonFields = z.infer<typeof PersonFields>

/** One person of a booking: an attendee that exists, or the fields of a new one. */
export const BookedPerson = z.strictObject({
  attendee_id: z.nullish(Id),
  attendee: z.nullish(PersonFields),
  option_id: Id,
  form_response: z.nullish(FormResponseInput),
  waiver: z.nullish(WaiverInput),
})
export type BookedPerson = z.infer<typeof BookedPerson>

/** Body of POST bookings: places of an event for people of one family, all or none. */
export const BookFamilyRequest = z.strictObject({
  program_id: ProgramId,
  event_id: Id,
  people: z
    .array(BookedPerson, { error: code('required') })
    .check(z.minLength(1, code('required')), z.maxLength(maxPeople)),
  order_id: z.nullish(Id),
  timezone: z.optional(Timezone),
  dry_run: z._default(z.boolean(), false),
})
export type BookFamilyRequest = z.infer<typeof BookFamilyRequest>

/** Why a person cannot have the place. `person` is their position in the request, from 0. */
export const PersonRefusal = z.strictObject({
  person: z.int(),
  type: z.string(),
  param: z.string(),
  message: z.string(),
})
export type PersonRefusal = z.infer<typeof PersonRefusal>

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
