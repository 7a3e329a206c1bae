import type { SaleStatus } from '#contract/event'
import { fewPlaces } from '#contract/limits'
import type { IconName } from '../ui/icons.ts'
import { textIn } from './choose-language.ts'
import { dayMonth, dayMonthYear, hourWords, type Locale } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'

export type SaleBadge = { kind: 'few' | 'good' | 'stop' | 'own' | 'out' | null; icon: IconName | null; words: string }
type Sale = {
  status: SaleStatus
  places: number | null
  opensAt: string | null
  timezone: string
  startsAt: string
  soldOutText?: string | null
}

const longestOwnText = 24

/** `May 1, 9 am` in the event's zone; with the year when it is not the event's own. */
export function momentWords(instant: string, timezone: string, locale: Locale, startsAt: string = instant): string {
  const clock = wallClock(instant, timezone)
  const isSameYear = clock.year === wallClock(startsAt, timezone).year
  return `${(isSameYear ? dayMonth : dayMonthYear)(clock, locale)}, ${hourWords(clock, locale)}`
}

/** The one badge of a sale: how it stands, in words, with a shape. Plenty of places: none. */
export function saleBadge(sale: Sale, locale: Locale): SaleBadge | null {
  const text = textIn(locale).sale
  const own = sale.soldOutText?.trim()
  const soldOut: SaleBadge = {
    kind: 'out',
    icon: null,
    words: own && own.length <= longestOwnText ? own : text.soldOut,
  }
  switch (sale.status) {
    case 'event_cancelled':
      return { kind: 'stop', icon: 'x', words: text.cancelled }
    case 'not_started':
      return {
        kind: null,
        icon: 'clock',
        words: sale.opensAt
          ? text.opens(momentWords(sale.opensAt, sale.timezone, locale, sale.startsAt))
          : text.opensLater,
      }
    case 'closed':
      return { kind: null, icon: null, words: text.closed }
    case 'ended':
      return { kind: null, icon: null, words: text.saleEnded }
    case 'restricted':
      return { kind: 'own', icon: 'lock', words: text.withPackage }
    case 'sold_out':
    case 'waitlist':
      return soldOut
    case 'on_sale':
      if (sale.places === 0) return soldOut
      return sale.places !== null && sale.places <= fewPlaces
        ? { kind: 'few', icon: null, words: text.placesLeft(sale.places) }
        : null
    default:
      // An unknown state of a newer server is shown as nothing, with no way to buy.
      return null
  }
}
