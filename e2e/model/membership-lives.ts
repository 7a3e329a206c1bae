// Over 250 lines: a membership from its first payment to its end, step by step.
import { enterBalance } from './balance-rules.ts'
import { becomePaid, closeIntents, endUnpaid, giveBack, runClockOfCarts } from './booking-money.ts'
import { partsOf } from './booking-prices.ts'
import { type Expected, no, ok } from './expected-answers.ts'
import { type Booking, leftOf, type ModelOrder, type ModelPayment } from './booking-state.ts'
import { half } from './calculated-sums.ts'
import { partOf } from './membership-days.ts'
import {
  dayAt,
  dayMs,
  isOver,
  look,
  membershipLine,
  type ModelCard,
  type ModelMembership,
  type ModelPlan,
  plainSums,
  retryDays,
  isDue,
} from './membership-state.ts'

const maxSteps = 6
/** How long the first payment of a membership may take before the membership ends. */
const incompleteMs = 23 * 3_600_000

/** A membership is bought and awaits its first payment. */
export function openMembership(
  booking: Booking,
  input: { customer: number; plan: number; card: ModelCard; now: number },
): void {
  booking.memberships.push({
    ...{ id: '', order: '', customer: input.customer, plan: input.plan, card: input.card, status: 'incomplete' },
    ...{ period: null, nextStart: 0, numPaid: 0, saved: 0, attempts: 0, dueOn: null },
    ...{ leaves: false, hold: null, next: input.now + incompleteMs },
  })
}

/** One run of the scheduler: due actions of each membership, then expired visits. */
export function moveMemberships(booking: Booking, now: number): void {
  const due = booking.memberships.filter(({ next }) => next !== null && next <= now)
  for (const member of due.toSorted((a, b) => (a.next ?? 0) - (b.next ?? 0)))
    for (let step = 0; step < maxSteps && member.next !== null && member.next <= now; step += 1)
      takeStep(booking, member, now)
  for (const credit of booking.credits)
    if (credit.until !== undefined && credit.until <= now) credit.revoked = credit.amount - usedOf(booking, credit.id)
}

const usedOf = (booking: Booking, credit: string): number =>
  booking.places.filter(
    (place) => place.credit === credit && (place.status === 'pending' || place.status === 'confirmed'),
  ).length

function takeStep(booking: Booking, member: ModelMembership, now: number): void {
  const today = dayAt(now)
  const { status, hold, period, leaves } = member
  const isOut = (status === 'active' || status === 'trialing') && period !== null && period.end <= today
  if (status === 'incomplete') expire(booking, member, now)
  else if (status === 'paused' && hold?.to != null && hold.to <= today) resume(booking, member, hold.to, now)
  else if (status === 'past_due' || (isOut && !leaves)) charge(booking, member, now)
  else if (isOut) finish(booking, member, now)
  else look(member, now)
}

function expire(booking: Booking, member: ModelMembership, now: number): void {
  const order = booking.orders.find(({ id }) => id === member.order)
  if (order?.status !== 'pending') return
  closeIntents(booking, order, now)
  endUnpaid(booking, order, 'expired')
}

/**
 * The order of the week to be paid. It is the open order, or a new order at the week's price less the days credited
 * for pauses.
 */
function orderOfWeek(booking: Booking, member: ModelMembership): ModelOrder {
  const open = booking.orders.find(({ membership, status }) => membership === member.id && status === 'pending')
  if (open) return open
  const price = (booking.plans[member.plan] as ModelPlan).cost - member.saved
  const order: ModelOrder = {
    ...{ id: '', customer: member.customer, status: 'pending', method: 'card', membership: member.id },
    lines: [membershipLine(member.plan, price)],
    sums: plainSums(booking, price),
    ...{ entered: null, discounts: [], hold: null, due: null, reserved: 0, usesBalance: false, started: null },
    usedTimes: { more: false, bank: false, decline: false },
    ...{ version: 0, payments: [], isEverPaid: false, cancelled: 0, parts: [], waived: 0 },
  }
  booking.orders.push(order)
  return order
}

