import type { Attendee } from '#contract/people/attendee'
import type { Event } from '#contract/offering/event'
import type { Customer } from '#contract/people/customer'
import type { Order, OrderItem } from '#contract/money/order'
import type { List } from '#contract/paging'
import type { Registration } from '#contract/booking/registration'
import * as registrationStates from '#contract/states/registration-states'
import { heldAtOtherTimes, placesAt } from '../page-input/booked-time.ts'
import { cartsOf, cartToJoin } from './open-cart.ts'
import type { ReadProfile } from './page-request.ts'

/** The people whom a logged-in customer may register, and their places in one event. */
export type Family = {
  customer: { id: string; name: string }
  attendees: Attendee[]
  places: Registration[]
  /** The family's bookings of the same appointment type at other times. */
  otherTimes: Registration[]
}

type Booked = Pick<Event, 'id' | 'appointment_type_id' | 'starts_at'>
/** The query that finds a customer's places in an event or of an appointment type. */
const placesQuery = ({ id, appointment_type_id }: Pick<Booked, 'id' | 'appointment_type_id'>): string =>
  [
    `${appointment_type_id === null ? 'event_id' : 'appointment_type_id'}=${encodeURIComponent(id)}`,
    ...registrationStates.booked.statuses.map((status) => `status=${status}`),
  ].join('&')

/** Loads the family of the logged-in customer; null when the API returns none. */
export async function loadFamily(read: ReadProfile, booked: Booked): Promise<Family | null> {
  const [customer, attendees, places] = await Promise.all([
    read<Customer>('/v1/profile/customer'),
    read<List<Attendee>>('/v1/profile/attendees?limit=100'),
    read<List<Registration>>(`/v1/profile/registrations?${placesQuery(booked)}&limit=100`),
  ])
  if (!customer || !attendees || !places) return null
  const time = booked.appointment_type_id === null ? null : booked.starts_at
  return {
    customer: { id: customer.id, name: `${customer.first_name} ${customer.last_name}` },
    attendees: attendees.data,
    places: placesAt(places.data, time),
    otherTimes: heldAtOtherTimes(places.data, time),
  }
}

/** The cart items of these places; empty when the places are in no cart. */
export async function loadCartOf(read: ReadProfile, { places }: Family): Promise<OrderItem[]> {
  const orderId = places.find(({ status, order_id }) => status === 'pending' && order_id !== null)?.order_id
  if (!orderId) return []
  return (await read<List<OrderItem>>(`/v1/profile/orders/${orderId}/items?limit=100`))?.data ?? []
}

/** The open cart of a program that the places of a form join; null for a new cart. */
export async function loadCartToJoin(read: ReadProfile, programId: string, now: number): Promise<string | null> {
  return cartToJoin((await read<List<Order>>(cartsOf(programId)))?.data ?? [], now)?.id ?? null
}
