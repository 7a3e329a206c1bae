import { ApiError } from '../../contract/api-error.ts'
import type { BookFamilyRequest } from '../../contract/money/family-booking.ts'
import { placesOutsideOrders } from '../../booking/registrations/find-own-registrations.ts'
import { loadAppointmentToBook } from '../../booking/registrations/load-appointment-to-book.ts'
import {
  eventToBookReads,
  type Family,
  familyReads,
  toEventToBook,
  toFamily,
} from '../../booking/registrations/load-family.ts'
import { maxHeldBookings, maxHeldPlaces } from '../../booking/spots/hold-ceilings.ts'
import { heldPlacesSentence } from '../../contract/sentences/sentence.ts'
import type { Waived } from '../../booking/registrations/eligibility.ts'
import { visitsInCart } from '../../booking/session-credits/spend-credit.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { type FieldContext, fieldContextOf } from '../../people/attendees/attendee-fields.ts'
import { adderReads, type newAttendee } from '../../people/attendees/new-attendee.ts'
import { ownFilesRead } from '../../people/uploads/use-files.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { couponReads } from '../discounts/available-coupons.ts'
import { draftOrder, sellingProgram } from '../orders/create-order.ts'
import { couponsOfProgram, type LoadedCart, orderReads, toCart } from '../orders/load-order.ts'
import { appointmentTarget } from './appointment-target.ts'
import type { BookingTarget } from './booking-target.ts'
import { eventTarget } from './event-target.ts'
import type { CodeEntry } from './code-entry.ts'
import { requireOpen } from '../orders/open-cart.ts'
import { isHeld } from '../orders/order-refusals.ts'
import { namedPackages } from './named-packages.ts'
import { membershipReads, type Packages, soldPackages } from '../orders/package-lines.ts'
import { soldVariations } from '../orders/product-lines.ts'

/** A cart that the booking opens or joins, as the rules of orders read it. */
export type Cart = Pick<LoadedCart, 'program' | 'balance' | 'items' | 'discounts' | 'coupons'> &
  ReturnType<typeof draftOrder>
/** A booking by an organisation. */
export type BookingByStaff = {
  /** The id of the order that it opens. */
  order_id: string
  /** The names of a customer whom the booking adds; null for an existing one. */
  customer: { first_name: string; last_name: string } | null
  /** Statements before all others: of a new customer, or of an existing one’s email. */
  first: Statement[]
  /** True when places may be extra ones, beyond the total of their option. */
  mayBeExtra: boolean
  /** Another price of each place, and why. */
  price: { amount: number; reason: string } | null
  waived: Waived
  /** Words of the history of each place. */
  note: string | null
  /** People, by position, whose answers and required fields the family completes later. */
  toComplete: ReadonlySet<number>
}

/** What decides a booking: the family, what is booked, the uploaded files and the cart. */
export type LoadedBooking = {
  family: Family
  target: BookingTarget
  files: Awaited<ReturnType<typeof ownFilesRead>>
  packages: Awaited<ReturnType<typeof soldPackages>>
  /** The membership packages that are bought with places, and the memberships and trials that decide about them. */
  memberships: Pick<Packages, 'offered' | 'held' | 'trials'>
  /** The visits left of the packages in the cart with which a place was held. */
  cartVisits: Awaited<ReturnType<typeof visitsInCart>>
  variations: Awaited<ReturnType<typeof soldVariations>>
  /** The caller's own attendee, and how the fields of people are read in this program. */
  self: Parameters<typeof newAttendee>[2]['self']
  reading: FieldContext
  cart: Cart
  /** The open cart that the places join, or null when the booking opens a new one. */
  joined: LoadedCart | null
  /** Held places of the caller with the program that are in no order. */
  loose: Awaited<ReturnType<typeof placesOutsideOrders>>
  /** The row of the new cart, or null when the places join one. */
  opens: ReturnType<typeof draftOrder> | null
  /** The caller's profile in the program; new when `isNewProfile`. */
  contact: Family['contact'] & { id: string }
  isNewProfile: boolean
  staff: BookingByStaff | null
}

/**
 * Reads everything a booking needs in one batch, and the times of an appointment type next to it. Throws for a program,
 * an event, a type or a cart that cannot be booked. The batch also counts an attempt to use an entered code, so that
 * parallel guesses are counted before any of them is checked.
 */
