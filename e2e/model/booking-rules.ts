// Over 250 lines: the life of a cart, rule by rule.
import { type AnswerIds, type Expected, no, ok } from './expected-answers.ts'
import { holdUntil } from './booking-money.ts'
import { reserve } from './balance-rules.ts'
import { isSame, priced, refusalOf, reprice, todaysPrices } from './booking-prices.ts'
import {
  type Booking,
  visitsLeft,
  isAlive,
  hasWares,
  isPromised,
  isStockHeld,
  needsHold,
  takeStock,
  livePayment,
  minute,
  type ModelOrder,
  type ModelPlace,
  nothing,
  orderOf,
  placeOf,
  placesOf,
  releaseLapsed,
  takePlace,
  leftOf,
} from './booking-state.ts'

import { coversEvent, isGood, opensEvent } from './membership-state.ts'
import { offerPlaces } from './waitlist-line.ts'

const holdMs = 15 * minute
const ceilingMs = 45 * minute
const isOpen = (order: ModelOrder) =>
  order.status === 'draft' || (order.status === 'pending' && !livePayment(order) && order.method !== 'offline')
export const isHeld = (booking: Booking, order: ModelOrder, now: number) =>
  !needsHold(order) ||
  (isAlive(order.hold, now) &&
    isStockHeld(order) &&
    placesOf(booking, order).every((place) => place.status === 'pending'))
/**
 * True when the order is partly paid: the remainder is paid or everything refunded, but the order cannot become a cart
 * again.
 */
const holdsMoney = (order: ModelOrder) => isOpen(order) && leftOf(order) > 0
export const changeRefusal = (order: ModelOrder) =>
  order.moves
    ? no('transition_not_allowed')
    : livePayment(order) || holdsMoney(order)
      ? no('payment_in_progress')
      : isOpen(order)
        ? null
        : no('state_conflict')
// Returns an order to a cart: the order needs a new quote, and its reserved balance is released.
export function changed(booking: Booking, order: ModelOrder): ModelOrder {
  reserve(booking, order, 0)
  return Object.assign(order, { status: 'draft', method: null, due: null, version: order.version + 1 })
}

type Booked = { customer: number; option: number; now: number }
const opens = (booking: Booking, option: number) => booking.options[option]?.event === booking.package.event

export function paysFor(booking: Booking, credit: string, { customer, option, now }: Booked): boolean {
  const isOwn = booking.credits.some((each) => each.id === credit && each.customer === customer && !each.isUnpaid)
  const isLeft = visitsLeft(booking, credit) > 0 && isGood(booking, credit, now)
  return isOwn && opens(booking, option) && isLeft && coversEvent(booking, credit)
}

// An event for package holders accepts customers with a visit left. They may also pay the price.
export const mayPayPrice = (booking: Booking, booked: Booked): boolean =>
  !opens(booking, booked.option) ||
  opensEvent(booking, booked.customer) ||
  booking.credits.some((each) => paysFor(booking, each.id, booked))

/** Other places that a child has or holds. */
export const othersOf = (booking: Booking, child: number, now: number): ModelPlace[] =>
  booking.places.filter(
    (place) =>
      place.child === child &&
      (place.status === 'confirmed' ||
        (place.status === 'pending' && (isAlive(place.end, now) || livePayment(orderOf(booking, place.order))))),
  )

export function register(
  booking: Booking,
  input: { customer: number; child: number; option: number; credit: string | null; now: number },
  answerIds: AnswerIds,
): Expected {
  const { customer, child, option, credit, now } = input
  if (credit !== null && !paysFor(booking, credit, { customer, option, now })) return no('credit_not_available')
  if (credit === null && !mayPayPrice(booking, { customer, option, now })) return no('membership_required')
  const own = othersOf(booking, child, now)
  const isTime = (booking.options[option]?.start ?? null) !== null
  if (!isTime && own.some((place) => place.option === option)) return no('already_registered')
  if (own.some((place) => booking.options[place.option]?.event === booking.options[option]?.event))
    return no('attendee_conflict')
  // Waitlist entries take precedence.
  offerPlaces(booking, booking.options[option]?.event ?? 0, now)
  const lapsed = booking.places.map((place) => place.status)
  releaseLapsed(booking, [option], now)
  const place: ModelPlace = {
    id: answerIds.id,
    customer,
    child,
    option,
    status: 'expired',
    end: now + holdMs,
    order: null,
    since: now,
    entry: null,
    credit,
  }
  const refusal = takePlace(booking, place)
  if (refusal) {
    // The whole write is rolled back, together with the releases of holds in it.
    for (const [index, each] of booking.places.entries()) each.status = lapsed[index] ?? each.status
    return no(refusal)
  }
  booking.places.push({ ...place, status: 'pending' })
  return ok(201)
}

