import type { Registration } from '#contract/registration'
import { capitalise, type Locale, weekdayDate } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'

export type Day = { key: string; heading: string; places: Registration[] }

/** Places under the day they begin on, in the event's own zone, in the order of the list. */
export function groupByDay(places: Registration[], locale: Locale): Day[] {
  const days = new Map<string, Day>()
  for (const place of places) {
    const clock = wallClock(place.event.starts_at, place.event.timezone)
    const key = `${clock.year}-${clock.month}-${clock.day}`
    const heading = capitalise(weekdayDate(clock, locale))
    const day = days.get(key) ?? { key, heading, places: [] }
    day.places.push(place)
    days.set(key, day)
  }
  return [...days.values()]
}

/** A place in a cart that is to be paid on the site; one that is to be paid at the office is held without it. */
export const isUnpaidCart = ({ status, order }: Pick<Registration, 'status' | 'order'>): boolean =>
  status === 'pending' && !(order?.status === 'pending' && order.checkout_methods.includes('offline'))

/** Without what is only held and whose hold has run out: the clock releases it within a minute. */
export const withoutLapsed = (places: Registration[], now: number): Registration[] =>
  places.filter(
    ({ status, hold_expires_at }) =>
      status !== 'pending' || (hold_expires_at !== null && Date.parse(hold_expires_at) > now),
  )
