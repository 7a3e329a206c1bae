import { hourMs } from '../../functions/contract/limits.ts'
import type { Booking, ModelOrder } from './booking-state.ts'
import { calculateSums } from './calculated-sums.ts'
import { dayNumber, dayText } from './membership-days.ts'

export type ModelCard = 'good' | 'bad'
/** A weekly membership: `trial` is in days, `visits` is the number per paid week. */
export type ModelPlan = { id: string; cost: number; trial: number | null; visits: number | null }
type MembershipStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'cancelled'
/**
 * Days are numbers in the program's time zone; `next` is the time at which the scheduler handles the membership next.
 */
export type ModelMembership = {
  id: string
  customer: number
  plan: number
  order: string
  status: MembershipStatus
  card: ModelCard
  period: { start: number; end: number } | null
  nextStart: number
  numPaid: number
  saved: number
  attempts: number
  dueOn: number | null
  leaves: boolean
  hold: { from: number; to: number | null } | null
  next: number | null
}

export const dayMs = 24 * hourMs
const week = 7
const chargeHour = 9

export const retryDays = [1, 3, 5, 7]

const toronto = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
})

const shown = (at: number) => Object.fromEntries(toronto.formatToParts(at).map(({ type, value }) => [type, value]))
/** The day number in the program's time zone. */
export function dayAt(at: number): number {
  const { year, month, day } = shown(at)
  return dayNumber(`${year}-${month}-${day}`)
}
/** The instant of an hour of a day in the program's time zone, four or five hours behind UTC. */
export function momentOf(day: number, hour = 0): number {
  const guesses = [4, 5].map((behind) => day * dayMs + (hour + behind) * hourMs)
  return guesses.find((at) => dayAt(at) === day && Number(shown(at)['hour']) === hour) ?? (guesses[1] as number)
}

export const isOver = ({ status }: ModelMembership): boolean =>
  status === 'cancelled' || status === 'incomplete_expired'
/** True when the membership gives access. */
export const isUsable = ({ status, numPaid }: ModelMembership): boolean =>
  status === 'trialing' || status === 'active' || (status === 'past_due' && numPaid > 0)
/** True for a member with the membership that includes visits, has a member price and covers the package's event. */
export const isMember = (booking: Booking, customer: number): boolean =>
  booking.memberships.some((each) => each.customer === customer && each.plan === 0 && isUsable(each))
/** True when visits of a membership may be used at a time. Visits of a package always may. */
export function isGood(booking: Booking, credit: string, now: number): boolean {
  const { until = null, membership } = booking.credits.find(({ id }) => id === credit) ?? {}
  return (until === null || now < until) && !isSuspended(booking, membership)
}
const isSuspended = (booking: Booking, membership: number | undefined): boolean => {
  const of = membership === undefined ? undefined : booking.memberships[membership]
  return of !== undefined && !isUsable(of)
}
/** True when a membership gives access on the day of an event. The day of the booking does not matter. */
function opensOn({ status, numPaid, leaves, period, hold, dueOn }: ModelMembership, day: number): boolean {
  const isPaused = hold !== null && day >= hold.from && (hold.to === null || day < hold.to)
  if (isPaused) return false
  if (status === 'past_due') return numPaid > 0 && day <= (dueOn ?? 0) + Math.max(...retryDays)
  if (status === 'paused') return hold?.to != null
  return (status === 'trialing' || status === 'active') && !(leaves && day >= (period?.end ?? 0))
}
/** True for a member by the plan with visits on the day of the package's event. */
export const opensEvent = (booking: Booking, customer: number): boolean =>
  booking.memberships.some(
    (each) => each.customer === customer && each.plan === 0 && opensOn(each, dayAt(booking.package.starts)),
  )
/** True when visits are still good on the day of the package's event. */
export function coversEvent(booking: Booking, credit: string): boolean {
  const { until = null, membership } = booking.credits.find(({ id }) => id === credit) ?? {}
  const of = membership === undefined ? undefined : booking.memberships[membership]
  const { starts } = booking.package
  return (until === null || starts < until) && (of === undefined || opensOn(of, dayAt(starts)))
}
/** True when visits are kept until their membership is paid again. */
export const mayReserve = (booking: Booking, credit: string): boolean =>
  !isSuspended(booking, booking.credits.find(({ id }) => id === credit)?.membership)

