import { dayMs, minuteMs } from '../../functions/contract/limits.ts'
import { type ClosedDays, weekdays } from '../../functions/contract/offering/appointment.ts'
import type { RandomCalendar } from './random-calendars.ts'

/** The local time of each minute of some days, read minute by minute from Intl. */
type Minute = { at: number; day: string; clock: string }
const read = new Map<string, Minute[]>()

/** The minutes of a local day. */
function minutesOf(day: string, timezone: string): Minute[] {
  const key = `${day} ${timezone}`
  const existing = read.get(key)
  if (existing) return existing
  const reader = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const noon = Date.parse(`${day}T12:00:00Z`)
  const findings: Minute[] = []
  for (let at = noon - 26 * 60 * minuteMs; at < noon + 26 * 60 * minuteMs; at += minuteMs) {
    const [date = '', clock = ''] = reader.format(at).split(', ')
    if (date === day) findings.push({ at, day: date, clock })
  }
  read.set(key, findings)
  return findings
}

const nextDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
/** The closed days as a list, with each day of a span. */
function daysOf(closed: ClosedDays): string[] {
  if (typeof closed === 'string') return [closed]
  const days: string[] = []
  for (let day = closed.from; day <= closed.to; day = nextDay(day, 1)) days.push(day)
  return days
}
const todayOf = (now: number, timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  )
const minutesBefore: Record<string, number> = { PT0S: 0, PT2H: 120, PT45M: 45 }

/** Free times of a day, found by trying every minute: slow but obvious. */
function freeTimesOn({ rules, duration, taken, now }: RandomCalendar, day: string): string[] {
  const minutes = minutesOf(day, rules.timezone)
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]
  const findings: string[] = []
  const closed = rules.closures.flatMap(({ days }) => days.flatMap((each) => daysOf(each)))
  if (closed.includes(day)) return []
  for (const { days, from, to, starts_on, ends_on } of rules.opening_hours) {
    if (weekday === undefined || !days.includes(weekday)) continue
    if ((starts_on && day < starts_on) || (ends_on && day > ends_on)) continue
    const opens = minutes.find(({ clock }) => clock >= from)
    const closes = minutes.find(({ clock }) => clock >= to)?.at ?? (minutes.at(-1)?.at ?? 0) + minuteMs
    if (!opens) continue
    for (const { at } of minutes) {
      const sinceOpening = (at - opens.at) / minuteMs
      if (sinceOpening < 0 || sinceOpening % rules.interval_minutes !== 0 || at + duration * minuteMs > closes) continue
      if (now > at - (minutesBefore[rules.book_until] ?? 0) * minuteMs) continue
      const until = at + (duration + rules.buffer_minutes) * minuteMs
      const places = new Set<number | null>()
      for (const time of taken)
        for (let minute = at; minute < until; minute += minuteMs)
          if (minute >= time.starts_at && minute < time.free_at) places.add(time.place)
      if (!places.has(null) && places.size < rules.spots_total)
        findings.push(`${at} ${rules.spots_total - places.size}`)
    }
  }
  return findings.sort()
}

/** All free times of a calendar on the requested days, as a list of `instant places` per day. */
export function slowFreeTimes(calendar: RandomCalendar): Map<string, string[]> {
  const { rules, now, from, days } = calendar
  const today = todayOf(now, rules.timezone)
  const input = Array.from({ length: days }, (_, index) => nextDay(from, index))
  const isInWindow = (day: string) => {
    if (day < today) return false
    if (rules.period_type === 'rolling') return day <= nextDay(today, rules.max_booking_time ?? 0)
    if (rules.period_type === 'range')
      return day >= (rules.period_starts_on ?? '') && day <= (rules.period_ends_on ?? '')
    if (rules.period_type === 'unlimited') return true
    let free = 0
    for (let each = today; each < day; each = nextDay(each, 1)) if (freeTimesOn(calendar, each).length > 0) free += 1
    return free < (rules.max_booking_time ?? 0)
  }
  return new Map(input.map((day) => [day, isInWindow(day) ? freeTimesOn(calendar, day) : []]))
}
