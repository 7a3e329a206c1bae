import type { Venue } from '#contract/offering/program'
import type { ProgramFilters } from '#contract/offering/explore'
import { type EventType, eventTypes } from '#contract/offering/event'
import { type Gender, genders } from '#contract/field-rules'
import type { ExploreFilters } from '../../../page-input/explore-filters.ts'

const youngest = 3
const oldest = 18
/** Maximum number of venues to choose from without choosing a city first. */
const maxVenues = 24

type Counted = { value: string; count: number }
/** A filter value, its name, and its number of events. */
export type Choice = { value: string; words: string; count: number; isChosen: boolean }

/** The ages to choose from: those of the program's options, and the active age. */
export function agesToChoose(
  range: { minimum: number | null; maximum: number | null },
  chosen: number | null,
): number[] {
  const first = range.minimum ?? Math.min(youngest, range.maximum ?? youngest)
  const last = Math.max(first, range.maximum ?? Math.max(oldest, first))
  const ages = Array.from({ length: Math.min(last - first, 125) + 1 }, (_, index) => first + index)
  return chosen === null || ages.includes(chosen) ? ages : [...ages, chosen].sort((a, b) => a - b)
}

/** The types to choose from: those of the program, and the active type. */
export const typesToChoose = (counted: Counted[], chosen: EventType | null) => withCounts(eventTypes, counted, chosen)

/** The genders that an option requires, and the active gender. */
export const gendersToChoose = (counted: Counted[], chosen: Gender | null) => withCounts(genders, counted, chosen)

/** Tags in alphabetical order: the `most` frequent tags, and the active tags. */
export function wordsToChoose(
  counted: Counted[],
  chosen: readonly string[],
  maxCount = Number.POSITIVE_INFINITY,
): Choice[] {
  const frequent = counted.slice(0, maxCount)
  const others = chosen
    .filter((value) => !has(frequent, value))
    .map((value) => counted.find((each) => each.value === value) ?? { value, count: 0 })
  return inOrder(
    [...frequent, ...others].map(({ value, count }) => ({
      value,
      words: value,
      count,
      isChosen: chosen.includes(value),
    })),
  )
}

/** The venues to choose from: all when there are few, otherwise those of the chosen city, and the active venue. */
export function venuesToChoose(
  venues: ProgramFilters['venues'],
  { venue_city: city, venue_id: chosen }: Pick<ExploreFilters, 'venue_city' | 'venue_id'>,
): Choice[] {
  const near = venues.filter(
    (venue) => venue.id === chosen || (city === null ? venues.length <= maxVenues : venue.city === city),
  )
  return inOrder(near.map(({ id, name, count }) => ({ value: id, words: name, count, isChosen: id === chosen })))
}

/** The values of a fixed list that at least one event has, and the active value, in the order of the list. */
function withCounts<Value extends string>(
  values: readonly Value[],
  counted: Counted[],
  chosen: Value | null,
): { value: Value; count: number }[] {
  return values
    .filter((value) => value === chosen || has(counted, value))
    .map((value) => ({ value, count: counted.find((each) => each.value === value)?.count ?? 0 }))
}

const inOrder = (choices: Choice[]): Choice[] => choices.sort((a, b) => a.words.localeCompare(b.words))
const has = (counted: Counted[], name: string) => counted.some(({ value, count }) => value === name && count > 0)

/** The maximum number of listed venues. Each event also names its own venue. */
const maxCount = 12

/** The venues of some events, without duplicates and in their order: the first venues, and the number of the rest. */
export function venuesToName(events: readonly { venues: Venue[] }[]): { named: Venue[]; others: number } {
  const venues = [
    ...new Map(events.flatMap((event) => event.venues).map((venue): [string, Venue] => [venue.id, venue])).values(),
  ]
  return { named: venues.slice(0, maxCount), others: Math.max(0, venues.length - maxCount) }
}
