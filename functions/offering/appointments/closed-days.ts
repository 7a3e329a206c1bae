import type { ClosedDays, ClosedReason } from '../../contract/offering/appointment.ts'

/** Days on which a type cannot be booked, and what is closed then: the program, or a resource of the type. */
export type Closure = { why: ClosedReason; days: readonly ClosedDays[] }

/** What is closed on a day (yyyy-mm-dd); null if the type can be booked. */
export function closedOn(closures: readonly Closure[], day: string): ClosedReason | null {
  return closures.find(({ days }) => days.some((each) => isOn(each, day)))?.why ?? null
}

const isOn = (days: ClosedDays, day: string): boolean =>
  typeof days === 'string' ? days === day : days.from <= day && day <= days.to

/** True if opening hours apply on a day; without a season they always do. */
export const isInSeason = (
  { starts_on, ends_on }: { starts_on?: string | null; ends_on?: string | null },
  day: string,
): boolean => (starts_on ?? day) <= day && day <= (ends_on ?? day)
