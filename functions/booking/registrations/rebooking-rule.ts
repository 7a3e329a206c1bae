import { trimEndOf } from '../../contract/trim-characters.ts'
import { dayMs, weekMs } from '../../contract/limits.ts'
import type { RebookingMatch } from '../../contract/booking/rebooking.ts'
import type { EventType } from '../../contract/offering/event.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import { checkPerson } from './eligibility.ts'

/** 52 weeks, so that the weekday stays the same. */
const yearOfWeeksMs = 364 * dayMs
/** A booking younger than half a year belongs to this year, an older booking to last year. */
const lastYearMs = 182 * dayMs
/** Maximum shift of an event of the same name within its year. */
const sameSeasonMs = 42 * dayMs
/** Maximum shift of a similar event that still counts as the same week. */
const sameWeekMs = 6 * dayMs

export type BookedBefore = {
  event_id: string
  name: string
  type: EventType
  tags: readonly string[]
  starts_at: number
}
export type UpcomingEvent = { id: string; name: string; type: EventType; tags: readonly string[]; starts_at: number }
export type Continuation = { event_id: string; match: RebookingMatch }

/** The name without its year, letter case and spaces, so that `Sail Week 2026` matches `Sail Week 2027`. */
export const nameWithoutYear = (name: string): string =>
  name
    .replace(/\b20\d\d\b/g, ' ')
    .toLowerCase()
    .replace(/[\s()–-]+/g, ' ')
    .trim()

/**
 * The forms in which a name may be written in coming years: unchanged, without its year, and with each other year. In
 * lower case as SQLite compares, which only folds a to z, so other letters appear in both cases.
 */
export function namesToCome(name: string, thisYear: number): string[] {
  const years = [0, 1, 2].map((later) => String(thisYear + later))
  const bare = name
    .split(/\b20\d\d\b\)?/)
    .map((part, index, { length }) =>
      index < length - 1 ? trimEndOf(part, (character) => /[\s(–-]/.test(character)) : part,
    )
    .join(' ')
  const written = [
    name,
    bare,
    ...years.flatMap((year) => [name.replace(/\b20\d\d\b/g, year), `${bare} ${year}`, `${bare} (${year})`]),
  ].map((each) => each.replace(/\s+/g, ' ').trim())
  const inEachCase = written.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()])
  return [...new Set(inEachCase.map((each) => each.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}

/** The next occurrence of the same week of the year, including one that is over by less than a season. */
export function weekToCome(starts_at: number, now: number): number {
  const years = Math.max(1, Math.ceil((now - sameSeasonMs - starts_at) / yearOfWeeksMs))
  return starts_at + years * yearOfWeeksMs
}

/** Upcoming events to suggest: by name, and those with tags by type, tags and week. */
export type UpcomingEvents = {
  named: ReadonlyMap<string, UpcomingEvent[]>
  alike: ReadonlyMap<string, UpcomingEvent[]>
}
export const upcomingByName = (events: readonly UpcomingEvent[]): UpcomingEvents => ({
  named: Map.groupBy(events, ({ name }) => nameWithoutYear(name)),
  alike: Map.groupBy(
    events.filter(({ tags }) => tags.length > 0),
    (event) => `${weekOf(event.starts_at)} ${kindOf(event)}`,
  ),
})
const weekOf = (moment: number) => Math.floor(moment / weekMs)
const kindOf = ({ type, tags }: Pick<UpcomingEvent, 'type' | 'tags'>) => JSON.stringify([type, ...tags.toSorted()])

/** The period in which an event of this type with these tags is similar to an earlier booking. */
export type SimilarEventsSpan = { from: number; to: number; type: EventType; tags: readonly string[] }

/**
 * The periods in which to search for events similar to earlier bookings: the recurring weeks of each type with its
 * tags, merged into as few periods as possible.
 */
export function spansOfSimilarEvents(booked: readonly BookedBefore[], now: number): SimilarEventsSpan[] {
  const old = booked.filter(({ tags, starts_at }) => tags.length > 0 && isOfLastYear(starts_at, now))
  const kinds = Map.groupBy(old, kindOf)
  return [...kinds.values()].flatMap((sameKind) => {
    const spans: SimilarEventsSpan[] = []
    for (const { type, tags, starts_at } of sameKind.toSorted(
      (a, b) => weekToCome(a.starts_at, now) - weekToCome(b.starts_at, now),
    )) {
      const week = weekToCome(starts_at, now)
      const last = spans.at(-1)
      if (last && week - sameWeekMs <= last.to) last.to = week + sameWeekMs
      else spans.push({ from: week - sameWeekMs, to: week + sameWeekMs, type, tags })
    }
    return spans
  })
}

const isOfLastYear = (starts_at: number, now: number) => now - starts_at >= lastYearMs

/**
 * Events to suggest after an earlier booking, best first. After a booking of last year: the same name, nearest to its
 * week, otherwise the same type and tags in that week. After a booking of this year, or when there is neither: the next
 * event of its name.
 */
export function continuations(before: BookedBefore, coming: UpcomingEvents, now: number): Continuation[] {
  const week = weekToCome(before.starts_at, now)
  const isOther = ({ id, starts_at }: UpcomingEvent) => id !== before.event_id && starts_at > now
  const away = ({ starts_at }: UpcomingEvent) => Math.abs(starts_at - week)
  const nearestFirst = (a: UpcomingEvent, b: UpcomingEvent) => away(a) - away(b) || a.starts_at - b.starts_at
  const named = (coming.named.get(nameWithoutYear(before.name)) ?? []).filter(isOther)
  const nextDates = named.toSorted((a, b) => a.starts_at - b.starts_at).map(as('next_date'))
  if (!isOfLastYear(before.starts_at, now)) return nextDates

  const nextYear = named.filter((event) => away(event) <= sameSeasonMs).toSorted(nearestFirst)
  const alike = [-1, 0, 1]
    .flatMap((later) => coming.alike.get(`${weekOf(week) + later} ${kindOf(before)}`) ?? [])
    .filter((event) => away(event) <= sameWeekMs && isOther(event) && !named.includes(event))
  const best = [...nextYear.map(as('next_year')), ...alike.toSorted(nearestFirst).map(as('same_week')), ...nextDates]
  return best.filter(({ event_id }, index) => best.findIndex((each) => each.event_id === event_id) === index)
}

const as =
  (match: RebookingMatch) =>
  (event: UpcomingEvent): Continuation => ({ event_id: event.id, match })

type OfferedOption = {
  id: string
  name: string
  sale_status: SaleStatus
  minimum_age: number | null
  maximum_age: number | null
  gender: Gender | null
}
type Person = { date_of_birth: string | null; gender: Gender | null }

/** The option to book among those on sale that suit the person: the one with the booked name, otherwise the first. */
export function optionToBook<Option extends OfferedOption>(
  options: readonly Option[],
  { booked, person, event }: { booked: string; person: Person; event: { starts_at: number; timezone: string } },
): Option | null {
  const open = options.filter(
    (option) => option.sale_status === 'on_sale' && checkPerson(option, person, event) === null,
  )
  return open.find(({ name }) => nameWithoutYear(name) === nameWithoutYear(booked)) ?? open[0] ?? null
}