export function openOrder(
  booking: Booking,
  input: { customer: number; places: string[]; packages: number; now: number },
  answerIds: AnswerIds,
): Expected {
  for (const id of input.places) {
    const refusal = mayEnter(placeOf(booking, id), input.now)
    if (refusal) return refusal
  }
  const order: ModelOrder = {
    id: answerIds.id,
    customer: input.customer,
    status: 'draft',
    method: null,
    lines: [],
    entered: null,
    discounts: [],
    sums: nothing,
    hold: null,
    due: null,
    reserved: 0,
    usesBalance: false,
    started: null,
    usedTimes: { more: false, bank: false, decline: false },
    version: answerIds.version ?? 0,
    payments: [],
    isEverPaid: false,
    cancelled: 0,
    parts: [],
    waived: 0,
  }
  booking.orders.push(order)
  const sources = [...input.places, ...Array.from({ length: input.packages }, () => booking.package.id)]
  const items = answerIds.items ?? sources.map((source) => ({ id: '', source }))
  // The source of a package is the attendee it is for, or null.
  for (const { id, source } of items)
    enter(booking, order, source !== null && input.places.includes(source) ? source : booking.package.id, id)
  renewHold(booking, order, input.now)
  reprice(booking, order)
  return ok(201)
}

export function addLine(
  booking: Booking,
  input: { order: string; place: string; now: number },
  answerIds: AnswerIds,
): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const refusal =
    changeRefusal(order) ??
    (isHeld(booking, order, input.now) ? mayEnter(placeOf(booking, input.place), input.now) : no('hold_expired'))
  if (refusal) return refusal
  enter(booking, order, input.place, answerIds.items?.at(-1)?.id ?? '')
  renewHold(booking, order, input.now)
  reprice(booking, changed(booking, order))
  return ok(201)
}

/** Adds a package to a cart. The cart holds no stock for it. */
export function addPackage(booking: Booking, input: { order: string; now: number }, answerIds: AnswerIds): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const refusal = changeRefusal(order) ?? (isHeld(booking, order, input.now) ? null : no('hold_expired'))
  if (refusal) return refusal
  enter(booking, order, booking.package.id, answerIds.items?.at(-1)?.id ?? '')
  renewHold(booking, order, input.now)
  reprice(booking, changed(booking, order))
  return ok(201)
}

/** Adds products to a cart or to their existing item. The hold of the whole cart is renewed. */
export function addWare(
  booking: Booking,
  input: { order: string; ware: number; quantity: number; now: number },
  answerIds: AnswerIds,
): Expected {
  const before = orderOf(booking, input.order) as ModelOrder
  const refusal = changeRefusal(before) ?? (isHeld(booking, before, input.now) ? null : no('hold_expired'))
  if (refusal) return refusal
  const trial = structuredClone(booking)
  const order = orderOf(trial, input.order) as ModelOrder
  const { ware, quantity } = input
  const same = order.lines.find((line) => line.ware === ware && line.with === undefined)
  const cost = booking.wares[ware]?.cost ?? 0
  const added = { id: answerIds.items?.at(-1)?.id ?? '', place: '', isPackage: false, ware, quantity: 0, taken: 0 }
  const line = same ?? { ...added, price: 0, isCancelled: false, back: 0 }
  if (!same) order.lines.push(line)
  line.quantity += quantity
  line.price = cost * line.quantity
  if (!takeStock(trial, order, input.now)) return no('sold_out')
  renewHold(trial, order, input.now)
  reprice(trial, changed(trial, order))
  Object.assign(booking, trial)
  return ok(201)
}
const noWare = { ware: null, quantity: 1, taken: 0 }

