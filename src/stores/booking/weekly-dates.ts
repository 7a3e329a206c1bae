import { isComing, textOf, type Values } from '#contract/booking/form-controls'
import { hasPlace, type OwnPlace, type Person } from './family-people.ts'

/**
 * The same hour of one week. `spots` is the number of free places, null when it is unknown. `words` is null when the
 * browser writes them. `why` is the reason for which a booking was refused on that date.
 */
export type Week = {
  starts_at: string
  words: string | null
  times: string | null
  spots: number | null
  why?: string
}
export type WeeklyInput = {
  weeks: readonly Week[]
  people: readonly Person[]
  values: Values
}

/** Number of weeks to book; 1 is a single booking. */
export function chosenWeeks(weeks: readonly Week[], values: Values): number {
  const count = Number(textOf(values, 'weeks'))
  return Number.isInteger(count) && count > 1 ? Math.min(count, Math.max(1, weeks.length)) : 1
}

/** A person's held places of this booking: the first place and those of other weeks. */
export const heldOf = ({ place, repeats }: Person): OwnPlace[] =>
  place?.status === 'pending' ? [place, ...repeats] : []

export const holdsWeek = (person: Person, { starts_at }: Pick<Week, 'starts_at'>): boolean =>
  heldOf(person).some((each) => each.starts_at === starts_at)

/**
 * The dates that each person can have, by key. People who come earlier in the form take precedence. Empty for a
 * single booking.
 */
export function weeklyDates({ weeks, people, values }: WeeklyInput): Map<string, Week[]> {
  const count = chosenWeeks(weeks, values)
  if (count === 1) return new Map()
  const chosen = weeks.slice(0, count)
  const taken = new Map<string, number>()
  const dates = new Map<string, Week[]>()
  for (const person of people.filter((each) => isComing(each, values) && !hasPlace(each))) {
    const own = chosen.filter((week) => {
      if (holdsWeek(person, week)) return true
      const earlier = taken.get(week.starts_at) ?? 0
      if (week.spots !== null && week.spots <= earlier) return false
      taken.set(week.starts_at, earlier + 1)
      return true
    })
    dates.set(person.key, own)
  }
  return dates
}

/** The initial number of weeks. It is the number of held weeks, when the first week is held. */
export function heldWeeks(weeks: readonly Week[], people: readonly Person[]): number {
  return Math.max(1, 1 + weeks.findLastIndex((week) => people.some((person) => holdsWeek(person, week))))
}

/**
 * The address of a form that shows the dates of this number of weeks; one week is left out. The edge compares it with
 * the chosen number, to know whether the customer has seen the dates.
 */
export function addressWithWeeks(address: string, weeks: number): string {
  const url = new URL(address, 'https://site.example')
  if (weeks > 1) url.searchParams.set('weeks', String(weeks))
  else url.searchParams.delete('weeks')
  return `${url.pathname}${url.search}${url.hash}`
}
