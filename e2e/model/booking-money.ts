// Over 250 lines: money from the card to its refund, in order.
import { enterBalance, reserve } from './balance-rules.ts'
import {
  type Booking,
  dueOf,
  isAlive,
  isStockHeld,
  takeStock,
  livePayment,
  minute,
  type ModelIntent,
  type ModelOrder,
  type ModelPayment,
  placesOf,
  releaseLapsed,
  remainingOf,
  takePlace,
} from './booking-state.ts'
import { completeMove } from './move-money.ts'
import { membershipNotPaid, membershipPaid } from './membership-state.ts'
import { keepPaidCard } from './card-rules.ts'
import { chargeParts, deferredOf, startParts } from './part-rules.ts'
import { moveWaitlists } from './waitlist-line.ts'

/**
 * For this time only the sender of a request to the provider may settle it. The scheduler asks for the result after
 * twice this time.
 */
const leaseMs = minute
const retryAfterMs = 2 * minute
const graceMs = 10 * minute

/**
 * Records the outcome of a card attempt, first in the provider's data and then in the site's data. True when the
 * response reached the site.
 */
export function tryCard(
  booking: Booking,
  input: { order: ModelOrder; payment: ModelPayment; card: 'good' | 'declined' | 'bank'; now: number },
): boolean {
  const { order, payment, card, now } = input
  const intent: ModelIntent = payment.intent ?? {
    state: 'waits',
    amount: payment.amount,
    received: 0,
    settlesAt: null,
    attempt: 0,
  }
  payment.intent = intent
  if (intent.state !== 'waits' || intent.attempt >= payment.attempts) return settled(booking, order, payment, now)
  const scenario = booking.scenario
  booking.scenario = null
  if (scenario?.next === 'unreachable') return false
  Object.assign(intent, { attempt: payment.attempts, amount: payment.amount })
  if (card === 'bank') {
    intent.state = 'action'
    // The bank step comes first, so the outcome that was set for the next payment applies to its confirmation.
    booking.scenario = scenario
    return settled(booking, order, payment, now)
  }
  if (card === 'good') goThrough(intent, scenario, now)
  if (scenario?.next === 'lost') return false
  settle(booking, order, payment, { now, isOwn: true })
  if (scenario?.next === 'twice') report(booking, order, payment, now)
  return true
}

/** The customer's decision at the bank. Only the first one counts. */
export function answerBank(booking: Booking, payment: ModelPayment, isConfirmed: boolean, now: number): void {
  const { intent } = payment
  if (intent?.state !== 'action') return
  if (!isConfirmed) intent.state = 'waits'
  else {
    const scenario = booking.scenario
    booking.scenario = null
    goThrough(intent, scenario, now)
  }
}

function goThrough(intent: NonNullable<ModelPayment['intent']>, scenario: Booking['scenario'], now: number): void {
  if (scenario?.next === 'late' || scenario?.next === 'never')
    Object.assign(intent, {
      state: 'processing',
      settlesAt: scenario.next === 'late' ? now + scenario.seconds * 1000 : null,
    })
  else
    Object.assign(intent, {
      state: 'succeeded',
      received: scenario?.next === 'other_amount' ? Math.floor(intent.amount / 2) : intent.amount,
    })
}

function settled(booking: Booking, order: ModelOrder, payment: ModelPayment, now: number): true {
  settle(booking, order, payment, { now, isOwn: true })
  return true
}

/** Asks the provider for the status of a payment. */
export function report(booking: Booking, order: ModelOrder, payment: ModelPayment, now: number): void {
  if (payment.method === 'card' && payment.status !== 'succeeded' && payment.intent)
    settle(booking, order, payment, { now, isOwn: false })
}

/** Records the provider's status of a payment. */
function settle(
  booking: Booking,
  order: ModelOrder,
  payment: ModelPayment,
  { now, isOwn }: { now: number; isOwn: boolean },
): void {
  const intent = current(payment, now)
  if (!intent || payment.status === 'succeeded') return
  const isOpen = order.status === 'pending' || order.status === 'requires_action' || order.status === 'processing'
  if (intent.state === 'succeeded') moneyCame(booking, order, payment, now)
  else if (intent.state === 'cancelled') {
    if (payment.status !== 'cancelled' && order.status !== 'pending' && isOpen) order.status = 'pending'
    payment.status = 'cancelled'
  } else if (intent.state === 'action' || intent.state === 'processing') {
    const to = intent.state === 'action' ? 'requires_action' : 'processing'
    if (payment.status === to) return
    Object.assign(payment, { status: to, calledAt: now })
    if (!isOpen) return
    order.status = to
    if (to === 'requires_action') lengthen(booking, order, 'bank', now)
  } else notPaid(booking, order, payment, { now, isOwn, isOpen })
}

