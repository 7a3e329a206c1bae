import { dateSpan, type Locale, monthHeading } from '#contract/date-format'
import type { Money } from '#contract/amount'
import { dayMs } from '#contract/limits'
import type { OrganiserOrder } from '#contract/organisation/desk'
import type { ReportGroup } from '#contract/organisation/reports'
import { wallClock } from '#contract/wall-clock'
import type { MoneyData } from '../../../api/load-money.ts'
import { type Days, monthOf, shiftDay } from '../../../page-input/desk-money.ts'

const clockOf = (day: string) => wallClock(`${day}T12:00:00Z`, 'UTC')
const isMonth = ({ from, to }: Days): boolean => monthOf(from).from === from && monthOf(from).to === to

/** `July 2027` for a whole month, otherwise its days. */
export const periodTitle = (days: Days, locale: Locale): string =>
  isMonth(days) ? monthHeading(clockOf(days.from), locale) : dateSpan(clockOf(days.from), clockOf(days.to), locale)

/** The periods of the same length before and after: of a month, its neighbours. */
export function neighbours(days: Days): { before: Days; after: Days } {
  const { from, to } = days
  const dayBefore = shiftDay(from, -1) ?? from
  const dayAfter = shiftDay(to, 1) ?? to
  if (isMonth(days)) return { before: monthOf(dayBefore), after: monthOf(dayAfter) }
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  return {
    before: { from: shiftDay(dayBefore, -length) ?? from, to: dayBefore },
    after: { from: dayAfter, to: shiftDay(dayAfter, length) ?? to },
  }
}

/** The days of a row within its report: of a day, a week or a month; null for a row that is not a time. */
export function daysOfRow(by: ReportGroup, key: string, { from, to }: Days): Days | null {
  const whole =
    by === 'month'
      ? monthOf(key)
      : by === 'week'
        ? { from: key, to: shiftDay(key, 6) ?? key }
        : by === 'day'
          ? { from: key, to: key }
          : null
  return whole && { from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to }
}

/** The groups within a row that is a time: the weeks of a month, and the days of a week. */
export const groupsWithin = (by: ReportGroup): ReportGroup =>
  by === 'month' ? 'week' : by === 'week' ? 'day' : 'event'

type Payouts = NonNullable<MoneyData['payouts']>['totals'][number]
const ways = ['card', 'cash', 'cheque', 'transfer', 'other', 'balance', 'moved'] as const
export type Way = (typeof ways)[number]

/** How the money of a period came and went, without ways that had none. */
export const waysOf = (totals: Payouts): { way: Way; amount: Money }[] =>
  ways.map((way) => ({ way, amount: totals[`amount_${way}`] })).filter(({ amount }) => amount.value !== 0)

/** Each item of an order with its person, without cancelled ones. */
export const itemsOf = ({ items }: Pick<OrganiserOrder, 'items'>): string =>
  items
    .filter(({ is_cancelled }) => !is_cancelled)
    .map(({ attendee_name, product_name }) => [attendee_name, product_name].filter(Boolean).join(', '))
    .join('; ')

/** True for an order whose money should have come by now. */
export const isLate = ({ due_at }: Pick<OrganiserOrder, 'due_at'>, now: number): boolean =>
  due_at !== null && Date.parse(due_at) < now
