// Over 250 lines: one membership over its life, a second implementation of the specification.
import { dayText, inMonths, monthDay, partOf } from './membership-days.ts'

export type Every = 'week' | 'month' | 'quarter' | 'year' | 'once'
/** A membership on sale; `visits` is a number per period, per month or once; null without a limit. */
export type SoldPlan = {
  every: Every
  cost: number
  anchor: number | null
  trial: number | null
  times: number | null
  visits: { count: number; each: 'billing_period' | 'month' | 'total' } | null
}
export type Card = 'good' | 'bad'
export type Act =
  | { is: 'card'; card: Card }
  | { is: 'hold'; from: number; to: number | null }
  | { is: 'resume' | 'cancel' | 'keep' | 'end' }
  | { is: 'visit'; count: number }
type Status = 'scheduled' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'cancelled' | 'expired'
type Period = { start: number; end: number | null; index: number; from: number; dayOfMonth: number }
type Visits = { key: string; count: number; left: number; until: number | null }
type Open = { period: Period; unit: number; price: number; saved: number }

const retryDays = [1, 3, 5, 7]
const months = { month: 1, quarter: 3, year: 12 }
/** The minimum card charge. */
const leastCharge = 50

/** A price with its fee and tax: a booking fee of 2.5 % and 50 cents on top, and 13 % tax on both. */
const percent = (amount: number, points: number) => Number((BigInt(amount) * BigInt(points) * 2n + 10_000n) / 20_000n)
export function charged(price: number): number {
  const fee = price === 0 ? 0 : percent(price, 250) + 50
  return price + fee + percent(price, 1300) + percent(fee, 1300)
}

/** The expected state of one membership. Each day runs the scheduler first and then the actions of people. */
export class Reckoning {
  readonly plan: SoldPlan
  status: Status
  card: Card = 'good'
  /** The customer's default card, which pays every second attempt. */
  readonly fallback: Card
  readonly start: number
  private trialEnd: number | null
  period: { start: number; end: number | null } | null = null
  private anchor = { from: 0, dayOfMonth: 1, index: -1 }
  cost: number
  private told: { cost: number; from: number } | null = null
  numPaid = 0
  saved = 0
  private hold: { from: number; to: number | null } | null = null
  private leaves = false
  private tries = 0
  private open: Open | null = null
  private retryOn = 0
  paid = 0
  returned = 0
  /** The amount credited to the balance at the end: paid days of pauses that no payment used, with their tax. */
  credited = 0
  private last: { unit: number; total: number } | null = null
  private nextVisits: number | null = null
  visits: Visits[] = []

  constructor(plan: SoldPlan, { today, start, fallback }: { today: number; start: number; fallback: Card }) {
    this.plan = plan
    this.cost = plan.cost
    this.start = start
    this.fallback = fallback
    this.trialEnd = plan.trial === null ? null : start + plan.trial
    this.status = 'scheduled'
    const first = this.nextPeriod()
    if (start > today) return
    if (this.trialEnd !== null) this.beginTrial()
    else this.settle({ period: first, price: this.priceOf(first), unit: this.priceOf(first), saved: 0 }, today)
  }

  get isOver(): boolean {
    return this.status === 'cancelled' || this.status === 'expired'
  }

  private get isUsable(): boolean {
    return this.status === 'trialing' || this.status === 'active' || (this.status === 'past_due' && this.numPaid > 0)
  }

  /** A new price of the package is announced and applies 30 days later. */
  hearPrice(cost: number, today: number): void {
    if (this.plan.every === 'once' || !['trialing', 'active', 'past_due', 'paused'].includes(this.status)) return
    if ((this.told?.cost ?? this.cost) === cost) return
    this.told = cost === this.cost ? null : { cost, from: today + 30 }
  }

  /** Runs everything that is due by a day. */
  passDay(today: number): void {
    for (let step = 0; step < 12; step += 1) if (!this.step(today)) return
  }

  private step(today: number): boolean {
    const isDue = (day: number | null | undefined) => day !== null && day !== undefined && day <= today
    switch (this.status) {
      case 'scheduled':
        if (!isDue(this.start)) return false
        if (this.trialEnd === null) return this.charge(today)
        this.beginTrial()
        return true
      case 'trialing':
        if (!isDue(this.trialEnd)) return false
        if (this.leaves) return this.finish('cancelled')
        return this.charge(today)
      case 'past_due':
        return this.retryOn <= today && this.charge(today)
      case 'paused':
        if (!isDue(this.hold?.to)) return false
        this.resume(this.hold?.to ?? today)
        return true
      case 'active':
        return this.stepActive(today, isDue)
      default:
        return false
    }
  }