export function dropLine(booking: Booking, input: { order: string; line: string; now: number }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const refusal = changeRefusal(order)
  if (refusal) return refusal
  const wasHeld = isHeld(booking, order, input.now)
  const line = order.lines.find((each) => each.id === input.line)
  const booked = line?.isPackage
    ? placesOf(booking, order).filter((each) => each.credit === line.id || each.membership === line.id)
    : []
  for (const place of booking.places.filter((each) => each.id === line?.place || booked.includes(each))) {
    releasePlace(place)
    order.lines = order.lines.filter((each) => each.place !== place.id)
    for (const each of order.lines) if (each.with === place.id) each.with = undefined
  }
  order.lines = order.lines.filter((each) => each !== line)
  if (line) dropPackage(booking, line)
  if (wasHeld || !needsHold(order)) renewHold(booking, order, input.now)
  reprice(booking, changed(booking, order))
  return ok()
}

/** A place leaves its cart. A held one is free at once. */
export const releasePlace = (place: ModelPlace) =>
  Object.assign(place, { order: null, ...(place.status === 'pending' ? { status: 'expired', end: null } : {}) })

/** The visits of a package that leaves its cart are revoked. */
export function dropPackage(booking: Booking, { id }: { id: string }): void {
  const credit = booking.credits.find((each) => each.id === id && each.isUnpaid)
  if (credit) credit.revoked = credit.amount
}

export function applyCode(booking: Booking, input: { order: string; coupon: string | null; now: number }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const refusal = changeRefusal(order)
  if (refusal) return refusal
  const refused = refusalOfCode(booking, order, input.coupon)
  if (refused) return no(refused)
  if (isHeld(booking, order, input.now)) renewHold(booking, order, input.now)
  reprice(booking, changed(booking, order), { entered: input.coupon })
  return ok(201)
}

/** The reason why a code may not be entered on a cart; null for a code that does not exist. */
export function refusalOfCode(booking: Booking, order: ModelOrder, code: string | null): string | null {
  const coupon = booking.coupons.find((each) => each.id === code)
  if (!coupon) return 'coupon_not_found'
  const refused = refusalOf(booking, order, coupon)
  if (refused) return refused
  if (order.discounts.some((each) => each.coupon === coupon.id)) return 'coupon_already_applied'
  const [kept, next] = [priced(booking, order), priced(booking, order, { entered: coupon.id })]
  return kept.sums.discount > 0 && next.sums.total >= kept.sums.total ? 'coupon_replaced' : null
}

export function removeCode(booking: Booking, input: { order: string; coupon: string; now: number }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const refusal = changeRefusal(order)
  if (refusal) return refusal
  if (order.discounts.find((each) => each.coupon === input.coupon)?.isEntered !== true)
    return no('transition_not_allowed')
  if (isHeld(booking, order, input.now)) renewHold(booking, order, input.now)
  reprice(booking, changed(booking, order), { entered: null })
  return ok()
}

/** A quote prices a cart again. If its places were released, all of them are taken again, or none. */
export function quote(booking: Booking, input: { order: string; now: number }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const { status } = order
  if (
    status === 'requires_action' ||
    status === 'processing' ||
    (status === 'pending' && (livePayment(order) || isPromised(order) || holdsMoney(order)))
  )
    return ok()
  const mayReturn = status === 'expired' && order.payments.every((payment) => payment.status !== 'succeeded')
  if (!isOpen(order) && !mayReturn) return no('state_conflict')
  const isTakenAgain = status === 'expired' || !isHeld(booking, order, input.now)
  const trial = structuredClone(booking)
  const tried = orderOf(trial, order.id) as ModelOrder
  const hasLostStock = isTakenAgain && !isStockHeld(tried)
  const hasNewPrice = isTakenAgain && todaysPrices(trial, tried)
  const newest = priced(trial, tried, { dropsCode: true })
  const isChanged = hasLostStock || hasNewPrice || !isSame(order, newest)
  if (!isTakenAgain && !isChanged) return ok()

  if (isTakenAgain) {
    const refusal = retake(trial, tried, input.now)
    if (refusal) return no(refusal)
  }
  reprice(trial, tried, { dropsCode: true })
  reserve(trial, tried, 0)
  Object.assign(tried, { status: 'draft', method: null, due: null, version: order.version + (isChanged ? 1 : 0) })
  Object.assign(booking, trial)
  return ok()
}

