import type { SeriesRefusal } from '#contract/booking/appointment-registration'
import { hasPlace, isComing, type OwnPlace, type Person, textOf, type Values } from './registration-setup.ts'

/** The same hour of one week. `spots` says how many are free, null where that is not known; `words` null where the browser writes them. */
export type Week = { starts_at: string; words: string | null; times: string | null; spots: number | null }
/** A date that somebody could not have when it was asked for. */
export type RefusedWeek = { key: string; starts_at: string; type: SeriesRefusal }
export type WeeklyInput = {
  weeks: readonly Week[]
  refused: readonly RefusedWeek[]
  people: readonly Person[]
  values: Values
}

/** For how many weeks the form books; 1 = just once. */
export function chosenWeeks(weeks: readonly Week[], values: Values): number {
  const count = Number(textOf(values, 'weeks'))
  return Number.isInteger(count) && count > 1 ? Math.min(count, Math.max(1, weeks.length)) : 1
}

/** What a person holds of what the form books: the place, and its other weeks. */
export const heldOf = ({ place, repeats }: Person): OwnPlace[] =>
  place?.status === 'pending' ? [place, ...repeats] : []

export const holdsWeek = (person: Person, { starts_at }: Pick<Week, 'starts_at'>): boolean =>
  heldOf(person).some((each) => each.starts_at === starts_at)

/** The dates that everyone who comes can have, by their keys: who stands first in the form is served first. None are counted where it is booked once. */
export function weeklyDates({ weeks, refused, people, values }: WeeklyInput): Map<string, Week[]> {
  const count = chosenWeeks(weeks, values)
  if (count === 1) return new Map()
  const chosen = weeks.slice(0, count)
  const taken = new Map<string, number>()
  const dates = new Map<string, Week[]>()
  for (const person of people.filter((each) => isComing(each, values) && !hasPlace(each))) {
    const own = chosen.filter((week) => {
      if (holdsWeek(person, week)) return true
      const earlier = taken.get(week.starts_at) ?? 0
      if (refused.some(({ key, starts_at }) => key === person.key && starts_at === week.starts_at)) return false
      if (week.spots !== null && week.spots <= earlier) return false
      taken.set(week.starts_at, earlier + 1)
      return true
    })
    dates.set(person.key, own)
  }
  return dates
}

/** How many weeks the form begins with: as many as are held already, where the first is. */
export function heldWeeks(weeks: readonly Week[], people: readonly Person[]): number {
  return Math.max(1, 1 + weeks.findLastIndex((week) => people.some((person) => holdsWeek(person, week))))
}

/** The form of the page that draws it again with so many weeks, where no script does. */
export const showDatesForm = 'show-dates'
