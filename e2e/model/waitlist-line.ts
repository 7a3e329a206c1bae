import { type Booking, isAlive, minute, type ModelPlace, releaseLapsed, takePlace } from './booking-state.ts'

/** How long an offer waits for more people with the same key, who join one after the other. */
export const groupJoinMs = minute
/** The event of a place. */
export const eventOf = (booking: Booking, place: ModelPlace): number => booking.options[place.option]?.event ?? 0
const lineOf = (booking: Booking, event: number) =>
  booking.places.filter((place) => place.status === 'waitlisted' && eventOf(booking, place) === event)

/** Offers an event's free places to the waitlist in order: all places of an entry or none. */
export function offerPlaces(booking: Booking, event: number, now: number): void {
  const line = lineOf(booking, event)
  if (line.length === 0) return
  releaseLapsed(
    booking,
    line.map((place) => place.option),
    now,
  )
  for (const [index, entry] of booking.entries.entries()) {
    const places = line.filter((place) => place.entry === index)
    if (places.length === 0 || (entry.key !== null && now < entry.joined + groupJoinMs)) continue
    const taken: ModelPlace[] = []
    for (const place of places) if (takePlace(booking, place) === null) taken.push(offered(place))
    if (taken.length < places.length) for (const place of taken) place.status = 'waitlisted'
    else for (const place of taken) Object.assign(place, { end: null, since: now })
  }
}

const offered = (place: ModelPlace) => Object.assign(place, { status: 'offered' })

/** One run of the scheduler: expired offers go to the next entry. */
export function moveWaitlists(booking: Booking, now: number): void {
  for (const place of booking.places)
    if (place.status === 'offered' && !isAlive(place.end, now)) Object.assign(place, { status: 'expired', end: null })
  for (const event of booking.startsAt.keys()) offerPlaces(booking, event, now)
}
