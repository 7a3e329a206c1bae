import { dayMs } from '#contract/limits'
import { capitalise, dateSpan, monthHeading, monthName, uncapitalise, weekdayName } from '#contract/date-format'
import { type EventTimes, shapeOf } from '#contract/event-times'
import type { Registration } from '#contract/booking/registration'
import type { Attendee } from '#contract/people/attendee'
import { fullYears } from '#contract/people/birth-date'
import * as registrationStates from '#contract/states/registration-states'
import { dayInZone } from '#contract/wall-clock'
import type { OthersBooking } from '../../../api/load-others-bookings.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { shortHours } from '../../../locales/event-times.ts'
import { placeBadge } from '../../money/order/order-words.ts'
import { wallDay } from '../../offering/appointments/month-grid.ts'
import { bookedDays } from './booked-month.ts'

/** What a person has in a week: `isCertain` is false for a place that is held, offered or waited for. */
type Booked = { href: string; name: string; note: string; isCertain: boolean }
/** A person's week. `add` leads to what they could do in a week without a booking. */
export type SeasonCell = { booked: Booked[]; add: { href: string; about: string } | null }
export type Season = {
  heading: string
  people: { id: string; name: string }[]
  weeks: { month: string; days: string; isNow: boolean; cells: SeasonCell[] }[]
  isAllCertain: boolean
}
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text' | 'to' | 'isClosed'>
type Input = {
  places: readonly Registration[]
  others: readonly OthersBooking[]
  family: readonly Attendee[]
  who: string | null
  /** True when further bookings start after the last of `places`. */
  hasMore: boolean
  now: number
}

/** Maximum number of weeks, so that they fit next to each other. */
const maxWeeks = 10
/** Maximum number of people. The list under the season has everyone. */
const maxPeople = 6
/** Children without a booking are shown up to this number of people. */
const maxWithOpen = 4

const dayAfter = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
const mondayOf = (day: string) => dayAfter(day, -((wallDay(day).weekday + 6) % 7))

type Shown = {
  id: string
  who: string
  name: string
  status: Registration['status']
  event: EventTimes
  days: string[]
}

/**
 * The weeks with bookings from now on, by person; null with less than two. Weeks between bookings are open. With further
 * bookings, the weeks end before the last of `places`, so that a booked week is never open.
 */
export function seasonOf(input: Input, page: PageContext): Season | null {
  const { program, locale, text } = page
  const thisWeek = mondayOf(dayInZone(input.now, program.timezone))
  const booked = bookingsOf(input).map((each) => ({ ...each, days: each.days.filter((day) => day >= thisWeek) }))
  const mondays = booked.flatMap(({ days }) => days.map(mondayOf)).sort()
  const [first] = mondays
  const latest = input.hasMore ? input.places.at(-1)?.event : undefined
  const complete = latest && mondayOf(dayInZone(Date.parse(latest.starts_at), latest.timezone))
  const [end] = [first && dayAfter(first, 7 * maxWeeks), complete].filter((day) => day !== undefined).sort()
  const last = mondays.findLast((monday) => end && monday < end)
  if (!first || !last || first === last) return null
  const people = peopleOf(
    input,
    booked.filter(({ days }) => days.some((day) => day < dayAfter(last, 7))),
  )
  const count = (Date.parse(last) - Date.parse(first)) / (7 * dayMs) + 1
  const weeks = Array.from({ length: count }, (_, index) => dayAfter(first, 7 * index)).map((monday) => {
    const here = booked.filter(({ days }) => days.some((day) => mondayOf(day) === monday))
    const lastDay = here
      .flatMap(({ days }) => days)
      .reduce((latest, day) => (mondayOf(day) === monday && day > latest ? day : latest), dayAfter(monday, 4))
    const [from, until] = [wallDay(monday), wallDay(lastDay)]
    const months = [...new Set([from.month, until.month])].map((month) => monthName(month, locale, 'short'))
    return {
      month: months.join('–'),
      days: `${from.day}–${until.day}`,
      isNow: monday === thisWeek,
      cells: people.map((person) => ({
        booked: here.filter(({ who }) => who === person.id).map((each) => bookedWords(each, monday, page)),
        add: page.isClosed ? null : addLink(person, { monday, about: dateSpan(from, until, locale) }, page),
      })),
    }
  })
  return {
    heading: headingOf(first, last, page),
    people,
    weeks: weeks.map((week) => ({
      ...week,
      cells: week.cells.map((cell) => (cell.booked.length > 0 ? { ...cell, add: null } : cell)),
    })),
    isAllCertain: weeks.every(({ cells }) => cells.every((cell) => cell.booked.every(({ isCertain }) => isCertain))),
  }

  function addLink(person: Person, { monday, about }: { monday: string; about: string }, { to }: PageContext) {
    const age = person.bornOn === null ? null : String(fullYears(person.bornOn, monday))
    return {
      href: to.explore({ scheduled_gte: monday, scheduled_lte: dayAfter(monday, 6), ...(age && { age }) }),
      about: text.schedule.addFor(person.name, about),
    }
  }
}

const bookingsOf = ({ places, others, who }: Input): Shown[] => [
  ...places.map(({ id, event, status, attendee_profile }) => ({
    ...{ id, event, status, name: event.name, who: attendee_profile.attendee_id, days: bookedDays(event) },
  })),
  ...others
    .filter(({ attendee_id }) => who === null || attendee_id === who)
    .map((other) => ({
      ...{
        id: other.id,
        event: other,
        status: other.status,
        name: other.title,
        who: other.attendee_id,
        days: bookedDays(other),
      },
    })),
]

type Person = { id: string; name: string; bornOn: string | null }
function peopleOf({ places, others, family, who }: Input, booked: readonly Shown[]): Person[] {
  const names = new Map([
    ...others.map(({ attendee_id, first_name }) => [attendee_id, first_name] as const),
    ...places.map(({ attendee_profile: { attendee_id, first_name } }) => [attendee_id, first_name] as const),
  ])
  const going = new Set(booked.map((each) => each.who))
  const children = family.filter(
    ({ id, relations }) => who === null && !going.has(id) && relations.every(({ relation }) => relation !== 'self'),
  )
  const ids = [...going].slice(0, maxPeople)
  const open = children.slice(0, Math.max(0, maxWithOpen - ids.length)).map(({ id }) => id)
  const byId = new Map(family.map((each) => [each.id, each]))
  return [...ids, ...open].map((id) => {
    const attendee = byId.get(id)
    return { id, name: names.get(id) ?? attendee?.first_name ?? '', bornOn: attendee?.date_of_birth ?? null }
  })
}

function bookedWords({ id, name, status, event, days }: Shown, monday: string, page: PageContext): Booked {
  const { locale, language } = page
  const here = days.filter((day) => mondayOf(day) === monday)
  const isCertain = registrationStates.sold.has(status)
  const hours = shortHours(shapeOf(event), locale)
  const [day = monday] = here
  const when = here.length === 1 ? `${weekdayName(wallDay(day).weekday, language, 'short')}, ${hours}` : hours
  return {
    href: `#${id}`,
    name,
    note: isCertain ? when : placeBadge(status, page).words,
    isCertain,
  }
}

function headingOf(first: string, last: string, { locale, language }: PageContext): string {
  const [from, until] = [wallDay(first), wallDay(dayAfter(last, 4))]
  const end = monthHeading(until, locale)
  if (from.year === until.year && from.month === until.month) return end
  const start = from.year === until.year ? monthName(from.month, locale) : monthHeading(from, locale)
  return `${capitalise(start)} – ${language === 'fr' ? uncapitalise(end) : end}`
}
