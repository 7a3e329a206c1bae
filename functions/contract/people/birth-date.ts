import { oldestYears } from '../limits.ts'

/** Full years on a day, both `yyyy-mm-dd`. A birthday on 29 February is on 1 March in other years. */
export function fullYears(bornOn: string, onDay: string): number {
  const years = Number(onDay.slice(0, 4)) - Number(bornOn.slice(0, 4))
  return onDay.slice(5) < bornOn.slice(5) ? years - 1 : years
}

/** The day 125 years before another; where that year has no 29 February, the 28th. */
function oldestBirthDay(today: string): string {
  const year = Number(today.slice(0, 4)) - oldestYears
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const rest = today.slice(4) === '-02-29' && !isLeap ? '-02-28' : today.slice(4)
  return `${String(year).padStart(4, '0')}${rest}`
}

/** Bounds of a date of birth: before today, at most 125 years ago. null = fine. */
export function birthDateFault(bornOn: string, today: string): 'date_in_future' | 'date_too_old' | null {
  if (bornOn >= today) return 'date_in_future'
  return bornOn < oldestBirthDay(today) ? 'date_too_old' : null
}