// The order awaits a card again, because an attempt failed or the first request never arrived.
function notPaid(
  booking: Booking,
  order: ModelOrder,
  payment: ModelPayment,
  { now, isOwn, isOpen }: { now: number; isOwn: boolean; isOpen: boolean },
): void {
  if (payment.status === 'failed' || payment.status === 'cancelled') return
  if (payment.status === 'created' && !isOwn && now - payment.calledAt < leaseMs) return
  payment.status = 'failed'
  if (!isOpen) return
  order.status = 'pending'
  lengthen(booking, order, 'decline', now)
}

function moneyCame(booking: Booking, order: ModelOrder, payment: ModelPayment, now: number): void {
  const received = payment.intent?.received ?? 0
  const { status } = order
  // When an order expires, its reserved balance is released, so the payment must also cover that part.
  const later = deferredOf(order)
  const again = status === 'expired' && order.usesBalance ? Math.max(0, dueOf(order) - later - payment.amount) : 0
  const isEnough = received >= remainingOf(order) - later - again
  Object.assign(payment, { status: 'succeeded', received })
  const card = payment.card ?? keepPaidCard(booking, { customer: order.customer, payment, now })
  if (status === 'pending' || status === 'requires_action' || status === 'processing') {
    if (isEnough) becomePaid(booking, order, now)
    else order.status = 'pending'
    if (isEnough) startParts(order, payment, card)
  } else if (status === 'expired' && isEnough && becomePaidLate(booking, order, now, again))
    startParts(order, payment, card)
  else {
    if (status === 'expired' && isEnough) order.status = 'cancelled'
    payment.returned = received
  }
}

/** A late payment of an expired order: its places and its reserved balance are taken again, all or none. */
export function becomePaidLate(booking: Booking, order: ModelOrder, now: number, balance: number): boolean {
  if (balance > (booking.balances[order.customer] ?? 0)) return false
  const trial = structuredClone(booking)
  const tried = trial.orders.find((each) => each.id === order.id) as ModelOrder
  reserve(trial, tried, balance)
  if (!becomePaid(trial, tried, now)) return false
  reserve(booking, order, balance)
  return becomePaid(booking, order, now)
}

/**
 * The order becomes paid: places are confirmed, and lapsed ones are taken again, all or none; coupons are final and the
 * reserved balance is spent.
 */
export function becomePaid(booking: Booking, order: ModelOrder, now: number): boolean {
  if (order.moves) {
    completeMove(booking, order)
    return true
  }
  const places = placesOf(booking, order)
  const lost = places.filter((place) => place.status !== 'pending')
  if (lost.length > 0)
    releaseLapsed(
      booking,
      lost.map((place) => place.option),
      now,
      order.id,
    )
  const before = lost.map((place) => place.status)
  const stock = booking.orders.flatMap((each) => each.lines.map((line) => [line, line.taken] as const))
  if (!isStockHeld(order) && !takeStock(booking, order, now)) {
    for (const [line, taken] of stock) line.taken = taken
    return false
  }
  for (const place of lost) {
    if (takePlace(booking, place) !== null) {
      for (const [index, each] of lost.entries()) each.status = before[index] ?? each.status
      for (const [line, taken] of stock) line.taken = taken
      return false
    }
    place.status = 'confirmed'
  }
  for (const place of places) Object.assign(place, { status: 'confirmed', end: null })
  Object.assign(order, { status: 'paid', hold: null, isEverPaid: true })
  for (const { id, isPackage, isCancelled, plan } of order.lines)
    if (isPackage && !isCancelled && plan === undefined)
      grantVisits(booking, { id, customer: order.customer, isUnpaid: false })
  for (const discount of order.discounts) if (discount.amount > 0) discount.state = 'final'
  if (order.reserved > 0) order.payments.push(balancePayment(order.reserved, now))
  order.reserved = 0
  membershipPaid(booking, order, now)
  return true
}

/** The visits of a package. Those of one in a cart are there before they are paid. */
export function grantVisits(booking: Booking, grant: { id: string; customer: number; isUnpaid: boolean }): void {
  const existing = booking.credits.find(({ id }) => id === grant.id)
  if (existing) existing.isUnpaid = grant.isUnpaid
  else booking.credits.push({ ...grant, amount: booking.package.visits, revoked: 0 })
}