function retake(booking: Booking, order: ModelOrder, now: number): string | null {
  const places = placesOf(booking, order)
  releaseLapsed(
    booking,
    places.map((place) => place.option),
    now,
    order.id,
  )
  for (const place of places.filter((each) => each.status !== 'pending')) {
    const refusal = takePlace(booking, place)
    if (refusal) return refusal
    place.status = 'pending'
  }
  // Places that no scheduler run has released yet are taken again, too. The result does not depend on the time of that
  // run.
  for (const place of places) place.since = now
  if (hasWares(order) && !takeStock(booking, order, now)) return 'sold_out'
  Object.assign(order, { started: now, usedTimes: { more: false, bank: false, decline: false } })
  if (needsHold(order)) holdUntil(booking, order, now + holdMs)
  else Object.assign(order, { hold: null, started: null })
  return null
}

export function moreTime(booking: Booking, input: { order: string; now: number }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  const mayWait = order.status === 'draft' || order.status === 'pending' || order.status === 'requires_action'
  const isTimed = needsHold(order) || order.hold !== null
  if (!mayWait || order.method === 'offline' || !isTimed) return no('state_conflict')
  if (!isHeld(booking, order, input.now) || !isAlive(order.hold, input.now)) return no('hold_expired')
  if (order.usedTimes.more) return no('state_conflict')
  order.usedTimes.more = true
  holdUntil(booking, order, (order.hold ?? 0) + 10 * minute)
  return ok()
}

export function deleteOrder(booking: Booking, input: { order: string }): Expected {
  const order = orderOf(booking, input.order) as ModelOrder
  if (order.status !== 'draft' || order.payments.length > 0) return no('state_conflict')
  for (const place of booking.places) if (place.order === order.id) releasePlace(place)
  for (const line of order.lines) dropPackage(booking, line)
  booking.orders = booking.orders.filter((other) => other !== order)
  return ok(204)
}

function mayEnter(place: ModelPlace, now: number): Expected | null {
  if (place.order !== null) return no('already_registered')
  if (place.status === 'expired') return no('hold_expired')
  if (place.status !== 'pending') return no('state_conflict')
  return isAlive(place.end, now) ? null : no('hold_expired')
}

export function enter(booking: Booking, order: ModelOrder, source: string, itemId: string): void {
  if (source === booking.package.id) {
    const { cost } = booking.package
    order.lines.push({ id: itemId, place: '', isPackage: true, ...noWare, price: cost, isCancelled: false, back: 0 })
    return
  }
  const place = placeOf(booking, source)
  place.order = order.id
  order.lines.push({
    id: itemId,
    place: source,
    isPackage: false,
    ...noWare,
    price: place.credit === null ? (booking.options[place.option]?.cost ?? 0) : 0,
    isCancelled: false,
    back: 0,
  })
}

/**
 * Renews the hold of all places to its full length, but never past 45 minutes after the first place was taken. A
 * changed order loses its later due date.
 */
export function renewHold(booking: Booking, order: ModelOrder, now: number, { isToPay = false } = {}): void {
  const places = placesOf(booking, order)
  if (!needsHold(order) && isToPay && isPromised(order)) return
  // An order without held places or stock still has the full time to pay with each attempt.
  const isTimed = isToPay && !order.lines.some(({ plan }) => plan !== undefined)
  if (!needsHold(order) && isTimed) return void Object.assign(order, { hold: now + holdMs, started: now })
  if (!needsHold(order)) return void Object.assign(order, { hold: null, started: null })
  if (isPromised(order) && !isToPay) {
    order.started = now
    holdUntil(booking, order, now + holdMs)
    return
  }
  const isKnown = order.started !== null && isAlive(order.hold, now)
  const started = Math.min(now, ...places.map((place) => place.since), ...(isKnown ? [order.started ?? now] : []))
  order.started = started
  const renewed = Math.max(isKnown ? (order.hold ?? 0) : 0, Math.min(now + holdMs, started + ceilingMs))
  // An offered place is held as long as its offer lasted, unless the order has products.
  const offered = hasWares(order) ? 0 : Math.min(...places.map((place) => place.end ?? 0))
  holdUntil(booking, order, Math.max(renewed, offered))
}
