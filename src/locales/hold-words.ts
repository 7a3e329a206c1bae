import { formatMoment, hourWords, type Locale } from '#contract/date-format'
import { hourMs, minuteMs } from '#contract/limits'
import { isSameDay, wallClock } from '#contract/wall-clock'
import { fillCount, fillIn } from './fill-in.ts'

type Counted = { one: string; other: string }
export type HoldWords = {
  heldUntil: Counted
  until: { hour: string; day: string }
  minutesLeft: Counted
  hoursLeft: Counted
}
type When = { now: number; timezone: string; locale: Locale }

/** `until 12:53 pm`, or `until Sat, November 28, 12:53 pm` when the hold ends on another day. */
export function holdEnd(until: string, { now, timezone, locale }: When, words: Pick<HoldWords, 'until'>): string {
  const end = wallClock(until, timezone)
  return isSameDay(end, wallClock(now, timezone))
    ? fillIn(words.until.hour, { time: hourWords(end, locale) })
    : fillIn(words.until.day, { time: formatMoment(until, { timezone, locale, now }) })
}

/**
 * The words for the end of a hold. The server writes them into the page, because a browser takes long to format its
 * first date.
 */
export type HoldEnd = { until: string; words: string }
export const holdEndOf = (until: string | null, when: When, words: Pick<HoldWords, 'until'>): HoldEnd | null =>
  until === null ? null : { until, words: holdEnd(until, when, words) }

/** The time left in whole minutes below an hour, and otherwise in whole hours. */
export function timeLeft(ms: number, words: Pick<HoldWords, 'minutesLeft' | 'hoursLeft'>): string {
  const minutes = Math.max(0, Math.round(ms / minuteMs))
  return minutes * minuteMs < hourMs
    ? fillCount(words.minutesLeft, minutes)
    : fillCount(words.hoursLeft, Math.floor((minutes * minuteMs) / hourMs))
}