  private stepActive(today: number, isDue: (day: number | null | undefined) => boolean): boolean {
    if (isDue(this.hold?.from)) {
      this.status = 'paused'
      return true
    }
    if (isDue(this.period?.end)) {
      if (this.leaves) return this.finish('cancelled')
      return this.isLast ? this.finish('expired') : this.charge(today)
    }
    if (!isDue(this.nextVisits)) return false
    this.grant(today, false)
    return true
  }

  private get isLast(): boolean {
    return this.plan.every === 'once' || (this.plan.times !== null && this.numPaid >= this.plan.times)
  }

  private finish(as: 'cancelled' | 'expired'): boolean {
    this.status = as
    this.open = null
    this.credited += this.saved + percent(this.saved, 1300)
    this.saved = 0
    for (const each of this.visits) each.left = 0
    return true
  }

  private beginTrial(): void {
    this.status = 'trialing'
    this.period = { start: this.start, end: this.trialEnd }
    this.grant(this.start, true)
  }

  private periodAt(from: number, dayOfMonth: number, index: number): Period {
    const { every } = this.plan
    if (every === 'once') return { start: from, end: null, index, from, dayOfMonth }
    const at = (nth: number) => (every === 'week' ? from + 7 * nth : inMonths(from, months[every] * nth, dayOfMonth))
    return { start: at(index), end: at(index + 1), index, from, dayOfMonth }
  }

  // The first period, or the period until the fixed billing day.
  private nextPeriod(): Period {
    if (this.numPaid > 0) return this.periodAt(this.anchor.from, this.anchor.dayOfMonth, this.anchor.index + 1)
    const begin = this.trialEnd ?? this.start
    const { anchor, every } = this.plan
    if (anchor === null || every !== 'month' || inMonths(begin, 0, anchor) === begin)
      return this.periodAt(begin, anchor !== null && every === 'month' ? anchor : monthDay(begin), 0)
    const end = monthDay(begin) < anchor ? inMonths(begin, 0, anchor) : inMonths(begin, 1, anchor)
    return { start: begin, end, index: -1, from: end, dayOfMonth: anchor }
  }

  private priceOn = (day: number) => (this.told !== null && this.told.from <= day ? this.told.cost : this.cost)

  private priceOf({ start, end, index, from, dayOfMonth }: Period): number {
    const whole = this.priceOn(start)
    if (index >= 0 || end === null) return whole
    return partOf(whole, end - start, end - inMonths(from, -1, dayOfMonth))
  }

  private openNext(): Open {
    if (this.open) return this.open
    const period = this.nextPeriod()
    const price = this.priceOf(period)
    let saved = Math.min(this.saved, price)
    if (price - saved > 0 && price - saved < leastCharge) saved = Math.max(0, price - leastCharge)
    this.open = { period, price, saved, unit: price - saved }
    return this.open
  }

  private charge(today: number): boolean {
    const open = this.openNext()
    const isOwn = this.tries % 2 === 0
    const card = isOwn ? this.card : this.fallback
    if (open.unit === 0 || card === 'good') {
      if (open.unit > 0 && !isOwn) this.card = this.fallback
      this.settle(open, today)
      return true
    }
    this.tries += 1
    const wait = retryDays[this.tries - 1]
    if (wait === undefined) {
      this.status = 'unpaid'
      return false
    }
    this.status = 'past_due'
    this.retryOn = Math.max(open.period.start + wait, today + 1)
    return false
  }

  // A payment after the end of a period counts for the period in which it is made.
  private settle(open: Open, today: number): void {
    let { period } = open
    const cost = this.priceOn(period.start)
    if (this.status === 'unpaid' && period.end !== null && period.end <= today && this.plan.every !== 'once') {
      let index = period.index
      while ((this.periodAt(period.from, period.dayOfMonth, index + 1).start ?? 0) <= today) index += 1
      period = this.periodAt(period.from, period.dayOfMonth, index)
    }
    const isFirst = this.period === null
    this.status = 'active'
    this.anchor = { from: period.from, dayOfMonth: period.dayOfMonth, index: period.index }
    this.period = { start: period.start, end: period.end }
    this.numPaid += 1
    this.tries = 0
    this.open = null
    this.saved -= open.saved
    this.paid += charged(open.unit)
    this.last = { unit: open.unit, total: charged(open.unit) }
    if (cost === this.told?.cost) this.told = null
    this.cost = cost
    if (this.nextVisits === null || this.nextVisits <= today) this.grant(Math.max(period.start, today), isFirst)
  }

