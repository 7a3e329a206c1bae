import { dayMs } from '../../contract/limits.ts'
import type { PaymentPlan } from '../../contract/offering/payment-plan.ts'
import { wallClock } from '../../contract/wall-clock.ts'
import { percentOf, shareOut, sum } from './shares.ts'

/**
 * A line item that may be paid in instalments: its total and its start day, yyyy-mm-dd; null for a package, which has
 * no start.
 */
export type PlannedLine = { item_id: string; amount: number; plan: PaymentPlan; starts_on: string | null }
/** An instalment: its due day, its amount, and its line items. The first is due today. */
export type PlannedPart = { due_on: string; amount: number; lines: { item_id: string; amount: number }[] }

type ScheduleInput = {
  /** Total of the order. Line items without a plan are paid today. */
  total: number
  lines: readonly PlannedLine[]
  today: string
  /** Minimum charge of a card, and the step of card amounts. */
  least: number
  step: number
}

/**
 * The instalments of an order: today the deposits and everything without a plan, then one for each day with something
 * due. Instalments already due belong to the first; an instalment below the minimum card charge is added to the
 * previous one. They add up to the total exactly. Null when everything would be due today.
 */
export function instalmentSchedule({ total, lines, today, least, step }: ScheduleInput): PlannedPart[] | null {
  const due = new Map<string, Map<string, number>>()
  for (const line of lines)
    for (const { due_on, amount } of laterParts(line, { today, step })) {
      if (due_on <= today || amount === 0) continue
      const shares = due.get(due_on) ?? new Map<string, number>()
      due.set(due_on, shares.set(line.item_id, (shares.get(line.item_id) ?? 0) + amount))
    }
  const later = [...due]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([due_on, shares]) => partOf(due_on, shares))
  const parts = joinSmall(later, { total, today, least })
  return parts.length > 1 ? parts : null
}

function laterParts(
  { amount, plan, starts_on }: PlannedLine,
  { today, step }: Pick<ScheduleInput, 'today' | 'step'>,
): { due_on: string; amount: number }[] {
  const { deposit } = plan
  const first = 'percent' in deposit ? percentOf(amount, deposit.percent * 100) : Math.min(amount, deposit.amount)
  const days = plan.parts.map((part) => {
    if ('on' in part) return part.on
    return 'days_after' in part ? daysBefore(today, -part.days_after) : daysBefore(starts_on ?? today, part.days_before)
  })
  const inTime = days.map((day) => (starts_on !== null && day > starts_on ? starts_on : day)).sort()
  // Fractions of a step are paid with the first instalment.
  const steps = shareOut(
    Math.floor((amount - first) / step),
    inTime.map(() => 1),
  )
  return inTime.map((due_on, index) => ({ due_on, amount: (steps[index] ?? 0) * step }))
}

const partOf = (due_on: string, shares: ReadonlyMap<string, number>): PlannedPart => ({
  due_on,
  amount: sum([...shares.values()]),
  lines: [...shares].map(([item_id, amount]) => ({ item_id, amount })),
})

// Joins small instalments, from the last to the first. An instalment below the minimum is paid with the previous one.
// The first instalment takes from the next until it is large enough.
function joinSmall(
  later: PlannedPart[],
  { total, today, least }: Pick<ScheduleInput, 'total' | 'today' | 'least'>,
): PlannedPart[] {
  const enough: PlannedPart[] = []
  let carried: PlannedPart | null = null
  for (const part of later.toReversed()) {
    const joined: PlannedPart = carried ? joinParts(part, carried) : part
    carried = joined.amount < least ? joined : null
    if (!carried) enough.unshift(joined)
  }
  const first = () => total - sum(enough.map(({ amount }) => amount))
  while (enough.length > 0 && first() < Math.max(least, 1)) enough.shift()
  return [{ due_on: today, amount: first(), lines: [] }, ...enough]
}

function joinParts(part: PlannedPart, other: PlannedPart): PlannedPart {
  const shares = new Map(part.lines.map(({ item_id, amount }) => [item_id, amount]))
  for (const { item_id, amount } of other.lines) shares.set(item_id, (shares.get(item_id) ?? 0) + amount)
  return partOf(part.due_on, shares)
}

/** The day `count` days before another, both yyyy-mm-dd. */
const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * dayMs).toISOString().slice(0, 10)

/** The calendar day of an instant in a time zone, yyyy-mm-dd. */
export function dayOn(instant: number, timezone: string): string {
  const { year, month, day } = wallClock(instant, timezone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
