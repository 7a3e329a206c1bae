import { trimEndOf } from '../../contract/trim-characters.ts'
import { dayMs, weekMs } from '../../contract/limits.ts'
import type { RebookingMatch } from '../../contract/booking/rebooking.ts'
import type { EventType } from '../../contract/offering/event.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import { checkPerson } from './eligibility.ts'

/** 52 weeks: a Monday stays a Monday. */
const yearOfWeeksMs = 364 * dayMs
/** What began less than half a year ago goes on; what is older is last year's. */
const lastYearMs = 182 * dayMs
/** An event of the same name may have moved by so much within its year. */
const sameSeasonMs = 42 * dayMs
/** Something like it is of the same week when it begins so close to it. */
const sameWeekMs = 6 * dayMs

export type BookedBefore = {
  event_id: string
  name: string
  type: EventType
  tags: readonly string[]
  starts_at: number
}
export type ComingEvent = { id: string; name: string; type: EventType; tags: readonly string[]; starts_at: number }
export type Continuation = { event_id: string; match: RebookingMatch }

/** A name without the year in it, and without regard to letters and spaces: `Sail Week 2026` goes on as `Sail Week 2027`. */
export const nameWithoutYear = (name: string): string =>
  name
    .replace(/\b20\d\d\b/g, ' ')
    .toLowerCase()
    .replace(/[\s()–-]+/g, ' ')
    .trim()

/**
 * A name as it may be written for the coming years: as it is, without its year, and with each other year in its place. All in
 * the small letters that the database compares: it folds a to z alone, so that others stand here in each of their cases.
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

/** When the same week of the year comes again: the first time that is not over by more than a season. */
export function weekToCome(starts_at: number, now: number): number {
  const years = Math.max(1, Math.ceil((now - sameSeasonMs - starts_at) / yearOfWeeksMs))
  return starts_at + years * yearOfWeeksMs
}

/** What may continue bookings: by name, and what has tags by its type, tags and week. */
export type Coming = { named: ReadonlyMap<string, ComingEvent[]>; alike: ReadonlyMap<string, ComingEvent[]> }
export const comingByName = (events: readonly ComingEvent[]): Coming => ({
  named: Map.groupBy(events, ({ name }) => nameWithoutYear(name)),
  alike: Map.groupBy(
    events.filter(({ tags }) => tags.length > 0),
    (event) => `${weekOf(event.starts_at)} ${kindOf(event)}`,
  ),
})
const weekOf = (moment: number) => Math.floor(moment / weekMs)
const kindOf = ({ type, tags }: Pick<ComingEvent, 'type' | 'tags'>) => JSON.stringify([type, ...tags.toSorted()])

/** A time in which something of this type with these tags is like an earlier booking. */
export type AlikeSpan = { from: number; to: number; type: EventType; tags: readonly string[] }

/** When something like earlier bookings would have to begin: of each type with its tags the weeks they come again in, as few spans as can be. */
export function alikeSpans(booked: readonly BookedBefore[], now: number): AlikeSpan[] {
  const old = booked.filter(({ tags, starts_at }) => tags.length > 0 && isOfLastYear(starts_at, now))
  const kinds = Map.groupBy(old, kindOf)
  return [...kinds.values()].flatMap((sameKind) => {
    const spans: AlikeSpan[] = []
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
 * What continues an earlier booking, the best first. Of last year: the same name, nearest to its week; else what has the same
 * type and tags in that very week. Of this year, or where neither is offered: the next of its name.
 */
export function continuations(before: BookedBefore, coming: Coming, now: number): Continuation[] {
  const week = weekToCome(before.starts_at, now)
  const isOther = ({ id, starts_at }: ComingEvent) => id !== before.event_id && starts_at > now
  const away = ({ starts_at }: ComingEvent) => Math.abs(starts_at - week)
  const nearestFirst = (a: ComingEvent, b: ComingEvent) => away(a) - away(b) || a.starts_at - b.starts_at
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
  (event: ComingEvent): Continuation => ({ event_id: event.id, match })

type OfferedOption = {
  id: string
  name: string
  sale_status: SaleStatus
  minimum_age: number | null
  maximum_age: number | null
  gender: Gender | null
}
type Person = { date_of_birth: string | null; gender: Gender | null }

/** The option to book: the one that was booked, by its name, else the first; of those that are sold and that fit the person then. */
export function optionToBook<Option extends OfferedOption>(
  options: readonly Option[],
  { booked, person, event }: { booked: string; person: Person; event: { starts_at: number; timezone: string } },
): Option | null {
  const open = options.filter(
    (option) => option.sale_status === 'on_sale' && checkPerson(option, person, event) === null,
  )
  return open.find(({ name }) => nameWithoutYear(name) === nameWithoutYear(booked)) ?? open[0] ?? null
}
