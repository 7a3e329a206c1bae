import { dayMs } from '../../functions/contract/limits.ts'

export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / dayMs
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
export const monthDay = (day: number): number => new Date(day * dayMs).getUTCDate()

/** The day a number of months later: the same day of the month, or the last day of a shorter month. */
export function inMonths(from: number, months: number, wanted: number): number {
  const date = new Date(from * dayMs)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return first / dayMs + Math.min(wanted, last) - 1
}

/** A share of an amount by days, in integers, rounded half up. */
export function partOf(sum: number, days: number, of: number): number {
  return Number((2n * BigInt(sum) * BigInt(days) + BigInt(of)) / (2n * BigInt(of)))
}
