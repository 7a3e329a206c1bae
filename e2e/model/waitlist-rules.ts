import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import { othersOf } from './booking-rules.ts'
import {
  type Booking,
  isAlive,
  minute,
  type ModelPlace,
  placeOf,
  takePlace,
  takenOf,
  takenOfPool,
} from './booking-state.ts'
import { eventOf } from './waitlist-line.ts'

const holdMs = 15 * minute
type Joining = { customer: number; child: number; option: number; key: string | null; now: number }

/** Joins the waitlist of a full option. */
export function join(booking: Booking, input: Joining, answerIds: AnswerIds): Expected {
  const { customer, child, option, key, now } = input
  const event = booking.options[option]?.event ?? 0
  if (!mayWait(booking, option)) return no('option_not_on_sale')
  const place: ModelPlace = {
    ...{ id: answerIds.id, customer, child, option, status: 'waitlisted', end: null, order: null, since: now },
    entry: null,
    credit: null,
  }
  if (takePlace(booking, place) === 'already_registered') return no('already_registered')
  const waits = (entry: number) => booking.places.some((each) => each.entry === entry && each.status === 'waitlisted')
  const same = booking.entries.findIndex(
    (entry, index) =>
      key !== null && entry.key === key && entry.customer === customer && entry.event === event && waits(index),
  )
  if (same < 0) booking.entries.push({ event, customer, key, joined: now })
  else Object.assign(booking.entries[same] ?? {}, { joined: now })
  booking.places.push({ ...place, entry: same < 0 ? booking.entries.length - 1 : same })
  return ok(201)
}

/** True for a full option of an event with a waitlist. */
export const mayWait = (booking: Booking, index: number): boolean =>
  booking.hasWaitlist[booking.options[index]?.event ?? 0] === true && isFull(booking, index)

/** True when an option, or its shared pool, has no place left. */
export function isFull(booking: Booking, index: number): boolean {
  const option = booking.options[index] as Booking['options'][number]
  const pool = option.pool === null ? null : booking.pools[option.pool]
  return (
    takenOf(booking, index) >= option.spots ||
    (pool !== null && pool !== undefined && takenOfPool(booking, option.pool as number) >= pool.spots)
  )
}

/** Accepts an offer for everyone of the entry. */
export function claim(booking: Booking, input: { place: string; now: number }): Expected {
  const { now } = input
  const place = placeOf(booking, input.place)
  if (place.status === 'pending' || place.status === 'confirmed') return ok()
  if (place.status === 'expired') return no('offer_expired')
  if (place.status !== 'offered') return no('state_conflict')
  if (!isAlive(place.end, now)) return no('offer_expired')
  const all = booking.places.filter((each) => each.entry === place.entry && each.status === 'offered')
  const isBusy = all.some((each) =>
    othersOf(booking, each.child, now).some((other) => eventOf(booking, other) === eventOf(booking, each)),
  )
  if (isBusy) return no('attendee_conflict')
  for (const each of all)
    Object.assign(each, { status: 'pending', since: now, end: Math.max(each.end ?? 0, now + holdMs) })
  return ok()
}

/** Declines an offer or leaves the waitlist for everyone of the entry. */
export function leave(booking: Booking, input: { place: string }): Expected {
  const place = placeOf(booking, input.place)
  if (place.status === 'cancelled' || place.status === 'expired') return ok()
  if (place.status !== 'offered' && place.status !== 'waitlisted') return no('state_conflict')
  for (const each of booking.places)
    if (each.entry === place.entry && (each.status === 'offered' || each.status === 'waitlisted'))
      Object.assign(each, { status: 'cancelled', end: null })
  return ok()
}
