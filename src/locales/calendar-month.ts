import { dayInZone } from '#contract/wall-clock'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The current month in a time zone, `2027-07`. */
export const monthNow = (now: number, timezone: string): string => dayInZone(now, timezone).slice(0, 7)

/** The month `after` months later, or earlier when negative. */
export function monthAfter(month: string, after: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + after
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${twoDigits((count % 12) + 1)}`
}

/** The later of two days or months, which sort as text. */
export const laterOf = (a: string, b: string): string => [a, b].sort()[1] ?? a
export const earlierOf = (a: string, b: string): string => [a, b].sort()[0] ?? a

/** The days of a month, from `2027-07-01`, in weeks of seven. Days of another month are null. */
export function weeksOfMonth(month: string, firstWeekday: number): (string | null)[][] {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() - firstWeekday + 7) % 7
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, column) => {
      const day = week * 7 + column - before + 1
      return day >= 1 && day <= count ? `${month}-${twoDigits(day)}` : null
    }),
  )
}

type WeekInfo = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/** The first weekday of the country, with 0 for Sunday. For an unknown country it is Monday. */
export function firstWeekday(language: string, country: string): number {
  const locale = new Intl.Locale(`${language}-${country}`) as Intl.Locale & WeekInfo
  return (locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1) % 7
}
