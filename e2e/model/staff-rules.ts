import { becomePaid, giveBack, holdUntil } from './booking-money.ts'
import { percentAt, partLine, partsOf } from './booking-prices.ts'
import { endPaid, returnLines } from './cancel-rules.ts'
import { plainSums } from './membership-state.ts'
import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import { bookFamily, type FamilyPerson } from './family-rules.ts'
import {
  type Booking,
  dueOf,
  leftOf,
  minute,
  type ModelOrder,
  type ModelPayment,
  type ModelPlace,
  orderOf,
  placeOf,
  placesOf,
} from './booking-state.ts'
import { half } from './calculated-sums.ts'
import { worthOf } from './move-money.ts'
import { mayMove, splitPaidLine, take } from './move-rules.ts'
import { hasOpenParts, openOfPlace } from './part-rules.ts'
import { eventOf, offerPlaces } from './waitlist-line.ts'

const linkHoldMs = 3 * 24 * 60 * minute

/** What a family only holds is its own. */
const isInCart = (booking: Booking, { status, order }: ModelPlace): boolean =>
  status === 'pending' && (orderOf(booking, order)?.status ?? 'draft') === 'draft'

type Refunding = { order: string; line: string; amount: number; toBalance: boolean }

/** Staff return money of one item, whose place stays. */
export function refundByStaff(booking: Booking, { order: id, line: lineId, amount, toBalance }: Refunding): Expected {
  const order = orderOf(booking, id) as ModelOrder
  if (order.status === 'draft') return no('not_found')
  if (order.status !== 'paid' && order.status !== 'cancelled') return no('state_conflict')
  const at = order.lines.findIndex((line) => line.id === lineId)
  const line = order.lines[at]
  const sums = order.sums.lines[at]
  if (!line || !sums) return no('not_found')
  const { base, tax, fee, feeTax } = partsOf(booking, { price: line.price, sums })
  const returned = line.back + (line.refunded ?? 0)
  const left = Math.max(0, Number(base + tax + fee + feeTax) - openOfPlace(order, line.place) - returned)
  if (amount > Math.min(leftOf(order), left)) return no('refund_not_allowed')
  line.refunded = (line.refunded ?? 0) + amount
  order.cancelled += amount
  giveBack(booking, order, amount, toBalance)
  return ok(201)
}

type Moving = {
  place: string
  option: number
  child: number
  difference: 'refund' | 'balance' | 'waive' | null
  now: number
}

/** Staff move a place until it starts. A price difference is refunded by the policy, or waived. */
export function moveByStaff(booking: Booking, { difference, now, ...input }: Moving): Expected {
  const place = placeOf(booking, input.place)
  const { option, child } = input
  if (isInCart(booking, place)) return no('not_found')
  if (place.status !== 'confirmed') return no('state_conflict')
  if (place.credit !== null) return no('transition_not_allowed')
  const order = orderOf(booking, place.order)
  const at = order?.lines.findIndex((line) => line.place === place.id && !line.isCancelled) ?? -1
  const line = order?.lines[at]
  if (order?.status !== 'paid' || !line) return no('state_conflict')
  if (option === place.option && child === place.child) return ok()
  const refusal = mayMove(booking, { place, option, child, now })
  if (refusal) return refusal

  const cost = booking.options[option]?.cost ?? 0
  const carried = worthOf(booking, order, at)
  const isOther = option !== place.option && cost !== line.price
  const isCheaper = isOther && cost < line.price
  const isDearer = isOther && !isCheaper && plainSums(booking, cost).total > carried
  const way = isCheaper ? (difference ?? 'refund') : isDearer ? difference : 'waive'
  if (way === null) return no('required')
  if (way !== 'waive' && hasOpenParts(order)) return no('transition_not_allowed')
  if (way !== 'waive' && isDearer) return no('invalid_option')
  const event = eventOf(booking, place)
  // Staff decide at once what a family would ask for.
  const percent = percentAt(booking, event, now)
  if (option !== place.option) offerPlaces(booking, booking.options[option]?.event ?? 0, now)
  const gone = take(booking, place, { option, child, now })
  if (gone) return no(gone)
  if (!isCheaper || way === 'waive') return ok()
  const sums = order.sums.lines[at] as ModelOrder['sums']['lines'][number]
  const { rest } = partLine(booking, { price: line.price, sums }, cost)
  const { base, tax } = partsOf(booking, rest)
  const price = half(base * BigInt(percent), 100n)
  const worth = Number(price + (base === 0n ? 0n : half(tax * price, base)))
  splitPaidLine(booking, { order, at, cost, back: Math.min(carried, worth), toBalance: way === 'balance' })
  return ok()
}

