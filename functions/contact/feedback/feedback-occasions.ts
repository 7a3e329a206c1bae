import { dayMs, hourMs } from '../../contract/limits.ts'
import { type EventTimes, eventDays } from '../../contract/event-times.ts'
import type { ProgramPreferences } from '../../contract/offering/program.ts'
import { dayInZone, daysBetween, wallClock } from '../../contract/wall-clock.ts'
import { capitalise, type Locale, longDateSpan } from '../../contract/date-format.ts'

/** Delay in ms from the end of an occasion to the request for feedback. */
export const requestAfterMs = 2 * hourMs
/** An occasion that ended longer ago, in ms, is skipped: after an outage, or when feedback was turned on later. */
export const requestWithinMs = 3 * dayMs
const daytime = { from: 8 * 60, until: 21 * 60 + 45 }

/** True if mails to families may be sent: from 8:00 until 21:45, so that the last mail is sent by 22:00. */
export function isDaytime(now: number, timezone: string): boolean {
  const { hour, minute } = wallClock(now, timezone)
  const minutes = hour * 60 + minute
  return minutes >= daytime.from && minutes < daytime.until
}

/**
 * A moment that feedback is about. With `every`, feedback is requested about only some of the sessions that are booked
 * singly: the first with the program and every fifth.
 */
export type Occasion = { occasion: string; starts_at: number; ends_at: number; every: 'first' | 'fifth' | null }
type Schedules = Pick<ProgramPreferences, 'camp_feedback_schedule' | 'session_feedback_schedule'>

type Booked = EventTimes & { is_session: boolean; days_off?: readonly { date: string }[] }

/**
 * All occasions of an event or an appointment by its program's schedules, past and future. A day that was called off is
 * no occasion, and the other sessions keep their numbers.
 */
export function occasionsOf(event: Booked, schedules: Schedules): Occasion[] {
  const isOff = (date: string) => event.days_off?.some((off) => off.date === date) === true
  const days = eventDays(event)
    .map((day, index) => ({ ...day, number: index + 1 }))
    .filter(({ starts_at }) => !isOff(dayInZone(starts_at, event.timezone)))
  return event.is_session
    ? sessionOccasions(days, { schedule: schedules.session_feedback_schedule, isSeries: eventDays(event).length > 1 })
    : campOccasions(days, { schedule: schedules.camp_feedback_schedule, timezone: event.timezone })
}

type Day = { number: number; starts_at: number; ends_at: number }

function campOccasions(
  days: Day[],
  { schedule, timezone }: { schedule: Schedules['camp_feedback_schedule']; timezone: string },
): Occasion[] {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last || schedule === 'off') return []
  const timesOf = ({ starts_at, ends_at }: Pick<Day, 'starts_at' | 'ends_at'>) => ({ starts_at, ends_at, every: null })
  if (schedule === 'after_first_day') return [{ occasion: 'first_day', ...timesOf(first) }]
  if (schedule === 'after_end')
    return [{ occasion: 'end', ...timesOf({ starts_at: first.starts_at, ends_at: last.ends_at }) }]
  const start = wallClock(first.starts_at, timezone)
  const weeks = new Map<number, Pick<Day, 'starts_at' | 'ends_at'>>()
  for (const day of days) {
    const week = Math.floor(daysBetween(start, wallClock(day.starts_at, timezone)) / 7) + 1
    weeks.set(week, { starts_at: weeks.get(week)?.starts_at ?? day.starts_at, ends_at: day.ends_at })
  }
  return [...weeks].map(([week, day]) => ({ occasion: `week_${week}`, ...timesOf(day) }))
}

// Sessions of a series are counted within it; single sessions over everything the person attended in the program.
function sessionOccasions(
  days: Day[],
  { schedule, isSeries }: { schedule: Schedules['session_feedback_schedule']; isSeries: boolean },
): Occasion[] {
  if (schedule === 'off') return []
  return days.flatMap(({ number, ...times }, index) => {
    if (isSeries && schedule === 'after_first' && index > 0) return []
    if (isSeries && schedule === 'every_5th' && number % 5 !== 0) return []
    const counted = schedule === 'after_first' ? 'first' : schedule === 'every_5th' ? 'fifth' : null
    return [{ occasion: `session_${number}`, ...times, every: isSeries ? null : counted }]
  })
}

/** The occasions that ended between two hours and three days ago. */
export const dueOccasions = (occasions: Occasion[], now: number): Occasion[] =>
  occasions.filter(({ ends_at }) => ends_at + requestAfterMs <= now && ends_at > now - requestWithinMs)

/** The days that the feedback is about: `Mon, July 12 to Fri, July 16, 2027`. */
export const daysText = (
  { starts_at, ends_at, timezone }: { starts_at: number | string; ends_at: number | string; timezone: string },
  locale: Locale,
): string => capitalise(longDateSpan(wallClock(starts_at, timezone), wallClock(ends_at, timezone), locale))