/**
 * Charges the due week to a card: in turn the membership's own card and the customer's default card, unless a card
 * was chosen. True when the charge succeeded.
 */
function charge(booking: Booking, member: ModelMembership, now: number, chosen: ModelCard | null = null): boolean {
  const order = orderOfWeek(booking, member)
  member.dueOn = member.nextStart
  const card = chosen ?? (member.attempts % 2 === 0 ? member.card : (booking.usualCards[member.customer] as ModelCard))
  const amount = order.sums.total
  const intent = { state: card === 'good' ? 'succeeded' : 'waits', amount, received: 0, settlesAt: null, attempt: 1 }
  order.payments.push({
    ...{ id: '', status: card === 'good' ? 'succeeded' : 'failed', method: 'card', amount },
    ...{ received: card === 'good' ? amount : 0, returned: 0, credited: 0, attempts: 1, created: now, calledAt: now },
    intent: intent as ModelPayment['intent'],
  } as ModelPayment)
  if (card === 'good') {
    member.card = 'good'
    becomePaid(booking, order, now)
    return true
  }
  if (chosen === null) {
    const isLast = member.attempts + 1 > retryDays.length && member.status === 'past_due'
    member.attempts += 1
    member.status = isLast ? 'unpaid' : 'past_due'
  }
  look(member, now)
  return false
}

// The membership ends with its visits. The days credited for pauses go to the balance, with the tax paid on them.
function finish(booking: Booking, member: ModelMembership, now: number): void {
  const { saved } = member
  Object.assign(member, { status: 'cancelled', saved: 0, next: null })
  const index = booking.memberships.indexOf(member)
  for (const credit of booking.credits)
    if (credit.membership === index) credit.until = Math.min(credit.until ?? now, now)
  const tax = booking.selling.taxes
    .filter(({ included }) => !included)
    .reduce((all, { percent }) => all + Number(half(BigInt(saved) * BigInt(percent), 10_000n)), 0)
  if (saved > 0) enterBalance(booking, member.customer, saved + tax, null)
}

function resume(booking: Booking, member: ModelMembership, on: number, now: number): void {
  const { cost } = booking.plans[member.plan] as ModelPlan
  const { period, hold } = member
  if (period && hold) {
    const days = Math.min(on, period.end) - Math.max(hold.from, period.start)
    member.saved += days <= 0 ? 0 : partOf(cost, days, period.end - period.start)
    if (period.end <= on) member.nextStart = on
  }
  Object.assign(member, { hold: null, status: 'active' })
  look(member, now)
}

function endNow(booking: Booking, member: ModelMembership, input: { now: number; returns: boolean }): void {
  const { now, returns } = input
  const open = booking.orders.find(({ membership, status }) => membership === member.id && status === 'pending')
  if (open) closeIntents(booking, open, now)
  const today = dayAt(now)
  const from = member.status === 'paused' && member.hold ? Math.min(member.hold.from, today) : today
  if (open) endUnpaid(booking, open, 'cancelled')
  finish(booking, member, now)
  if (returns) returnUnused(booking, member, from)
}

function returnUnused(booking: Booking, member: ModelMembership, from: number): void {
  const { period } = member
  const paid = booking.orders.filter(({ membership, status }) => membership === member.id && status === 'paid')
  const first = booking.orders.find(({ id, status }) => id === member.order && status === 'paid')
  const order = paid.at(-1) ?? (member.numPaid === 1 ? first : undefined)
  const [line] = order?.lines ?? []
  const [sums] = order?.sums.lines ?? []
  if (!period || !order || !line || !sums || from >= period.end) return
  const { base, tax } = partsOf(booking, { price: line.price, sums })
  const days = period.end - Math.max(from, period.start)
  const amount = Math.min(partOf(Number(base + tax), days, period.end - period.start), leftOf(order))
  order.cancelled += amount
  giveBack(booking, order, amount, false)
}

