import { dayMs, hourMs } from '../../contract/limits.ts'
import type { MembershipStatus } from '../../contract/states/membership-states.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import { smallestCharge } from '../../contract/money/stripe-amount.ts'
import type { MembershipRow } from './membership-rows.ts'
import {
  addDays,
  billingPeriod,
  dayStart,
  firstCost,
  firstPeriod,
  heldAmount,
  type Anchor,
  type Period,
} from '../../offering/pricing/billing-period.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'

/** A first payment that does not come in this time ends its membership. */
export const incompleteMs = 23 * hourMs
/** A period whose card was refused is tried again so many days after it was due; all the while the membership stays usable. What is after the last is `after_retries` of the program (money/billing/charge-period.ts). */
export const retryDays = [1, 3, 5, 7] as const
/** A period is charged at this hour of the program's clock. */
export const chargeHour = 9
/** So many days before, a trial's first charge and the end of a fixed term are announced. */
export const noticeDays = 3
/** So many days after its notice a new price holds. */
export const priceNoticeDays = 30

type Row = MembershipRow
/** A period that is to be paid: what it costs before holds are credited, and what of that credit it takes. */
export type DuePeriod = { anchor: Anchor; index: number; period: Period; cost: number }
export type MembershipStep =
  | { is: 'nothing' | 'expire' | 'start_trial' | 'cancel' | 'end' | 'grant' | 'pause' | 'resume' }
  | { is: 'charge'; due: DuePeriod }

/** What is due of a membership on the program's day. */
export function stepDue(row: Row, now: number): MembershipStep {
  const today = dayInZone(now, row.timezone)
  const isDue = (day: string | null) => day !== null && day <= today
  const charge = (): MembershipStep => ({ is: 'charge', due: duePeriod(row) })
  if (row.status === 'incomplete') return { is: now >= row.created + incompleteMs ? 'expire' : 'nothing' }
  if (row.status === 'scheduled' && isDue(row.start_on))
    return row.trial_end_on === null ? charge() : { is: 'start_trial' }
  if (row.status === 'trialing' && isDue(row.trial_end_on))
    return row.cancel_at_period_end ? { is: 'cancel' } : charge()
  if (row.status === 'past_due') return charge()
  if (row.status === 'paused' && isDue(row.resume_on)) return { is: 'resume' }
  if (row.status !== 'active') return { is: 'nothing' }
  if (isDue(row.pause_on)) return { is: 'pause' }
  if (isDue(row.period_end_on))
    return row.cancel_at_period_end ? { is: 'cancel' } : isLastPeriod(row) ? { is: 'end' } : charge()
  return { is: isDue(row.next_grant_on) ? 'grant' : 'nothing' }
}

/** Whether nothing is paid after the present period. */
export const isLastPeriod = ({ terms, num_paid }: Pick<Row, 'terms' | 'num_paid'>): boolean =>
  terms.billing_period === 'once' || (terms.num_periods !== null && num_paid >= terms.num_periods)

/** The period that is paid next, at the price that holds on its first day. */
export function duePeriod(row: Row): DuePeriod {
  const first = row.num_paid === 0 ? firstPeriod(row.terms, row.trial_end_on ?? row.start_on) : null
  const anchor = first ?? row
  const index = first ? first.index : row.period_index + 1
  const period = first ? first.period : billingPeriod(row, row.terms, index)
  const price = priceOn(row, period.start_on)
  const cost = first ? firstCost(row.terms, price, first) : price
  return { anchor: { anchor_on: anchor.anchor_on, anchor_day: anchor.anchor_day }, index, period, cost }
}

/** Whether it waits for a card: its trial ended without one. */
export const waitsForCard = ({ status, pause_on }: Pick<Row, 'status' | 'pause_on'>): boolean =>
  status === 'paused' && pause_on === null

/** A membership as a card that is chosen now finds it: a trial that ended without one lasts until today, and the first period begins then. */
export const trialEndsToday = (row: Row, now: number): Row =>
  waitsForCard(row) ? { ...row, trial_end_on: dayInZone(now, row.timezone) } : row

export const priceOn = (
  { cost, next_cost, next_cost_on }: Pick<Row, 'cost' | 'next_cost' | 'next_cost_on'>,
  day: string,
): number => (next_cost !== null && next_cost_on !== null && next_cost_on <= day ? next_cost : cost)

/** How much of what holds have saved a period takes: all of it, but never so much that less than a card can be charged is left. */
export function creditUsed(credit: number, cost: number, least: number): number {
  const used = Math.min(credit, cost)
  const rest = cost - used
  return rest > 0 && rest < least ? Math.max(0, cost - least) : used
}

/** When the clock is to look at a membership again, null where it waits for somebody. */
export function nextStepAt(row: Row, now: number): number | null {
  const at = (day: string | null, hour = 0) => (day === null ? null : dayStart(day, row.timezone, hour))
  const ends = row.cancel_at_period_end || isLastPeriod(row)
  const grantsIn = row.period_end_on === null || (row.next_grant_on ?? '') < row.period_end_on
  const steps: Partial<Record<MembershipStatus, (number | null)[]>> = {
    incomplete: [row.created + incompleteMs],
    scheduled: [at(row.start_on, row.trial_end_on === null ? chargeHour : 0)],
    trialing: [at(row.trial_end_on, row.cancel_at_period_end ? 0 : chargeHour)],
    active: [at(row.pause_on), at(row.period_end_on, ends ? 0 : chargeHour), grantsIn ? at(row.next_grant_on) : null],
    past_due: [retryAt(row, now)],
    paused: [at(row.resume_on)],
  }
  const known = (steps[row.status] ?? []).filter((each) => each !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** When a refused period is tried again, null when it was tried often enough. A clock that stood still does not try twice at once. */
export function retryAt(
  { attempts, due_on, timezone }: Pick<Row, 'attempts' | 'due_on' | 'timezone'>,
  now: number,
): number | null {
  const days = retryDays[attempts - 1]
  if (days === undefined || due_on === null) return null
  const planned = dayStart(addDays(due_on, days), timezone, chargeHour)
  return planned > now ? planned : now + dayMs
}

/** What is charged next, before fee and tax and less what holds have saved; where it waits for a card, what that would be charged today. */
export function nextCharge(row: Row, currency: string, now: number): number {
  const { cost } = duePeriod(trialEndsToday(row, now))
  return cost - creditUsed(row.credit_amount, cost, smallestCharge(currency))
}

/** A sum of a membership as it is charged: with fee and tax, as it is sold now. */
export function chargedTotal({ terms }: Pick<Row, 'terms'>, cost: number, selling: ProgramSelling): number {
  const included = terms.include_fee ?? selling.fee.included
  return linePrice(cost, { ...selling, fee: { ...selling.fee, included } }).total
}

/** What the present period cost, before any credit: of the first one what coupons left. */
export function paidCost(row: Row): number {
  const discount = row.num_paid === 1 ? (row.terms.discount ?? 0) : 0
  if (row.period_index >= 0 || row.period_start_on === null) return row.cost - discount
  return firstCost(row.terms, row.cost, firstPeriod(row.terms, row.period_start_on)) - discount
}

/** What the days of a hold until a day have saved of the paid period. */
export function heldCredit(row: Row, until: string): number {
  const { period_start_on, period_end_on, pause_on } = row
  if (period_start_on === null || period_end_on === null || pause_on === null) return 0
  return heldAmount(paidCost(row), { start_on: period_start_on, end_on: period_end_on }, { from: pause_on, to: until })
}