/** The payment for the spent part of a balance. */
export const balancePayment = (amount: number, now: number): ModelPayment => ({
  ...({ id: '', status: 'succeeded', method: 'balance', amount, received: amount, returned: 0, credited: 0 } as const),
  ...{ attempts: 1, calledAt: now, created: now, intent: null, card: null, keeps: false },
})

/** A bank step or a decline extends the hold to at least ten minutes, once each. */
function lengthen(booking: Booking, order: ModelOrder, because: 'bank' | 'decline', now: number): void {
  if (order.usedTimes[because] || order.hold === null) return
  order.usedTimes[because] = true
  holdUntil(booking, order, Math.max(order.hold, now + graceMs))
}

export function holdUntil(booking: Booking, order: ModelOrder, until: number): void {
  order.hold = until
  for (const place of booking.places) if (place.order === order.id && place.status === 'pending') place.end = until
}

/**
 * Before an unpaid order ends, succeeded payments are recorded, running payments continue, and the others are ended at
 * the provider.
 */
export function closeIntents(booking: Booking, order: ModelOrder, now: number): void {
  for (const payment of order.payments) {
    if (payment.method !== 'card' || payment.status === 'succeeded' || payment.status === 'cancelled') continue
    const intent = current(payment, now)
    if (!intent) continue
    if (intent.state === 'waits' || intent.state === 'action') intent.state = 'cancelled'
    else settle(booking, order, payment, { now, isOwn: true })
  }
}

/**
 * An unpaid order ends: its places are released, coupons are usable again, payments are closed and partial payments
 * refunded.
 */
export function endUnpaid(booking: Booking, order: ModelOrder, to: 'expired' | 'cancelled'): void {
  reserve(booking, order, 0)
  order.status = to
  for (const place of booking.places)
    if (place.order === order.id && place.status === 'pending') Object.assign(place, { status: to, end: null })
  for (const payment of order.payments) {
    if (payment.status === 'succeeded') payment.returned = payment.received
    else payment.status = 'cancelled'
  }
  for (const line of order.lines) line.taken = 0
  for (const discount of order.discounts) discount.state = 'released'
  if (to === 'cancelled') order.hold = null
  membershipNotPaid(booking, order)
}

/** One run of the scheduler for carts and places. */
export function runClockOfCarts(booking: Booking, now: number): void {
  for (const order of booking.orders) {
    const live = livePayment(order)
    if (live?.method !== 'card' || live.calledAt > now - retryAfterMs) continue
    const before = live.status
    report(booking, order, live, now)
    if (live.status === before) live.calledAt = now
  }
  for (const order of [...booking.orders].sort((a, b) => (a.hold ?? 0) - (b.hold ?? 0))) {
    if ((order.status !== 'pending' && order.status !== 'requires_action') || order.hold === null || order.hold >= now)
      continue
    closeIntents(booking, order, now)
    const status = order.status as string
    if ((status === 'pending' || status === 'requires_action') && !isAlive(order.hold, now))
      endUnpaid(booking, order, 'expired')
  }
  for (const place of booking.places) {
    const order = booking.orders.find((each) => each.id === place.order)
    if (
      place.status === 'pending' &&
      !isAlive(place.end, now) &&
      !livePayment(order) &&
      (!order || order.status === 'draft')
    )
      place.status = 'expired'
  }
  for (const order of booking.orders)
    if (order.status === 'draft' && order.hold !== null && order.hold < now && !livePayment(order))
      for (const line of order.lines) line.taken = 0
  moveWaitlists(booking, now)
  chargeParts(booking, now)
}

/**
 * Refunds the newest payment first, by its method or to the balance. A payment from the balance returns to the balance
 * at once.
 */
export function giveBack(booking: Booking, order: ModelOrder, amount: number, toBalance: boolean): void {
  let open = amount
  const newestFirst = order.payments.toSorted((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1))
  for (const payment of newestFirst) {
    const part = payment.status === 'succeeded' ? Math.min(open, payment.received - payment.returned) : 0
    if (part <= 0) continue
    payment.returned += part
    open -= part
    if (!toBalance && payment.method !== 'balance') continue
    payment.credited += part
    enterBalance(booking, order.customer, part, order)
  }
}

function current(payment: ModelPayment, now: number): ModelPayment['intent'] {
  const { intent } = payment
  if (intent?.state === 'processing' && intent.settlesAt !== null && intent.settlesAt <= now)
    Object.assign(intent, { state: 'succeeded', received: intent.amount })
  return intent
}
