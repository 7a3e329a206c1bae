import { Temporal } from 'temporal-polyfill'

/** First and last day of a month (`2027-07`) or of an ISO 8601 week (`2027-W27`, Monday to Sunday). */
export function daysOf(span: string): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(span) ?? []
  if (year === undefined) {
    const month = Temporal.PlainYearMonth.from(span)
    return { from: month.toPlainDate({ day: 1 }), to: month.toPlainDate({ day: month.daysInMonth }) }
  }
  // The fourth of January is always in the first week.
  const inFirst = Temporal.PlainDate.from(`${year}-01-04`)
  const from = inFirst.subtract({ days: inFirst.dayOfWeek - 1 }).add({ weeks: Number(week) - 1 })
  return { from, to: from.add({ days: 6 }) }
}

/** Every day of a span, in order. */
export function eachDay({ from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate }): Temporal.PlainDate[] {
  return Array.from({ length: from.until(to).days + 1 }, (_, at) => from.add({ days: at }))
}
