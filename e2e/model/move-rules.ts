import { giveBack } from './booking-money.ts'
import { partLine, partsOf } from './booking-prices.ts'
import { type Expected, no, ok } from './expected-answers.ts'
import { othersOf } from './booking-rules.ts'
import {
  type Booking,
  isAlive,
  minute,
  type ModelLine,
  type ModelLineSums,
  type ModelOrder,
  type ModelPlace,
  orderOf,
  placeOf,
  releaseLapsed,
  takePlace,
} from './booking-state.ts'
import { worthOf } from './move-money.ts'
import { hasOpenParts } from './part-rules.ts'
import { eventOf, offerPlaces } from './waitlist-line.ts'
import { isFull } from './waitlist-rules.ts'

/** Minimum time before the start for rescheduling a place, as for a cancellation that refunds everything. */
const movableMs = 14 * 24 * 60 * minute

type Moving = { place: string; option: number; child: number; now: number }

/**
 * A booked place changes to another option or child, at once if that is not more expensive, with a refund if it is
 * cheaper.
 */
export function movePlace(booking: Booking, { now, ...input }: Moving): Expected {
  const place = placeOf(booking, input.place)
  const { option, child } = input
  if (option === place.option && child === place.child) return ok()
  const closed = mayLeave(booking, place, now)
  if (closed) return closed
  const refusal = mayMove(booking, { place, option, child, now })
  if (refusal) return refusal

  const order = orderOf(booking, place.order)
  const at = order?.lines.findIndex((line) => line.place === place.id && !line.isCancelled) ?? -1
  const line = order?.lines[at]
  const sums = order?.sums.lines[at]
  const cost = booking.options[option]?.cost ?? 0
  if (!order || !line || !sums) return no('state_conflict')
  if (option !== place.option && cost > line.price) return no('transition_not_allowed')
  // With unpaid instalments the debt for the cheaper place is unknown.
  if (option !== place.option && cost < line.price && hasOpenParts(order)) return no('transition_not_allowed')
  const isCheaper = option !== place.option && cost < line.price
  const isGivenBack = booking.asksFirst[eventOf(booking, place)] !== true
  if (option !== place.option) offerPlaces(booking, booking.options[option]?.event ?? 0, now)
  const gone = take(booking, place, { option, child, now })
  if (gone) return no(gone)
  if (!isCheaper) return ok()

  const { base, tax } = partsOf(booking, partLine(booking, { price: line.price, sums }, cost).rest)
  const worth = Number(base + (base === 0n ? 0n : tax))
  const back = isGivenBack ? Math.min(worthOf(booking, order, at), worth) : 0
  splitPaidLine(booking, { order, at, cost, back, toBalance: false })
  return ok()
}

type Split = { order: ModelOrder; at: number; cost: number; back: number; toBalance: boolean }

/** A paid item gets the price of a cheaper place. The remainder is a cancelled item with its refund. */
export function splitPaidLine(booking: Booking, { order, at, cost, back, toBalance }: Split): void {
  const line = order.lines[at] as ModelLine
  const sums = order.sums.lines[at] as ModelLineSums
  const { kept, rest } = partLine(booking, { price: line.price, sums }, cost)
  line.price = cost
  order.sums.lines[at] = kept.sums
  order.lines.push({
    id: '',
    place: '',
    isPackage: false,
    ware: null,
    quantity: 1,
    taken: 0,
    price: rest.price,
    isCancelled: true,
    back,
  } satisfies ModelLine)
  order.sums.lines.push(rest.sums satisfies ModelLineSums)
  order.cancelled += back
  giveBack(booking, order, back, toBalance)
}

/** The reason why a place may not be rescheduled. */
export function mayLeave(booking: Booking, place: ModelPlace, now: number): Expected | null {
  if (place.status !== 'confirmed') return no('state_conflict')
  if (place.credit !== null) return no('transition_not_allowed')
  const start = booking.startsAt[eventOf(booking, place)] ?? 0
  return now > start - movableMs ? no('transition_not_allowed') : null
}

/** The reason why a place may not change to the target. */
export function mayMove(
  booking: Booking,
  { place, option, child, now }: { place: ModelPlace; option: number; child: number; now: number },
): Expected | null {
  if (option !== place.option && isFull(booking, option)) return no('sold_out')
  const others = othersOf(booking, child, now).filter((other) => other !== place)
  if (others.some((other) => other.option === option)) return no('already_registered')
  const event = booking.options[option]?.event
  return others.some((other) => eventOf(booking, other) === event) ? no('attendee_conflict') : null
}

// The new place is taken and the old place released together, or nothing is written.
export function take(
  booking: Booking,
  place: ModelPlace,
  { option, child, now }: { option: number; child: number; now: number },
): string | null {
  const before = booking.places.map((each) => ({ ...each }))
  releaseLapsed(booking, [option], now)
  Object.assign(place, { option, child, status: 'cancelled' })
  const refusal = takePlace(booking, place)
  if (refusal) for (const [index, each] of booking.places.entries()) Object.assign(each, before[index])
  else Object.assign(place, { status: 'confirmed', moved: (place.moved ?? 0) + 1 })
  return refusal
}

/** A held or booked appointment changes to another time. The old time is free at once. */
export function moveTime(booking: Booking, input: { place: string; option: number; now: number }): Expected {
  const { option, now } = input
  const place = placeOf(booking, input.place)
  if (option === place.option) return ok()
  if (place.status !== 'pending' && place.status !== 'confirmed') return no('state_conflict')
  if (place.status === 'pending' && !isAlive(place.end, now)) return no('hold_expired')
  const others = othersOf(booking, place.child, now).filter((other) => other !== place)
  const event = booking.options[option]?.event
  if (others.some((other) => eventOf(booking, other) === event)) return no('attendee_conflict')
  const { status } = place
  const gone = take(booking, place, { option, child: place.child, now })
  if (gone) return no(gone)
  place.status = status
  return ok()
}