export async function loadBooking(
  ctx: CustomerContext,
  input: BookFamilyRequest,
  { entry, staff }: { entry: CodeEntry | null; staff: BookingByStaff | undefined },
): Promise<LoadedBooking> {
  const { program_id, event_id } = input
  const { customer_id } = ctx.actor
  const times = timesOf(ctx, input)
  const attendee_ids = input.people.flatMap(({ attendee_id }) => attendee_id ?? [])
  const option_ids = [...new Set(input.people.map(({ option_id }) => option_id))]
  const order_id = input.order_id ?? staff?.order_id ?? ctx.newId('ord')
  const reads = [
    ...adderReads(ctx),
    ownFilesRead(ctx, filesAmong(input)),
    sellingProgram(ctx, program_id),
    soldPackages(ctx, namedPackages(input, 'session_package_id')),
    soldVariations(ctx, [...new Set(input.people.flatMap(({ items = [] }) => items.map(variationOf)))]),
    ...membershipReads(ctx, { program_id, attendee_ids, package_ids: namedPackages(input, 'membership_package_id') }),
    visitsInCart(ctx, { program_id, order_id }),
    placesOutsideOrders(ctx, program_id),
    ...familyReads(ctx, { program_id, attendee_ids }),
    ...eventToBookReads(ctx, { event_id: event_id ?? '', option_ids, attendee_ids }),
    ...orderReads(ctx, order_id, customer_id),
    ...couponReads(ctx, { program_id, order_id, customer_id, code: input.code ?? null }),
  ] as const
  const [results, appointment] = await Promise.all([
    entry ? entry.countIn(reads) : ctx.db.batch(reads),
    times ? loadAppointmentToBook(ctx, { program_id, ...times, order_id: input.order_id ?? null }) : null,
  ])
  const [[home], self, files, [own], packages, variations, offered, ofFamily, trials, cartVisits, loose, ...read] =
    results
  const [programs, contacts, people, others, credits, held, events, waiting, lapsed, listed, pools, ...cartRead] = read
  const eventRead = [events, waiting, lapsed, listed, pools] as const
  const family = toFamily(ctx, [programs, contacts, people, others, credits, held], staff?.customer)
  const target = appointment
    ? appointmentTarget(ctx, appointment, staff)
    : eventTarget(ctx, toEventToBook(ctx, { program_id, event_id: event_id ?? '' }, eventRead), staff)
  if (!own) throw new ApiError('not_found', { param: 'program_id' })
  if (billingStates.notSelling.has(own.program.billing_status))
    throw new ApiError('program_not_accepting_orders', { param: 'program_id' })

  const profileId = own.profile_id ?? ctx.newId('cup')
  const contact = { ...family.contact, id: profileId }
  const { country, timezone, features } = own.program
  const hasExpandedGender = Number(features.expanded_gender === true)
  const reading = fieldContextOf(ctx, [{ id: program_id, country, timezone, hasExpandedGender }], home?.country ?? null)
  const around = {
    family,
    target,
    packages,
    memberships: { offered, held: ofFamily, trials },
    cartVisits,
    loose,
    variations,
    files,
    self,
    reading,
    contact,
    isNewProfile: own.profile_id === null,
    staff: staff ?? null,
  }
  if (input.order_id) {
    const joined = requireOpen(toCart(ctx, cartRead))
    if (joined.program_id !== program_id) throw new ApiError('not_found', { param: 'order_id' })
    if (!isHeld(joined, ctx.now)) throw new ApiError('hold_expired', { param: 'order_id' })
    return { ...around, cart: joined, joined, opens: null }
  }
  const { program, balance } = own
  const row = draftOrder(ctx, { customer_profile_id: profileId, timezone: input.timezone }, { id: order_id, program })
  const [, , , , , ...coupons] = cartRead
  const cart = {
    ...row,
    program,
    balance,
    items: [],
    discounts: [],
    coupons: couponsOfProgram(ctx, { program }, coupons),
  }
  return { ...around, cart, joined: null, opens: row }
}

/**
 * The times to book of an appointment type; null for an event. Throws unless the request names one of the two, and for
 * more places than a customer may hold.
 */
function timesOf(ctx: CustomerContext, { event_id, appointment, people }: BookFamilyRequest) {
  if (event_id && appointment) throw new ApiError('invalid_parameter', { param: 'appointment' })
  if (!event_id && !appointment) throw new ApiError('required', { param: 'event_id' })
  if (!appointment) return null
  const { appointment_type_id, starts_at } = appointment
  if (starts_at.length * people.length > maxHeldPlaces)
    throw new ApiError('too_many_requests', {
      param: 'appointment.starts_at',
      message: heldPlacesSentence({ bookings: maxHeldBookings, places: maxHeldPlaces }, ctx.language),
    })
  return { appointment_type_id, starts: starts_at.map((time) => Date.parse(time)) }
}

const variationOf = ({ product_variation_id }: { product_variation_id: string }) => product_variation_id

// Which answers are files is known once the event is read, so every answer that could name one is read.
const filesAmong = ({ people }: BookFamilyRequest): string[] =>
  people
    .flatMap(({ form_response }) => form_response?.answers ?? [])
    .flatMap(({ value }) => (typeof value === 'string' && /^file_[0-9a-f]{32}$/.test(value) ? [value] : []))
