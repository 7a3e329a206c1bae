import { ApiError } from '../../contract/api-error.ts'
import type { BookingPreview } from '../../contract/money/family-booking.ts'
import type { Order } from '../../contract/money/order.ts'
import { instant } from '../../contract/instant.ts'
import type { BookingLink, StaffBookingRequest, StaffCustomer } from '../../contract/organisation/staff-booking.ts'
import { customerByStaff, emailByStaff } from '../../people/accounts/account-by-staff.ts'
import type { Statement } from '../../platform/database/database.ts'
import { bookFamily } from '../../money/family-bookings/book-family.ts'
import { getOrder } from '../../money/orders/get-order.ts'
import { payByStaff } from '../../money/payments/pay-by-staff.ts'
import { actForCustomer, type OrganiserContext } from '../../platform/context.ts'
import { requireRight } from '../../platform/middleware/organiser.ts'
import { bookingLink, linkEndsAt } from './booking-link.ts'
import { nullIfOpened, orderIdOf, withoutKey } from '../../platform/order-of-key.ts'
import {
  customerOfOrder,
  customerOfProgram,
  firstStartOf,
  optionsOfEvent,
  programOfCustomer,
} from './staff-booking-rows.ts'

/**
 * Books places for a family and completes their order, as the family would. The places are taken in one batch, all or
 * none. The order is completed in a second one, which also writes the key of the request: without it, the places become
 * free as those of an abandoned cart, and a repeated request with the same key completes the same order.
 */
