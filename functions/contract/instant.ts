import { dayMs } from './limits.ts'

const twoDigits = /* @__PURE__ */ Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const days = /* @__PURE__ */ new Map<number, string>()
const maxDays = 4000

/**
 * An instant (ms since 1970) in the API's format, `2027-07-05T13:00:00.000Z`; null stays null. Throws RangeError when
 * out of range. The day is cached, because a list has dozens of instants on few days and Date is slow.
 */
export function instant(at: number): string
export function instant(at: number | null): string | null
export function instant(at: number | null): string | null {
  if (at === null) return null
  const day = Math.floor(at / dayMs)
  const ms = at - day * dayMs
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${dayOf(day)}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}.${String(ms % 1000).padStart(3, '0')}Z`
}

function dayOf(day: number): string {
  const cached = days.get(day)
  if (cached !== undefined) return cached
  if (days.size >= maxDays) days.clear()
  const words = new Date(day * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length)
  days.set(day, words)
  return words
}

/** True for a real calendar day written yyyy-mm-dd. */
export function isRealDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
