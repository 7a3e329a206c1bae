import { dayMs } from '../limits.ts'
import { type EventFields, formWeekdays } from './event-fields.ts'

const maxDates = 200

type Dates = { starts_at: string; ends_at: string }
/** One stretch of days, its chosen weekdays, or the dates of a series by line. `gone` are the starts that are left out. */
export function datesOfFields(fields: EventFields): {
  dates: { starts_at: string | null; ends_at: string | null } | { series_dates: Dates[] }
  gone: string[]
} {
  if (fields['dates'] !== undefined) {
    const dates = linesOf(fields['dates']).map(dateOfLine)
    const starts = new Set(dates.map(({ starts_at }) => starts_at))
    const was = linesOf(fields['was_dates'] ?? '').map((line) => dateOfLine(line).starts_at)
    return { dates: { series_dates: dates }, gone: was.filter((start) => !starts.has(start)) }
  }
  const { first_day = '', last_day = '', starts = '', ends = '' } = fields
  const last = last_day === '' ? first_day : last_day
  const chosen = formWeekdays.filter((day) => fields[`day.${day}`] === 'on')
  const at = (day: string, hour: string) => (day === '' || hour === '' ? null : `${day}T${hour}`)
  if (chosen.length === 0) return { dates: { starts_at: at(first_day, starts), ends_at: at(last, ends) }, gone: [] }
  return { dates: { series_dates: datesOn(chosen, { first: first_day, last, starts, ends }) }, gone: [] }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, maxDates + 1)

const line = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}) ?[-–] ?(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{2}:\d{2})$/
// A line that is no date is sent as it is, and refused.
function dateOfLine(text: string): Dates {
  const [, day = '', from = '', until = day, to = ''] = line.exec(text) ?? []
  return day === '' ? { starts_at: text, ends_at: text } : { starts_at: `${day}T${from}`, ends_at: `${until}T${to}` }
}

type Span = { first: string; last: string; starts: string; ends: string }
function datesOn(days: readonly number[], { first, last, starts, ends }: Span): Dates[] {
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const count = Number.isNaN(from) || Number.isNaN(to) ? 0 : Math.min(1500, Math.floor((to - from) / dayMs) + 1)
  return Array.from({ length: Math.max(0, count) }, (_, at) => new Date(from + at * dayMs))
    .filter((day) => days.includes(day.getUTCDay() || 7))
    .map((day) => day.toISOString().slice(0, 10))
    .map((day) => ({ starts_at: `${day}T${starts}`, ends_at: `${day}T${ends}` }))
    .slice(0, maxDates + 1)
}
