import { closeIntents, endUnpaid, giveBack } from './booking-money.ts'
import { backFor, partsOf, percentAt } from './booking-prices.ts'
import { revokeUnused } from './package-returns.ts'
import { openOfPlace, waiveParts } from './part-rules.ts'
import { type Expected, no, ok } from './expected-answers.ts'
import { dropLine } from './booking-rules.ts'
import { type Booking, type ModelLine, type ModelOrder, orderOf, placeOf, sum, leftOf } from './booking-state.ts'

type Returning = { toBalance: boolean; now: number }
type Outcome = { line: ModelLine; isAsked: boolean; back: number }

export function cancelOrder(booking: Booking, input: Returning & { order: string }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  if (order.status === 'cancelled') return ok()
  if (order.status === 'processing') return no('payment_in_progress')
  if (order.status === 'paid') {
    if (order.lines.some((line) => line.isPackage || (line.ware !== null && !line.isCancelled)))
      return no('cancellation_not_allowed')
    const outcomes: Outcome[] = []
    for (const line of order.lines.filter((each) => !each.isCancelled)) {
      const taken = sum(outcomes.map(({ back }) => back))
      outcomes.push(cancelLine(booking, order, { place: line.place, now: input.now, taken }))
    }
    refundAtOnce(booking, order, outcomes, input)
    endPaid(order)
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

export function cancelPlace(booking: Booking, input: Returning & { place: string }): Expected {
  const place = placeOf(booking, input.place)
  if (place.status === 'cancelled' || place.status === 'expired') return ok()
  if (place.status === 'waitlisted' || place.status === 'offered') {
    Object.assign(place, { status: 'cancelled', end: null })
    return ok()
  }
  if (place.status === 'pending') {
    const line = orderOf(booking, place.order)?.lines.find((each) => each.place === place.id)
    // The place held for a reschedule is released. The order for the difference in price stays.
    if (place.order !== null && orderOf(booking, place.order)?.moves === undefined)
      return dropLine(booking, { order: place.order, line: line?.id ?? '', now: input.now })
    Object.assign(place, { status: 'expired', end: null })
    return ok()
  }
  const order = orderOf(booking, place.order) as ModelOrder
  refundAtOnce(booking, order, [cancelLine(booking, order, { place: place.id, now: input.now, taken: 0 })], input)
  if (order.lines.every((line) => line.isCancelled)) endPaid(order)
  return ok()
}

/** Returns products with a full refund, at once or after the organisation approved it. */
export function returnWare(booking: Booking, input: Returning & { order: string; line: string }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const at = order.lines.findIndex((line) => line.id === input.line)
  const line = order.lines[at] as ModelLine
  const sums = order.sums.lines[at]
  if (line.isCancelled) return ok(201)
  const isAsked = booking.wares[line.ware ?? 0]?.isAsked ?? null
  if (order.status !== 'paid' || isAsked === null || !sums) return no('refund_not_allowed')
  const { base, tax, fee, feeTax } = partsOf(booking, { price: line.price, sums })
  const back = Math.max(0, Math.min(leftOf(order), Number(base + tax + fee + feeTax)))
  const outcome = { line, isAsked: isAsked && back > 0, back }
  line.isCancelled = true
  line.taken = 0
  const request = { id: '', order: order.id, amount: back, toBalance: input.toBalance }
  if (!outcome.isAsked && back > 0) booking.requests.push({ ...request, status: 'approved', approved: back })
  refundAtOnce(booking, order, [outcome], input)
  if (order.lines.every((each) => each.isCancelled)) endPaid(order)
  return ok(201)
}

/** All items of a paid order are cancelled. */
export function endPaid(order: ModelOrder): void {
  order.status = 'cancelled'
  for (const discount of order.discounts) discount.state = 'released'
}

// Refunds what the policy grants automatically. The remainder becomes one refund request.
function refundAtOnce(
  booking: Booking,
  order: ModelOrder,
  outcomes: Outcome[],
  { toBalance }: { toBalance: boolean },
): void {
  const back = sum(outcomes.map((each) => (each.isAsked ? 0 : each.back)))
  for (const { line, isAsked, back: part } of outcomes) Object.assign(line, { back: isAsked ? 0 : part })
  order.cancelled += back
  giveBack(booking, order, back, toBalance)
  const asked = outcomes.filter(({ isAsked }) => isAsked)
  if (asked.length === 0) return
  const amount = sum(asked.map((each) => each.back))
  booking.requests.push({ id: '', order: order.id, amount, toBalance, status: 'requested', approved: null })
}

/** What was paid for a place and not returned. */
function keptFor(booking: Booking, order: ModelOrder, place: string): number {
  const at = order.lines.findIndex((line) => line.place === place && !line.isCancelled)
  const [line, sums] = [order.lines[at], order.sums.lines[at]]
  if (!line || !sums) return 0
  const { base, tax, fee, feeTax } = partsOf(booking, { price: line.price, sums })
  return Number(base + tax + fee + feeTax) - openOfPlace(order, place) - (line.refunded ?? 0)
}

type ByStaff = { places: string[]; amount: number | null; toBalance: boolean; now: number }

/**
 * Staff cancel places of a paid order. They decide at once what a family would ask for: what the policy gives, or an
 * amount that was paid for the place.
 */
export function returnLines(booking: Booking, order: ModelOrder, input: ByStaff): Expected {
  const { places, amount, now } = input
  const outcomes: Outcome[] = []
  const trial = structuredClone(booking)
  for (const place of places) {
    const paid = Math.min(leftOf(order), keptFor(booking, order, place))
    const taken = sum(outcomes.map(({ back }) => back))
    const { policy, ...outcome } = cancelLine(booking, order, { place, now, taken })
    if (amount !== null && amount !== policy && amount > Math.max(0, paid)) {
      Object.assign(booking, trial)
      return no('refund_not_allowed')
    }
    outcomes.push({ ...outcome, isAsked: false, back: amount ?? policy })
  }
  refundAtOnce(booking, order, outcomes, input)
  if (order.lines.every((line) => line.isCancelled)) endPaid(order)
  return ok()
}

function cancelLine(
  booking: Booking,
  order: ModelOrder,
  { place: placeId, now, taken }: { place: string; now: number; taken: number },
): Outcome & { policy: number } {
  const at = order.lines.findIndex((line) => line.place === placeId && !line.isCancelled)
  const line = order.lines[at] as ModelLine
  const place = placeOf(booking, placeId)
  const event = booking.options[place.option]?.event ?? 0
  const percent = percentAt(booking, event, now)
  const left = leftOf(order) - taken
  const open = openOfPlace(order, placeId)
  const byPolicy = backFor(booking, order, { at, percent, left, open })
  waiveParts(order, placeId)
  line.isCancelled = true
  Object.assign(place, { status: 'cancelled', end: null })
  const isFree = line.price === (order.sums.lines[at]?.discount ?? 0)
  const mayAsk = !isFree && (percent === 0 || booking.asksFirst[event] === true)
  const sums = order.sums.lines[at]
  if (!mayAsk || byPolicy > 0 || !sums)
    return { line, isAsked: mayAsk && byPolicy > 0, back: byPolicy, policy: byPolicy }
  // A request beyond the policy is for the whole payment of the place.
  const { base, tax, fee, feeTax } = partsOf(booking, { price: line.price, sums })
  const back = Math.max(0, Math.min(left, Number(base + tax + fee + feeTax) - open - (line.refunded ?? 0)))
  return { line, isAsked: back > 0, back, policy: 0 }
}

/**
 * The organisation approves a request: the requested amount by default, and never more than the refundable remainder of
 * the order.
 */
export function approveRequest(booking: Booking, input: { request: string; amount: number | null }): Expected {
  const request = booking.requests.find((each) => each.id === input.request) as Booking['requests'][number]
  const amount = input.amount ?? request.amount
  if (request.status !== 'requested')
    return request.status === 'approved' && request.approved === amount ? ok() : no('state_conflict')
  const order = orderOf(booking, request.order) as ModelOrder
  if (amount > leftOf(order)) return no('refund_not_allowed')
  if (request.item !== undefined && !revokeUnused(booking, { order, item: request.item, amount }))
    return no('credit_partly_used')
  Object.assign(request, { status: 'approved', approved: amount })
  order.cancelled += amount
  giveBack(booking, order, amount, request.toBalance)
  return ok()
}

export function declineRequest(booking: Booking, input: { request: string }): Expected {
  const request = booking.requests.find((each) => each.id === input.request) as Booking['requests'][number]
  if (request.status === 'declined') return ok()
  if (request.status !== 'requested') return no('state_conflict')
  request.status = 'declined'
  return ok()
}

/** The customer withdraws a request. */
export function withdrawRequest(booking: Booking, input: { request: string }): Expected {
  const request = booking.requests.find((each) => each.id === input.request) as Booking['requests'][number]
  if (request.status === 'withdrawn') return ok()
  if (request.status !== 'requested') return no('state_conflict')
  request.status = 'withdrawn'
  return ok()
}
