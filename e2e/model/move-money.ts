import { partsOf } from './booking-prices.ts'
import type { Expected } from './expected-answers.ts'
import { type Booking, type ModelOrder, orderOf, paidOf, placeOf, returnedOf } from './booking-state.ts'

/** The amount paid for a place that is still in its order. */
export function worthOf(booking: Booking, order: ModelOrder, at: number): number {
  const [line, sums] = [order.lines[at], order.sums.lines[at]]
  if (!line || !sums) return 0
  const { base, tax, fee, feeTax } = partsOf(booking, { price: line.price, sums })
  return Math.max(
    0,
    Math.min(paidOf(order) - returnedOf(order), Number(base + tax + fee + feeTax) - (line.refunded ?? 0)),
  )
}

/**
 * The reason why an order's reschedule can no longer complete: the booking was cancelled, rescheduled or refunded in
 * another way.
 */
export function mayComplete(booking: Booking, { moves }: ModelOrder): Expected | null {
  if (!moves) return null
  const place = placeOf(booking, moves.place)
  const origin = orderOf(booking, place.order)
  const at = origin?.lines.findIndex((line) => line.place === place.id && !line.isCancelled) ?? -1
  const isSame =
    place.status === 'confirmed' &&
    (place.moved ?? 0) === moves.moved &&
    origin?.status === 'paid' &&
    worthOf(booking, origin, at) === moves.carried
  return isSame ? null : { status: 409, type: 'state_conflict' }
}

/** The difference is paid: the booking takes the held place, and its payments are carried over. */
export function completeMove(booking: Booking, order: ModelOrder): void {
  const { moves } = order
  const [line] = order.lines
  if (!moves || !line) return
  const place = placeOf(booking, moves.place)
  const held = placeOf(booking, line.place)
  const origin = orderOf(booking, place.order) as ModelOrder
  const left = origin.lines.find((each) => each.place === place.id && !each.isCancelled)
  if (left) Object.assign(left, { isCancelled: true, back: moves.carried })
  origin.cancelled += moves.carried
  carry(order, origin, moves.carried)
  Object.assign(held, { status: 'expired', order: null, end: null })
  Object.assign(place, { option: held.option, child: held.child, order: order.id, moved: (place.moved ?? 0) + 1 })
  line.place = place.id
  Object.assign(order, { status: 'paid', hold: null, isEverPaid: true })
  if (origin.lines.some(({ isCancelled }) => !isCancelled)) return
  origin.status = 'cancelled'
  for (const discount of origin.discounts) discount.state = 'released'
}

// Carries the newest payment first, as refunds do.
function carry(order: ModelOrder, origin: ModelOrder, amount: number): void {
  let open = amount
  for (const payment of origin.payments.toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))) {
    const part = payment.status === 'succeeded' ? Math.min(open, payment.received - payment.returned) : 0
    if (part <= 0) continue
    open -= part
    payment.returned += part
    payment.moved = (payment.moved ?? 0) + part
    const { method, created } = payment
    order.payments.push({
      ...{ id: '', status: 'succeeded', method, amount: part, received: part, returned: 0, credited: 0 },
      ...{ attempts: 1, created, calledAt: created, intent: null },
    })
  }
}
