import type { Registration } from '#contract/booking/registration'
import { type Locale, monthHeading } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { isSameBooking } from '../../money/order/place-view.ts'

/** One booking, with the places of everyone who goes. */
export type Booking = { place: Registration; places: Registration[] }
export type Month = { key: string; heading: string; bookings: Booking[] }

/**
 * The places by their first month, in the event's own time zone and in the order of the list. Places of the same
 * event at the same time are one booking.
 */
export function groupByMonth(places: readonly Registration[], locale: Locale): Month[] {
  const months = new Map<string, Month>()
  for (const place of places) {
    const { year, month } = wallClock(place.event.starts_at, place.event.timezone)
    const key = `${year}-${String(month).padStart(2, '0')}`
    const group = months.get(key) ?? { key, heading: monthHeading({ year, month }, locale), bookings: [] }
    const same = group.bookings.find((booking) => isSameBooking(booking.place, place))
    if (same) same.places.push(place)
    else group.bookings.push({ place, places: [place] })
    months.set(key, group)
  }
  return [...months.values()]
}

/** True for a place in a cart that must be paid online. A place that is payable offline is not in a cart. */
export const isUnpaidCart = ({ status, order }: Pick<Registration, 'status' | 'order'>): boolean =>
  status === 'pending' && !(order?.status === 'pending' && order.checkout_methods.includes('offline'))

/** The places without holds that have ended. The scheduler releases those within a minute. */
export const withoutLapsed = (places: Registration[], now: number): Registration[] =>
  places.filter(
    ({ status, hold_expires_at }) =>
      status !== 'pending' || (hold_expires_at !== null && Date.parse(hold_expires_at) > now),
  )
