import * as z from 'zod/mini'
import { OverCapacity } from '../booking/waitlist.ts'
import { enteredAmount, Money } from '../amount.ts'
import { StartTime } from '../booking/appointment-registration.ts'
import { code, Email, Id, Key, line, PersonName, Phone, ProgramId } from '../field-rules.ts'
import { BookedPerson, BookFamilyRequest, maxPeople } from '../money/family-booking.ts'
import { OrderTax } from '../money/order.ts'
import { paidBy } from '../money/payment.ts'
import { orderStatuses } from '../states/order-states.ts'

/** Checks that `override` may waive. */
export const overridable = [
  'attendee_conflict',
  'attendee_too_young',
  'attendee_too_old',
  'attendee_dob_required',
  'gender_not_eligible',
  'attendee_fields_missing',
  'sale_not_started',
  'sale_ended',
  'membership_required',
] as const

const { program_id, on_refusal, people, ...booking } = BookFamilyRequest.shape
const reason = line(500)

/**
 * Whom staff book for: a customer of the program by `id`, or a new one by names and one of email and phone. With `id`,
 * `email` gives a customer without one an email.
 */
const StaffCustomer = z.strictObject({
  id: z.nullish(Id),
  first_name: z.nullish(PersonName),
  last_name: z.nullish(PersonName),
  email: z.nullish(Email),
  phone: z.nullish(Phone),
})
export type StaffCustomer = z.infer<typeof StaffCustomer>

/**
 * One person of a booking by staff, with the id of their option or its key in the event. With `to_complete` the family
 * answers what is missing later.
 */
export const StaffBookedPerson = z.strictObject({
  ...BookedPerson.shape,
  option_id: z.nullish(Id),
  option_key: z.nullish(Key),
  to_complete: z._default(z.boolean(), false),
})

/**
 * Body of the organisation's POST bookings: what a customer sends to book for their family, the customer, and how they
 * pay. `hold_until` is when an unpaid place becomes free, with `link` and `later`. `over_capacity` lets places be extra
 * ones, `price` replaces the price of each place, and `override` waives checks of the people.
 */
export const StaffBookingRequest = z.strictObject({
  ...booking,
  event_key: z.nullish(Key),
  people: z
    .array(StaffBookedPerson, { error: code('required') })
    .check(z.minLength(1, code('required')), z.maxLength(maxPeople)),
  customer: StaffCustomer,
  paid_by: z.enum(paidBy, { error: code('invalid_option') }),
  hold_until: z.nullish(StartTime),
  reference: z.nullish(line(100)),
  over_capacity: z.nullish(OverCapacity),
  price: z.nullish(z.strictObject({ amount: enteredAmount(0), reason })),
  override: z.nullish(
    z.strictObject({
      checks: z
        .array(z.enum(overridable, { error: code('invalid_option') }), { error: code('required') })
        .check(z.minLength(1, code('required')), z.maxLength(overridable.length)),
      reason,
    }),
  ),
  notify: z._default(z.boolean(), true),
})
export type StaffBookingRequest = z.infer<typeof StaffBookingRequest>

export const InStaffBooking = z.strictObject({ program_id: ProgramId, order_id: Id })

/**
 * Body of the organisation's POST charges. Without `tax` the taxes of the program apply. With `pay: card` the stored card
 * is charged, which the customer agreed to earlier.
 */
export const StaffChargeRequest = z.strictObject({
  product: line(100),
  amount: enteredAmount(1),
  tax: z._default(z.boolean(), true),
  note: reason,
  pay: z._default(z.enum(['link', 'card'], { error: code('invalid_option') }), 'link'),
  notify: z._default(z.boolean(), true),
  dry_run: z._default(z.boolean(), false),
})
export type StaffChargeRequest = z.infer<typeof StaffChargeRequest>

/**
 * A charge by staff, the one item of its order. `order_id` and `due_at` are null for a preview. `stored_card` is the card
 * that the customer lets the program charge, in a preview whose amount is within the limit that they agreed to.
 */
export const StaffCharge = z.strictObject({
  object: z.literal('staff_charge'),
  dry_run: z.boolean(),
  order_id: z.nullable(z.string()),
  about_order_id: z.nullable(z.string()),
  customer_id: z.string(),
  product: z.string(),
  note: z.nullable(z.string()),
  status: z.enum(orderStatuses),
  amount: Money,
  tax_items: z.array(OrderTax),
  amount_total: Money,
  due_at: z.nullable(z.string()),
  stored_card: z.nullable(
    z.strictObject({
      brand: z.nullable(z.string()),
      last4: z.nullable(z.string()),
      agreed_at: z.string(),
      limit: Money,
    }),
  ),
})
export type StaffCharge = z.infer<typeof StaffCharge>

/** The link with which a family completes and pays an order, for a customer who gets no mail. */
export const BookingLink = z.strictObject({
  object: z.literal('booking_link'),
  order_id: z.string(),
  url: z.string(),
  expires_at: z.string(),
})
export type BookingLink = z.infer<typeof BookingLink>
