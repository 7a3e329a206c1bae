import { oldestYears } from '../limits.ts'

/** Full years on a day, both `yyyy-mm-dd`. In other years a birthday on 29 February is on 1 March. */
export function fullYears(bornOn: string, onDay: string): number {
  const years = Number(onDay.slice(0, 4)) - Number(bornOn.slice(0, 4))
  return onDay.slice(5) < bornOn.slice(5) ? years - 1 : years
}

/** The day 125 years before another day. In a year without a 29 February, it is the 28th. */
function oldestBirthDay(today: string): string {
  const monthAndDay = today.slice(4)
  return `${Number(today.slice(0, 4)) - oldestYears}${monthAndDay === '-02-29' ? '-02-28' : monthAndDay}`
}

/** Checks a date of birth: before today, at most 125 years ago. Null means valid. */
export function birthDateFault(bornOn: string, today: string): 'date_in_future' | 'date_too_old' | null {
  if (bornOn >= today) return 'date_in_future'
  return bornOn < oldestBirthDay(today) ? 'date_too_old' : null
}
