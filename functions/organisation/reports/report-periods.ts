import { Temporal } from 'temporal-polyfill'
import { ApiError } from '../../contract/api-error.ts'
import { isTimeGroup, maxReportDays, type ReportQuery } from '../../contract/organisation/reports.ts'
import type { Period } from './group-rows.ts'

const lengths = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } }
const openings = {
  day: (day: Temporal.PlainDate) => day,
  week: (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 }),
  month: (day: Temporal.PlainDate) => day.with({ day: 1 }),
}

/** The days of a report, its months, or its weeks from Monday, cut at its first and last day, or all of its days as one. */
export function reportPeriods({ from, to, by }: Pick<ReportQuery, 'from' | 'to' | 'by'>, timezone: string): Period[] {
  const first = Temporal.PlainDate.from(from)
  const end = Temporal.PlainDate.from(to).add({ days: 1 })
  const days = first.until(end).days
  if (days < 1 || days > maxReportDays) throw new ApiError('out_of_range', { param: 'to' })
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timezone).epochMilliseconds
  if (!isTimeGroup(by)) return [{ key: from, starts: startOf(first), ends: startOf(end) }]

  const periods: Period[] = []
  for (let day = first; Temporal.PlainDate.compare(day, end) < 0; ) {
    const opening = openings[by](day)
    const next = opening.add(lengths[by])
    const last = Temporal.PlainDate.compare(next, end) < 0 ? next : end
    periods.push({ key: opening.toString(), starts: startOf(day), ends: startOf(last) })
    day = next
  }
  return periods
}
