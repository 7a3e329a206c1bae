import { dayMs, hourMs } from '#contract/limits'
import { capitalise, weekdayDay, weekdayName } from '#contract/date-format'
import { type EventTimes, eventDays } from '#contract/event-times'
import type { Registration } from '#contract/booking/registration'
import { dayInZone } from '#contract/wall-clock'
import type { OthersBooking } from '../../../api/load-others-bookings.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { firstWeekday, weeksOfMonth } from '../../../locales/calendar-month.ts'
import { wallDay } from '../../offering/appointments/month-grid.ts'

/** A day of the month: the attendees as initials and in words. `first` is the booking that the day links to. */
export type BookedDay = {
  day: number
  marks: string[]
  more: number
  words: string
  first: string | null
  isToday: boolean
}
export type BookedMonth = {
  weekdays: { short: string; long: string }[]
  weeks: (BookedDay | null)[][]
  /** The names behind the initials. */
  legend: { mark: string; name: string }[]
  /** The bookings with a day in this month, in the given order. */
  places: Registration[]
  /** The bookings of the same month by other adults. */
  others: OthersBooking[]
}
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text'>

const oneNightMs = 12 * hourMs
/** Maximum number of initials in a day. More people are counted. */
const marksPerDay = 2

/** The days of a booking, `2027-07-05`, in its own time zone. An overnight booking has each day it touches. */
export function bookedDays(event: EventTimes): string[] {
  const days = eventDays(event).flatMap(({ starts_at, ends_at }) => {
    const first = dayInZone(starts_at, event.timezone)
    // An evening booking that ends after midnight belongs to its first day only.
    const last = ends_at - starts_at <= oneNightMs ? first : dayInZone(ends_at - 1, event.timezone)
    const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
    return Array.from({ length: count }, (_, index) => dayAfter(first, index))
  })
  return [...new Set(days)]
}

const dayAfter = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** A month of bookings for a calendar, with those of other adults. Each day links to its first booking. */
export function bookedMonth(
  {
    month,
    places,
    others,
    now,
  }: { month: string; places: readonly Registration[]; others: readonly OthersBooking[]; now: number },
  { program, language, locale, text: { schedule: words } }: PageContext,
): BookedMonth {
  const hasDay = ({ days }: { days: ReadonlySet<string> }) => [...days].some((day) => day.startsWith(month))
  const own = places.map((place) => ({ place, days: new Set(bookedDays(place.event)) })).filter(hasDay)
  const theirs = others.map((other) => ({ other, days: new Set(bookedDays(other)) })).filter(hasDay)
  const shown = [
    ...own.map(({ place: { id, event, attendee_profile }, days }) => ({
      ...{ id, days, name: event.name, who: attendee_profile.attendee_id, first_name: attendee_profile.first_name },
    })),
    ...theirs.map(({ other: { id, title, attendee_id, first_name }, days }) => ({
      ...{ id, days, name: title, who: attendee_id, first_name },
    })),
  ]
  const people = new Map(shown.map(({ who, first_name }) => [who, first_name]))
  const marks = namesInShort(people)
  const today = dayInZone(now, program.timezone)
  const first = firstWeekday(language, program.country)

  function cell(date: string): BookedDay {
    const here = shown.filter(({ days }) => days.has(date))
    const who = [...new Set(here.map((each) => each.who))]
    const wall = wallDay(date)
    const what = here.map(({ name, first_name }) => words.forPerson(name, first_name))
    return {
      day: wall.day,
      marks: who.slice(0, marksPerDay).map((id) => marks.get(id) ?? ''),
      more: Math.max(0, who.length - marksPerDay),
      words: words.onDay(capitalise(weekdayDay(wall, locale)), what.join('; ')),
      first: here[0]?.id ?? null,
      isToday: date === today,
    }
  }
  return {
    weekdays: Array.from({ length: 7 }, (_, index) => ({
      short: weekdayName((first + index) % 7, language, 'short'),
      long: weekdayName((first + index) % 7, language),
    })),
    weeks: weeksOfMonth(month, first).map((week) => week.map((date) => (date === null ? null : cell(date)))),
    legend: [...people].map(([id, name]) => ({ mark: marks.get(id) ?? '', name })),
    places: own.map(({ place }) => place),
    others: theirs.map(({ other }) => other),
  }
}

/**
 * The initials by attendee id. An attendee has one letter, and up to two more when two attendees would have the same.
 */
export function namesInShort(names: ReadonlyMap<string, string>): Map<string, string> {
  const letters = new Map([...names].map(([id, name]) => [id, [...name.trim()]]))
  const short = (id: string, length: number) => (letters.get(id) ?? []).slice(0, length).join('')
  const isOwn = (id: string, length: number) =>
    [...letters.keys()].every(
      (other) => other === id || short(other, length).toLowerCase() !== short(id, length).toLowerCase(),
    )
  return new Map(
    [...letters.keys()].map((id) => {
      const length = [1, 2, 3].find((count) => isOwn(id, count)) ?? 3
      const mark = short(id, length)
      return [id, mark.charAt(0).toUpperCase() + mark.slice(1)]
    }),
  )
}