type Cancelling = { amount: number | null; toBalance: boolean; now: number }

/** Staff cancel one place, with the refund of the policy or another amount that was paid for it. */
export function cancelPlaceByStaff(
  booking: Booking,
  { place: id, ...input }: Cancelling & { place: string },
): Expected {
  const place = placeOf(booking, id)
  if (isInCart(booking, place)) return no('not_found')
  if (place.status === 'cancelled' || place.status === 'expired') return ok()
  if (place.status === 'pending') return no('state_conflict')
  if (place.status === 'waitlisted' || place.status === 'offered') {
    if ((input.amount ?? 0) > 0) return no('refund_not_allowed')
    Object.assign(place, { status: 'cancelled', end: null })
    return ok()
  }
  const order = orderOf(booking, place.order) as ModelOrder
  return returnLines(booking, order, { ...input, places: [id] })
}

/** Staff cancel a paid order and refund what the policy gives. */
export function cancelOrderByStaff(
  booking: Booking,
  { order: id, ...input }: Cancelling & { order: string },
): Expected {
  const order = orderOf(booking, id) as ModelOrder
  if (order.lines.some((line) => line.isPackage || (line.ware !== null && !line.isCancelled)))
    return no('cancellation_not_allowed')
  const places = order.lines.flatMap((line) => (line.isCancelled ? [] : [line.place]))
  const answer = returnLines(booking, order, { ...input, places })
  endPaid(order)
  return answer
}

type Booked = {
  customer: number
  people: FamilyPerson[]
  paidBy: 'cash' | 'link'
  mayBeExtra: boolean
  now: number
}

/** Staff book for a family: the places as the family would take them, and at once the money or a link to pay. */
export function bookByStaff(booking: Booking, { paidBy, ...input }: Booked, answerIds: AnswerIds): Expected {
  const answer = bookFamily(booking, { ...input, mayHoldSome: false }, answerIds)
  if (answer.status >= 300) return answer
  const order = booking.orders.at(-1) as ModelOrder
  const { now } = input
  const amount = dueOf(order)
  if (amount === 0) {
    order.payments.push(payment({ method: 'free', amount: 0, status: 'succeeded', now }))
    order.method = 'free'
    becomePaid(booking, order, now)
  } else if (paidBy === 'cash') {
    order.payments.push(payment({ method: 'offline', amount, status: 'succeeded', now }))
    order.method = 'offline'
    becomePaid(booking, order, now)
  } else {
    for (const discount of order.discounts) if (discount.amount > 0) discount.state = 'reserved'
    order.payments.push(payment({ method: 'offline', amount, status: 'created', now }))
    const starts = placesOf(booking, order).map((place) => booking.startsAt[eventOf(booking, place)] ?? 0)
    const due = Math.min(now + linkHoldMs, ...starts)
    Object.assign(order, { status: 'pending', method: 'offline', due })
    holdUntil(booking, order, due)
  }
  return answer
}

type Paying = Pick<ModelPayment, 'method' | 'amount' | 'status'> & { now: number }
const payment = ({ now, ...paid }: Paying): ModelPayment => ({
  ...{ id: '', received: paid.status === 'succeeded' ? paid.amount : 0, returned: 0, credited: 0, ...paid },
  ...{ attempts: 1, created: now, calledAt: now, intent: null, card: null, keeps: false },
})