// One person cannot have the same membership twice at a time.
const openOf = (booking: Booking, order: ModelOrder): ModelMembership | undefined =>
  booking.memberships.find(
    (each) => each.customer === order.customer && !isOver(each) && order.lines.some(({ plan }) => plan === each.plan),
  )

/** An order is paid: the membership that it buys starts, or the membership whose week it pays continues. */
export function membershipPaid(booking: Booking, order: ModelOrder, now: number): void {
  const [line] = order.lines
  const member = openOf(booking, order)
  if (line?.plan === undefined || !member) return
  const { trial } = booking.plans[line.plan] as ModelPlan
  const today = dayAt(now)
  if (order.membership !== undefined) {
    member.saved -= (booking.plans[line.plan] as ModelPlan).cost - line.price
    beginWeek(booking, member, now)
  } else if (trial === null) {
    member.nextStart = today
    beginWeek(booking, member, now)
  } else {
    Object.assign(member, {
      status: 'trialing',
      period: { start: today, end: today + trial },
      nextStart: today + trial,
    })
    look(member, now)
  }
}

/** An unpaid order ended, and so did the membership that it was to buy. */
export function membershipNotPaid(booking: Booking, order: ModelOrder): void {
  const member = order.membership === undefined ? openOf(booking, order) : undefined
  if (member?.status === 'incomplete') Object.assign(member, { status: 'incomplete_expired', next: null })
}

// A payment after the end of a week counts for the week in which it is made.
function beginWeek(booking: Booking, member: ModelMembership, now: number): void {
  const today = dayAt(now)
  let start = member.nextStart
  if (member.status === 'unpaid') while (start + week <= today) start += week
  const period = { start, end: start + week }
  Object.assign(member, { period, nextStart: period.end, status: 'active', attempts: 0, dueOn: null })
  member.numPaid += 1
  give(booking, member)
  look(member, now)
}

function give(booking: Booking, member: ModelMembership): void {
  const { visits } = booking.plans[member.plan] as ModelPlan
  const { start, end } = member.period as { start: number; end: number }
  const membership = booking.memberships.indexOf(member)
  const key = dayText(start)
  if (visits === null || booking.credits.some((each) => each.membership === membership && each.key === key)) return
  const grant = { membership, key, until: momentOf(end) }
  booking.credits.push({ id: '', customer: member.customer, amount: visits, revoked: 0, ...grant })
}

/** Sets when the scheduler handles the membership next. */
export function look(member: ModelMembership, now: number): void {
  const { status, period, leaves, hold } = member
  const ends = momentOf(period?.end ?? 0, leaves ? 0 : chargeHour)
  if (status === 'trialing') member.next = ends
  else if (status === 'active') member.next = Math.min(ends, hold ? momentOf(hold.from) : Number.POSITIVE_INFINITY)
  else if (status === 'past_due') member.next = retryAt(member, now)
  else if (status === 'paused') member.next = hold?.to == null ? null : momentOf(hold.to)
  else member.next = null
}

function retryAt({ attempts, dueOn }: ModelMembership, now: number): number | null {
  const days = retryDays[attempts - 1]
  if (days === undefined) return null
  const planned = momentOf((dueOn ?? 0) + days, chargeHour)
  return planned > now ? planned : now + dayMs
}

/** The order item of a membership, which holds no place. */
export const membershipLine = (plan: number, price: number): ModelOrder['lines'][number] => ({
  ...{ id: '', place: '', isPackage: true, ware: null, quantity: 1, taken: 0 },
  ...{ plan, price, isCancelled: false, back: 0 },
})

/** The sums of one item without a coupon. */
export function plainSums(booking: Booking, price: number): ModelOrder['sums'] {
  const cart = { lines: [{ kinds: [], quantity: 1, amount: price }], automatic: [], entered: null }
  const { discount, fee, tax, total, lines } = calculateSums({ ...cart, selling: booking.selling })
  return {
    ...{ discount: Number(discount), fee: Number(fee), tax: Number(tax), total: Number(total) },
    lines: lines.map((line) => ({ discount: 0, parts: [], fee: Number(line.fee) })),
  }
}

/** True when the scheduler charges or ends a membership now. */
export const isDue = ({ memberships }: Booking, now: number): boolean =>
  memberships.some(({ next }) => next !== null && next <= now)