const memberOf = (booking: Booking, id: string): ModelMembership =>
  booking.memberships.find((each) => each.id === id) as ModelMembership

/** The customer cancels the membership: at the end of the paid time, or at once when nothing is paid. */
export function leaveMembership(booking: Booking, input: { membership: string; now: number }): Expected {
  const member = memberOf(booking, input.membership)
  const { status } = member
  if (status === 'cancelled' || member.leaves) return ok()
  if (status === 'incomplete' || isOver(member)) return no('state_conflict')
  if (status === 'trialing' || status === 'active') {
    Object.assign(member, { leaves: true, hold: null })
    look(member, input.now)
  } else endNow(booking, member, { now: input.now, returns: status === 'paused' })
  return ok()
}

/** The customer undoes a cancellation. */
export function keepMembership(booking: Booking, input: { membership: string; now: number }): Expected {
  const member = memberOf(booking, input.membership)
  if (member.status !== 'trialing' && member.status !== 'active') return no('state_conflict')
  if (!member.leaves) return ok()
  member.leaves = false
  look(member, input.now)
  return ok()
}

/** The organisation ends the membership today and may refund the remaining days. */
export function endMembership(
  booking: Booking,
  input: { membership: string; returns: boolean; now: number },
): Expected {
  const member = memberOf(booking, input.membership)
  if (member.status === 'cancelled') return ok()
  if (member.status === 'incomplete' || isOver(member)) return no('state_conflict')
  endNow(booking, member, input)
  // The membership has ended now, so its planned end no longer applies.
  member.leaves = false
  return ok()
}

/** The organisation pauses the membership from today, until a day or without an end. */
export function holdMembership(
  booking: Booking,
  input: { membership: string; days: number | null; now: number },
): Expected {
  const member = memberOf(booking, input.membership)
  if (member.status !== 'active' || member.hold || member.leaves) return no('state_conflict')
  const from = dayAt(input.now)
  Object.assign(member, { status: 'paused', hold: { from, to: input.days === null ? null : from + input.days } })
  look(member, input.now)
  return ok()
}

/** The organisation ends a pause. */
export function resumeMembership(booking: Booking, input: { membership: string; now: number }): Expected {
  const member = memberOf(booking, input.membership)
  if (!member.hold || isOver(member)) return no('state_conflict')
  if (member.status === 'paused') resume(booking, member, dayAt(input.now), input.now)
  else {
    member.hold = null
    look(member, input.now)
  }
  return ok()
}

/** The paying card is also used for later charges. */
export const setCard = (booking: Booking, input: { membership: string; card: ModelCard }): void =>
  void Object.assign(memberOf(booking, input.membership), { card: input.card })

/** Another card pays from now on. An open amount is charged to this card at once. */
export function changeCard(booking: Booking, input: { membership: string; card: ModelCard; now: number }): Expected {
  const member = memberOf(booking, input.membership)
  if (member.status === 'incomplete' || isOver(member)) return no('state_conflict')
  member.card = input.card
  look(member, input.now)
  if (member.status !== 'past_due' && member.status !== 'unpaid') return ok()
  return charge(booking, member, input.now, input.card) ? ok() : { status: 402 }
}

/** Lets days pass for one membership only, as if it had been bought that much earlier. */
export function passDays(booking: Booking, input: { membership: string; days: number }): void {
  const member = memberOf(booking, input.membership)
  const { days } = input
  const back = (day: number | null) => (day === null ? null : day - days)
  if (member.period) member.period = { start: member.period.start - days, end: member.period.end - days }
  if (member.hold) member.hold = { from: member.hold.from - days, to: back(member.hold.to) }
  member.nextStart -= days
  member.dueOn = back(member.dueOn)
  if (member.next !== null) member.next -= days * dayMs
}

/** One run of the scheduler. The charge of a membership ignores the outcome set for the next payment. */
export function runClock(booking: Booking, now: number): void {
  if (isDue(booking, now)) booking.scenario = null
  runClockOfCarts(booking, now)
  moveMemberships(booking, now)
}