  private grant(day: number, isFirst: boolean): void {
    const { visits } = this.plan
    this.nextVisits = null
    if (visits === null || this.period === null) return
    if (visits.each === 'total') {
      if (isFirst) this.give('once', visits.count, null)
      return
    }
    if (visits.each === 'billing_period') {
      this.give(dayText(this.period.start), visits.count, this.period.end)
      return
    }
    let index = 0
    const at = (nth: number) => inMonths(this.start, nth, monthDay(this.start))
    while (at(index + 1) <= day) index += 1
    this.nextVisits = at(index + 1)
    this.give(dayText(at(index)), visits.count, this.nextVisits)
  }

  private give(key: string, count: number, until: number | null): void {
    if (!this.visits.some((each) => each.key === key)) this.visits.push({ key, count, left: count, until })
  }

  /** Unused visits expire at the end of their period. */
  lapse(today: number): void {
    for (const each of this.visits) if (each.until !== null && each.until <= today) each.left = 0
  }

  private heldValue(to: number): number {
    if (!this.period?.end || !this.hold) return 0
    const { start, end } = this.period
    const [first, last] = [Math.max(this.hold.from, start), Math.min(to, end)]
    if (last <= first) return 0
    const whole = this.anchor.index < 0 ? this.priceOfShare() : this.cost
    return partOf(whole, last - first, end - start)
  }

  private priceOfShare(): number {
    const { start, end } = this.period ?? { start: 0, end: 0 }
    const before = inMonths(this.anchor.from, -1, this.anchor.dayOfMonth)
    return partOf(this.cost, (end ?? 0) - start, this.anchor.from - before)
  }

  private resume(on: number): void {
    this.saved += this.heldValue(on)
    this.hold = null
    this.status = 'active'
    if (this.period?.end && this.period.end <= on) this.anchor = { from: on, dayOfMonth: monthDay(on), index: -1 }
  }

  /** An action of a person on a day. True when the action is allowed. */
  act(act: Act, today: number): boolean {
    switch (act.is) {
      case 'card':
        return this.changeCard(act.card, today)
      case 'hold':
        if (this.status !== 'active' || this.hold || this.leaves || this.isLast) return false
        if (act.from < today || (act.to !== null && act.to <= act.from)) return false
        this.hold = { from: act.from, to: act.to }
        if (act.from === today) this.status = 'paused'
        return true
      case 'resume':
        if (!this.hold || this.isOver) return false
        if (this.status === 'paused') this.resume(today)
        this.hold = null
        return true
      case 'cancel':
        return this.cancel(today)
      case 'keep':
        if (this.status !== 'trialing' && this.status !== 'active') return false
        this.leaves = false
        return true
      case 'end':
        if (this.status === 'cancelled') return true
        if (this.isOver) return false
        return this.endNow(today, true)
      default:
        return this.spend(act.count, today)
    }
  }

  private changeCard(card: Card, today: number): boolean {
    if (this.isOver) return false
    this.card = card
    if (this.status !== 'past_due' && this.status !== 'unpaid') return true
    if (card === 'bad' && this.openNext().unit > 0) return false
    this.settle(this.openNext(), today)
    return true
  }

  private cancel(today: number): boolean {
    if (this.status === 'cancelled' || this.leaves) return true
    if (this.isOver) return false
    if (this.status === 'trialing' || this.status === 'active') {
      if (this.period?.end === null) return false
      this.leaves = true
      // A planned pause is cancelled.
      this.hold = null
      return true
    }
    return this.endNow(today, this.status === 'paused')
  }

  private endNow(today: number, returns: boolean): boolean {
    const from = this.status === 'paused' && this.hold ? Math.min(this.hold.from, today) : today
    if (returns && this.last && this.period?.end && from < this.period.end) {
      const { start, end } = this.period
      const price = this.last.unit + percent(this.last.unit, 1300)
      this.returned += Math.min(partOf(price, end - Math.max(from, start), end - start), this.last.total)
    }
    return this.finish('cancelled')
  }

  private spend(count: number, today: number): boolean {
    const [first] = this.visits
      .filter(({ left, until }) => left > 0 && (until === null || until > today))
      .sort((a, b) => (a.until ?? 1e9) - (b.until ?? 1e9))
    if (!first || !this.isUsable || first.left < count) return false
    first.left -= count
    return true
  }
}
