import { closeIntents, endUnpaid, giveBack, leftOf } from './booking-money.ts'
import { backFor } from './booking-prices.ts'
import { dropLine, type Expected, no, ok } from './booking-rules.ts'
import { type Booking, minute, type ModelOrder, orderOf, placeOf } from './booking-state.ts'

const day = 24 * 60 * minute

export function cancelOrder(booking: Booking, input: { order: string; now: number }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  if (order.status === 'cancelled') return ok()
  if (order.status === 'processing') return no('payment_in_progress')
  if (order.status === 'paid') {
    const open = order.lines.filter((line) => !line.isCancelled)
    let taken = 0
    for (const line of open) taken += cancelLine(booking, order, line.place, input.now, taken)
    giveBack(order, taken)
    end(order)
    return ok()
  }
  if (order.status !== 'pending' && order.status !== 'requires_action') return no('state_conflict')
  closeIntents(booking, order, input.now)
  const status = order.status as string
  if (status === 'processing') return no('payment_in_progress')
  if (status !== 'pending' && status !== 'requires_action') return no('state_conflict')
  endUnpaid(booking, order, 'cancelled')
  return ok()
}

export function cancelPlace(booking: Booking, input: { place: string; now: number }): Expected {
  const place = placeOf(booking, input.place)
  if (place.status === 'cancelled' || place.status === 'expired') return ok()
  if (place.status === 'pending') {
    if (place.order !== null) return dropLine(booking, { order: place.order, place: place.id, now: input.now })
    Object.assign(place, { status: 'expired', end: null })
    return ok()
  }
  const order = orderOf(booking, place.order) as ModelOrder
  giveBack(order, cancelLine(booking, order, place.id, input.now, 0))
  if (order.lines.every((line) => line.isCancelled)) end(order)
  return ok()
}

function end(order: ModelOrder): void {
  order.status = 'cancelled'
  for (const discount of order.discounts) discount.state = 'released'
}

function cancelLine(booking: Booking, order: ModelOrder, placeId: string, now: number, taken: number): number {
  const at = order.lines.findIndex((line) => line.place === placeId && !line.isCancelled)
  const place = placeOf(booking, placeId)
  const start = booking.startsAt[booking.options[place.option]?.event ?? 0] ?? 0
  const percent = now <= start - 14 * day ? 100 : now <= start - 3 * day ? 50 : 0
  const back = backFor(booking, order, { at, percent, left: leftOf(order) - taken })
  Object.assign(order.lines[at] ?? {}, { isCancelled: true, back })
  order.cancelled += back
  Object.assign(place, { status: 'cancelled', end: null })
  return back
}
