import { dayMs, hourMs } from '../../contract/limits.ts'
import type { MembershipStatus } from '../../contract/states/membership-states.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import { retryDays } from '../../contract/money/declines.ts'
import { smallestCharge } from '../../contract/money/stripe-amount.ts'
import type { MembershipRow } from './membership-rows.ts'
import {
  addDays,
  billingPeriod,
  dayStart,
  firstCost,
  firstPeriod,
  heldAmount,
  laterDay,
  type Anchor,
  type Period,
} from '../../offering/pricing/billing-period.ts'
import { isLastPeriod } from '../../offering/pricing/membership-days.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'

/** Time limit for the first payment. After it the membership ends. */
export const incompleteMs = 23 * hourMs
/** Hour of the program's local time at which a period is charged. */
export const chargeHour = 9
/** Days of notice before a trial's first charge, and before the end of a fixed term. */
export const noticeDays = 3
/** Days of notice before a renewal: of each year, and of the first shorter period. */
export const renewalNoticeDays = { year: 30, first: 7 }
/** Days from the notice of a new price until it applies. */
export const priceNoticeDays = 30

type Row = MembershipRow
/** A period to be paid: its cost before the credit for pauses, and how much of that credit the period uses. */
export type DuePeriod = { anchor: Anchor; index: number; period: Period; cost: number }
export type MembershipStep =
  | { step: 'nothing' | 'expire' | 'start_trial' | 'cancel' | 'end' | 'grant' | 'pause' | 'resume' }
  | { step: 'charge'; due: DuePeriod }

/** The step that is due on the program's current day. */
export function stepDue(row: Row, now: number): MembershipStep {
  const today = dayInZone(now, row.timezone)
  const isDue = (day: string | null) => day !== null && day <= today
  const charge = (): MembershipStep => ({ step: 'charge', due: duePeriod(row) })
  if (row.status === 'incomplete') return { step: now >= row.created + incompleteMs ? 'expire' : 'nothing' }
  if (row.status === 'scheduled' && isDue(row.start_on))
    return row.trial_end_on === null ? charge() : { step: 'start_trial' }
  if (row.status === 'trialing' && isDue(row.trial_end_on))
    return row.cancel_at_period_end ? { step: 'cancel' } : charge()
  if (row.status === 'past_due') return charge()
  if (row.status === 'paused' && isDue(row.resume_on)) return { step: 'resume' }
  if (row.status !== 'active') return { step: 'nothing' }
  if (isDue(row.pause_on)) return { step: 'pause' }
  if (isDue(row.period_end_on))
    return row.cancel_at_period_end ? { step: 'cancel' } : isLastPeriod(row) ? { step: 'end' } : charge()
  return { step: isDue(row.next_grant_on) ? 'grant' : 'nothing' }
}

/** The next period to be paid, at the price that applies on its first day. */
export function duePeriod(row: Row): DuePeriod {
  const first = row.num_paid === 0 ? firstPeriod(row.terms, row.trial_end_on ?? row.start_on) : null
  const anchor = first ?? row
  const index = first ? first.index : row.period_index + 1
  const period = first ? first.period : billingPeriod(row, row.terms, index)
  const price = priceOn(row, period.start_on)
  const cost = first ? firstCost(row.terms, price, first) : price
  return { anchor: { anchor_on: anchor.anchor_on, anchor_day: anchor.anchor_day }, index, period, cost }
}

/** Whether the membership waits for a card because its trial ended without one. */
export const waitsForCard = ({ status, pause_on }: Pick<Row, 'status' | 'pause_on'>): boolean =>
  status === 'paused' && pause_on === null

/**
 * The membership as it starts when a card is chosen: a trial that ended without a card is extended to today, and the
 * first period begins.
 */
export const trialEndsToday = (row: Row, now: number): Row =>
  waitsForCard(row) ? { ...row, trial_end_on: dayInZone(now, row.timezone) } : row

