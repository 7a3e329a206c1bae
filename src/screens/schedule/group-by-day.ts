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

/** Coming first to last, past last to first; what is over or cancelled is past. */
export function comingAndPast(places: Registration[], now: number): { coming: Registration[]; past: Registration[] } {
  const byStart = [...places].sort(
    (a, b) => a.event.starts_at.localeCompare(b.event.starts_at) || a.id.localeCompare(b.id),
  )
  const isComing = ({ status, event, hold_expires_at }: Registration) =>
    Date.parse(event.ends_at) > now &&
    (status === 'confirmed' ||
      status === 'attended' ||
      (status === 'pending' && hold_expires_at !== null && Date.parse(hold_expires_at) > now))
  const wasThere = ({ status, event }: Registration) =>
    Date.parse(event.ends_at) <= now && (status === 'confirmed' || status === 'attended' || status === 'no_show')
  return { coming: byStart.filter(isComing), past: byStart.filter(wasThere).reverse() }
}
