import { Temporal } from 'temporal-polyfill'
import { ApiError } from '../../contract/api-error.ts'
import { maxReportDays, type ReportQuery } from '../../contract/organisation/reports.ts'
import type { Period } from './group-rows.ts'

/** The days of a report, its weeks from Monday, cut at its first and last day, or all of its days as one. */
export function reportPeriods({ from, to, by }: Pick<ReportQuery, 'from' | 'to' | 'by'>, timezone: string): Period[] {
  const first = Temporal.PlainDate.from(from)
  const end = Temporal.PlainDate.from(to).add({ days: 1 })
  const days = first.until(end).days
  if (days < 1 || days > maxReportDays) throw new ApiError('out_of_range', { param: 'to' })
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timezone).epochMilliseconds
  if (by !== 'week' && by !== 'day') return [{ key: from, starts: startOf(first), ends: startOf(end) }]

  const periods: Period[] = []
  for (let day = first; Temporal.PlainDate.compare(day, end) < 0; ) {
    const opening = by === 'day' ? day : day.subtract({ days: day.dayOfWeek - 1 })
    const next = opening.add(by === 'day' ? { days: 1 } : { weeks: 1 })
    const last = Temporal.PlainDate.compare(next, end) < 0 ? next : end
    periods.push({ key: opening.toString(), starts: startOf(day), ends: startOf(last) })
    day = next
  }
  return periods
}
