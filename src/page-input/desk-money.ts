import { dayMs } from '#contract/limits'
import { type ReportGroup, maxReportDays, reportGroups } from '#contract/organisation/reports'
import type { MoneyExportQuery, MoneyQuery } from '#contract/site-pages'
import { readId, readSkip } from './input-values.ts'

/** What a report's file may have; `orders` has one row for each order. */
export const moneyFiles = ['sales', 'payouts', 'due', 'orders'] as const
export type MoneyFile = (typeof moneyFiles)[number]

/** Whole days, both included. */
export type Days = { from: string; to: string }
/** The page of the money: its days, its groups, and its list of orders. `pay` is the order of a payment to record. */
export type MoneyPage = Days & { by: ReportGroup; show: 'due' | 'all'; skip: number; pay: string | null }

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && shiftDay(text, 0) === text

/** The day that is this many days later. */
export function shiftDay(day: string, days: number): string | null {
  const time = Date.parse(day)
  return Number.isNaN(time) ? null : new Date(time + days * dayMs).toISOString().slice(0, 10)
}

/** The month of a day, from its first to its last day. */
export function monthOf(day: string): Days {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return { from: `${day.slice(0, 7)}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

/** The days of an address; null for days that a report cannot have, undefined without any. */
function daysOf(from: string | null, to: string | null): Days | null | undefined {
  if (!from && !to) return undefined
  if (!isDay(from) || !isDay(to)) return null
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return length >= 1 && length <= maxReportDays ? { from, to } : null
}

/** The page of an address: this month without valid days. `isRefused` is true for days that a report cannot have. */
export function readMoneyPage(query: MoneyQuery, today: string): MoneyPage & { isRefused: boolean } {
  const days = daysOf(query.get('from'), query.get('to'))
  return {
    ...(days ?? monthOf(today)),
    by: reportGroups.find((group) => group === query.get('by')) ?? 'event',
    show: query.get('show') === 'all' ? 'all' : 'due',
    skip: readSkip(query.get('skip')),
    pay: readId(query.get('pay')),
    isRefused: days === null,
  }
}

/** The file of an address; null for days that a report cannot have. */
export function readMoneyFile(query: MoneyExportQuery): (Days & { report: MoneyFile; by: ReportGroup }) | null {
  const days = daysOf(query.get('from'), query.get('to'))
  return days
    ? {
        ...days,
        report: moneyFiles.find((name) => name === query.get('report')) ?? 'sales',
        by: reportGroups.find((group) => group === query.get('by')) ?? 'event',
      }
    : null
}