export const priceOn = (
  { cost, next_cost, next_cost_on }: Pick<Row, 'cost' | 'next_cost' | 'next_cost_on'>,
  day: string,
): number => (next_cost !== null && next_cost_on !== null && next_cost_on <= day ? next_cost : cost)

/**
 * How much of the credit for pauses a period uses: all of it, unless the amount left to charge would be below the
 * minimum card charge.
 */
export function creditUsed(credit: number, cost: number, least: number): number {
  const used = Math.min(credit, cost)
  const rest = cost - used
  return rest > 0 && rest < least ? Math.max(0, cost - least) : used
}

/** When the scheduler must process a membership again; null when the membership waits for a person. */
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
  const times = (steps[row.status] ?? []).filter((each) => each !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * When a declined period is charged again; null after the last attempt. After an outage of the scheduler, one attempt
 * replaces all missed ones.
 */
export function retryAt(
  { attempts, due_on, timezone }: Pick<Row, 'attempts' | 'due_on' | 'timezone'>,
  now: number,
): number | null {
  const days = retryDays[attempts - 1]
  if (days === undefined || due_on === null) return null
  const planned = dayStart(addDays(due_on, days), timezone, chargeHour)
  return planned > now ? planned : now + dayMs
}

/**
 * The next charge before fee and tax, less the credit for pauses. For a membership that waits for a card, the amount as
 * of today.
 */
export function nextCharge(row: Row, currency: string, now: number): number {
  const { cost } = duePeriod(trialEndsToday(row, now))
  return cost - creditUsed(row.credit_amount, cost, smallestCharge(currency))
}

/**
 * The changes when a pause ends on the day `on`: the paid days of the pause are credited to the next charge. If the
 * paid period ended before `on`, a new period begins on `on`.
 */
export function afterPause(row: Row, on: string) {
  const isOver = row.period_end_on !== null && row.period_end_on <= on
  return {
    pause_on: null,
    resume_on: null,
    credit_amount: row.credit_amount + heldCredit(row, on),
    ...(isOver ? { anchor_on: on, anchor_day: Number(on.slice(8)), period_index: -1 } : {}),
  }
}

/**
 * The day on which a membership renews and the cost before fee and tax; null if it does not renew, or if its pause
 * has no end yet.
 */
export function renewalOf(row: Row, currency: string, now: number): { day: string; cost: number } | null {
  const { period_end_on, pause_on, resume_on } = row
  const renews = membershipStates.pausable.has(row.status) && !row.cancel_at_period_end && !isLastPeriod(row)
  if (!renews || period_end_on === null) return null
  if (pause_on === null || pause_on >= period_end_on)
    return { day: period_end_on, cost: nextCharge(row, currency, now) }
  if (resume_on === null) return null
  const resumed: Row = { ...row, ...afterPause(row, resume_on) }
  return { day: laterDay(period_end_on, resume_on), cost: nextCharge(resumed, currency, now) }
}

/** An amount of a membership with fee and tax at the current rates. */
export function chargedTotal({ terms }: Pick<Row, 'terms'>, cost: number, selling: ProgramSelling): number {
  const included = terms.include_fee ?? selling.fee.included
  return linePrice(cost, { ...selling, fee: { ...selling.fee, included } }).total
}

/** Cost of the current period before the credit for pauses; for the first period, after coupons. */
export function paidCost(row: Row): number {
  const discount = row.num_paid === 1 ? (row.terms.discount ?? 0) : 0
  if (row.period_index >= 0 || row.period_start_on === null) return row.cost - discount
  return firstCost(row.terms, row.cost, firstPeriod(row.terms, row.period_start_on)) - discount
}

/** Credit for the paid days of a pause up to a date. */
export function heldCredit(row: Row, until: string): number {
  const { period_start_on, period_end_on, pause_on } = row
  if (period_start_on === null || period_end_on === null || pause_on === null) return 0
  return heldAmount(paidCost(row), { start_on: period_start_on, end_on: period_end_on }, { from: pause_on, to: until })
}
