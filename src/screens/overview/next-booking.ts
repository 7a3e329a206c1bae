import { capitalise, type Locale, weekdayDay } from '#contract/date-format'
import type { Registration } from '#contract/booking/registration'
import { daysBetween, wallClock } from '#contract/wall-clock'
import type { Text } from '../../locales/choose-language.ts'
import { isSameBooking } from '../money/order/place-view.ts'

/** The next booking with everyone who goes, and the bookings after it. */
export type NextBooking = { place: Registration; also: string[]; later: Registration[] }

/** The number of bookings shown after the next booking. */
const maxLater = 3

/** The first of the sorted bookings; null when there is none. */
export function nextBooking(places: readonly Registration[]): NextBooking | null {
  const [place] = places
  if (!place) return null
  const [same = [], ...later] = togetherByBooking(places)
  const also = same.slice(1).map(({ attendee_profile }) => attendee_profile.first_name)
  return { place, also: [...new Set(also)], later: later.slice(0, maxLater).flat() }
}

// The places by booking: places of the same event are one row.
function togetherByBooking(places: readonly Registration[]): Registration[][] {
  const bookings: Registration[][] = []
  for (const place of places) {
    const same = bookings.find(([first]) => first && isSameBooking(first, place))
    if (same) same.push(place)
    else bookings.push([place])
  }
  return bookings
}

/**
 * The time of a booking: `Today`, `Tomorrow`, `In 3 days`, then the day itself, and `Now` while the booking lasts.
 * Days are counted in the time zone of the booking.
 */
export function whenWords(
  event: Pick<Registration['event'], 'starts_at' | 'timezone'>,
  about: { now: number; locale: Locale; words: Text['overview'] },
): string {
  const { now, locale, words } = about
  const start = wallClock(event.starts_at, event.timezone)
  const days = daysBetween(wallClock(now, event.timezone), start)
  if (days < 0 || (days === 0 && Date.parse(event.starts_at) <= now)) return words.now
  if (days === 0) return words.today
  if (days === 1) return words.tomorrow
  return days < 7 ? words.inDays(days) : capitalise(weekdayDay(start, locale))
}
