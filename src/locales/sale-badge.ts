import { fewPlaces, minuteMs } from '#contract/limits'
import * as saleStates from '#contract/states/sale-states'
import type { SaleStatus } from '#contract/states/sale-states'
import type { IconName } from '../ui/icons.tsx'
import { textIn } from './choose-language.ts'
import { dayMonth, dayMonthYear, hourWords, type Locale, zoneWords } from '#contract/date-format'
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

/** An instant, its time zone, and the current time. The year is written when it differs from the current one. */
type Moment = { instant: string; timezone: string; besides: string | number }

function saleDay({ instant, timezone, besides }: Moment, locale: Locale): string {
  const clock = wallClock(instant, timezone)
  const isSameYear = clock.year === wallClock(besides, timezone).year
  return (isSameYear ? dayMonth : dayMonthYear)(clock, locale)
}

/** The start of a sale: `May 1, 9 am (Toronto time)`. */
export const saleStart = (moment: Moment, locale: Locale): string =>
  `${saleDay(moment, locale)}, ${hourWords(wallClock(moment.instant, moment.timezone), locale)} (${zoneWords(moment.timezone, locale)})`

/**
 * The end of a sale. Midnight is written as the last minute of the day before, because readers take "May 1, midnight"
 * for the night after May 1.
 */
export function saleEnd(moment: Moment, locale: Locale): string {
  const { hour, minute } = wallClock(moment.instant, moment.timezone)
  if (hour !== 0 || minute !== 0) return saleStart(moment, locale)
  return saleStart({ ...moment, instant: new Date(Date.parse(moment.instant) - minuteMs).toISOString() }, locale)
}

/** The badge of a sale: words with a shape. Null when there are plenty of places. */
export function saleBadge(sale: Sale, locale: Locale): SaleBadge | null {
  const text = textIn(locale).sale
  const own = sale.soldOutText?.trim()
  const soldOut: SaleBadge = {
    kind: 'out',
    icon: null,
    words: own && own.length <= longestOwnText ? own : text.soldOut,
  }
  if (saleStates.soldOut.has(sale.status)) return soldOut
  switch (sale.status) {
    case 'event_cancelled':
      return { kind: 'stop', icon: 'x', words: text.cancelled }
    case 'not_started':
      return {
        kind: null,
        icon: 'clock',
        words: sale.opensAt
          ? text.opens(saleDay({ instant: sale.opensAt, timezone: sale.timezone, besides: sale.startsAt }, locale))
          : text.opensLater,
      }
    case 'closed':
      return { kind: null, icon: null, words: text.closed }
    case 'ended':
      return { kind: null, icon: null, words: text.saleEnded }
    case 'restricted':
      return { kind: 'own', icon: 'lock', words: text.withPackage }
    case 'on_sale':
      if (sale.places === 0) return soldOut
      return sale.places !== null && sale.places <= fewPlaces
        ? { kind: 'few', icon: null, words: text.placesLeft(sale.places) }
        : null
    default:
      // A newer server may send an unknown state. The page then shows no badge and no way to buy.
      return null
  }
}
