import type { AppointmentType, AvailableDate } from '#contract/offering/appointment'
import { dayMs, furthestBookingDays } from '#contract/limits'
import type { AppointmentChoice } from '../../../routes.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { earlierOf, firstWeekday, laterOf, monthAfter } from '../../../locales/calendar-month.ts'
import { monthName, weekdayDay, weekdayName } from '#contract/date-format'
import { dayInZone, type WallClock, weekdayOf } from '#contract/wall-clock'

/** A day in the grid. It links to its times while one of them is free. */
export type DayCell = { day: number; words: string; href: string | null; isChosen: boolean; isToday: boolean }
export type MonthLink = { month: string; words: string; href: string }
export type MonthGrid = {
  heading: string
  weekdays: { short: string; long: string }[]
  weeks: (DayCell | null)[][]
  earlier: MonthLink | null
  later: MonthLink | null
  hasFree: boolean
}
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text' | 'to'>
type MonthGridInput = {
  type: AppointmentType
  month: string
  days: AvailableDate[]
  date: string | null
  option: string | null
  now: number
  /** The URL of a month or a day. By default it is the page of the type. */
  addressOf?: (choice: AppointmentChoice) => string
}

/** A yyyy-mm-dd day at midnight, without a time zone. */
export function wallDay(day: string): WallClock {
  const date = { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) }
  return { ...date, weekday: weekdayOf(date), hour: 0, minute: 0 }
}

/** A month in weeks, with links to its free days and to the bookable months before and after. */
export function monthGrid(
  { type, month, days, date, option, now, ...input }: MonthGridInput,
  { program, language, locale, to }: PageContext,
): MonthGrid {
  const addressOf = input.addressOf ?? ((choice) => to.appointment(type.id, choice))
  const first = firstWeekday(language, program.country)
  const today = dayInZone(now, type.timezone)
  const cells = days.map((day): DayCell => {
    const wall = wallDay(day.date)
    return {
      day: wall.day,
      words: weekdayDay(wall, locale),
      href: day.is_available ? `${addressOf({ option, date: day.date })}#times` : null,
      isChosen: day.date === date,
      isToday: day.date === today,
    }
  })
  const before = days[0] ? (wallDay(days[0].date).weekday - first + 7) % 7 : 0
  const all = [...Array<null>(before).fill(null), ...cells]
  const link = (month: string): MonthLink => ({
    month: month,
    words: monthWords(month, language),
    href: addressOf({ option, month }),
  })
  const hasFree = days.some(({ is_available }) => is_available)
  const window = bookedMonths(type, today)
  const isLater =
    month < window.last && (type.period_type !== 'rolling_window' || hasFree || month <= today.slice(0, 7))
  return {
    heading: monthWords(month, language),
    weekdays: Array.from({ length: 7 }, (_, date) => ({
      short: weekdayName((first + date) % 7, language, 'short'),
      long: weekdayName((first + date) % 7, language),
    })),
    weeks: Array.from({ length: Math.ceil(all.length / 7) }, (_, date) =>
      Array.from({ length: 7 }, (__, column) => all[date * 7 + column] ?? null),
    ),
    earlier: month > window.first ? link(month > window.last ? window.last : monthAfter(month, -1)) : null,
    later: isLater ? link(month < window.first ? window.first : monthAfter(month, 1)) : null,
    hasFree,
  }
}

/** The month in words for the middle of a sentence: `July 2027`, `juillet 2027`. */
export const monthWords = (month: string, language: ProgramContext['language']): string =>
  `${monthName(Number(month.slice(5)), language)} ${month.slice(0, 4)}`

/** The first and the last month in which a type can be booked. */
function bookedMonths(type: AppointmentType, today: string): { first: string; last: string } {
  const inDays = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
  const furthest = inDays(type.period_type === 'rolling' ? (type.max_booking_time ?? 0) : furthestBookingDays)
  const first = laterOf(today, type.period_starts_on ?? today)
  return {
    first: first.slice(0, 7),
    last: laterOf(first, earlierOf(furthest, type.period_ends_on ?? furthest)).slice(0, 7),
  }
}