export async function bookByStaff(
  ctx: OrganiserContext,
  { program_id, ...input }: StaffBookingRequest & { program_id: string },
): Promise<Order | BookingPreview> {
  const {
    customer,
    paid_by,
    hold_until,
    reference,
    notify,
    over_capacity,
    price,
    override,
    people,
    event_key,
    ...booking
  } = input
  if (price || override) requireRight(ctx, 'exceptions')
  const order_id = booking.order_id ?? orderIdOf(ctx)
  const openedOrder = async () => (booking.order_id ? [] : customerOfOrder(ctx.db, { program_id, order_id }))
  const isOpened = async () => (await openedOrder()).length > 0
  const [begun] = await openedOrder()
  const whom = begun ? { ...begun, added: null, first: [] } : await customerFor(ctx, { program_id, customer })
  const family = actForCustomer(ctx, whom)
  if (!begun) {
    const request = {
      ...{ ...booking, program_id, on_refusal: 'none' as const },
      ...(await withIds(ctx, { program_id, event_id: booking.event_id ?? null, event_key: event_key ?? null, people })),
    }
    const booked = await bookFamily(withoutKey(family), request, {
      ...{ order_id, mayBeExtra: Boolean(over_capacity), price: price ?? null, note: noteOf(input) },
      ...{ customer: whom.added, first: whom.first },
      waived: new Set(override?.checks ?? []),
      toComplete: new Set(people.flatMap(({ to_complete }, at) => (to_complete ? [at] : []))),
    }).catch(nullIfOpened(isOpened))
    if (!booked) return bookByStaff(ctx, { program_id, ...input })
    if (booked.object === 'booking_preview') return booked
  }
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/bookings/${order_id}`)
  await payByStaff(family, {
    ...{ order_id, paid_by, notify, reference: reference ?? null },
    hold_until: hold_until ? Date.parse(hold_until) : null,
    link: paid_by === 'link' || people.some(({ to_complete }) => to_complete) ? 'order.link_sent' : null,
  })
  return getOrder(family, { order_id })
}

/** The link of an order, to be sent by staff themselves. */
export async function readLinkOfBooking(
  ctx: OrganiserContext,
  { program_id, order_id }: { program_id: string; order_id: string },
): Promise<BookingLink> {
  const [[known], [first], [program]] = await ctx.db.batch([
    customerOfOrder(ctx.db, { program_id, order_id }),
    firstStartOf(ctx.db, order_id),
    programOfCustomer(ctx.db, program_id),
  ])
  const expiresAt = linkEndsAt(ctx.now, first?.starts_at ?? null)
  if (!known || !program) throw new ApiError('not_found', { param: 'order_id' })
  if (expiresAt <= ctx.now) throw new ApiError('already_started', { param: 'order_id' })
  const url = await bookingLink(ctx, { id: order_id, program_id, language: program.language, expiresAt })
  return { object: 'booking_link', order_id, url, expires_at: instant(expiresAt) }
}

type Whom = {
  customer_id: string
  user_id: string
  /** The names of a new customer. */
  added: { first_name: string; last_name: string } | null
  /** The statements that add the customer, or their email. */
  first: Statement[]
}

/** The customer of a booking: one of the program, or a new one. */
async function customerFor(
  ctx: OrganiserContext,
  { program_id, customer }: { program_id: string; customer: StaffCustomer },
): Promise<Whom> {
  const { id, first_name, last_name, email = null, phone = null } = customer
  if (id) {
    const other = Object.entries({ first_name, last_name, phone }).find(([, value]) => value)
    if (other) throw new ApiError('invalid_parameter', { param: `customer.${other[0]}` })
    const [known] = await customerOfProgram(ctx.db, { program_id, customer_id: id })
    if (!known) throw new ApiError('not_found', { param: 'customer.id' })
    const first = email ? await emailByStaff(ctx, { ...known, email, program_id }) : []
    return { ...known, added: null, first }
  }
  const [program] = await programOfCustomer(ctx.db, program_id)
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  if (!first_name || !last_name)
    throw new ApiError('required', { param: first_name ? 'customer.last_name' : 'customer.first_name' })
  if (!email && !phone) throw new ApiError('required', { param: 'customer.email' })
  const language = program.language === 'fr' ? 'fr' : 'en'
  const person = { first_name, last_name, email, phone }
  const { writes, ...ids } = await customerByStaff(ctx, person, { ...program, language, program_id })
  return { ...ids, added: { first_name, last_name }, first: writes }
}

/** An order of the program as its family sees it. */
export async function readStaffBooking(
  ctx: OrganiserContext,
  input: { program_id: string; order_id: string },
): Promise<Order> {
  const [known] = await customerOfOrder(ctx.db, input)
  if (!known) throw new ApiError('not_found', { param: 'order_id' })
  return getOrder(actForCustomer(ctx, known), input)
}

type Keyed = Pick<StaffBookingRequest, 'people'> & {
  program_id: string
  event_id: string | null
  event_key: string | null
}

/** The event and the options of the people by their ids. Keys that the program does not have are refused. */
async function withIds(ctx: OrganiserContext, { program_id, event_id, event_key, people }: Keyed) {
  if (event_id && event_key) throw new ApiError('invalid_parameter', { param: 'event_key' })
  const usesKeys = event_key !== null || people.some(({ option_key }) => option_key)
  const options = usesKeys ? await optionsOfEvent(ctx.db, { program_id, id: event_id, key: event_key }) : []
  if (event_key && options.length === 0) throw new ApiError('not_found', { param: 'event_key' })
  return {
    event_id: options[0]?.event_id ?? event_id,
    people: people.map(({ to_complete, option_key, ...person }, at) => {
      const field = option_key ? 'option_key' : 'option_id'
      const option_id = option_key ? options.find(({ key }) => key === option_key)?.id : person.option_id
      if (!option_id) throw new ApiError(option_key ? 'not_found' : 'required', { param: `people[${at}].${field}` })
      return { ...person, option_id }
    }),
  }
}

/** Words of the history about what staff decided otherwise than the rules. */
function noteOf({ over_capacity, price, override }: StaffBookingRequest): string | null {
  const notes = [
    ...(over_capacity ? [`over_capacity: ${over_capacity.reason}`] : []),
    ...(price ? [`price: ${price.reason}`] : []),
    ...(override ? [`${override.checks.join(', ')}: ${override.reason}`] : []),
  ]
  return notes.join('\n') || null
}
