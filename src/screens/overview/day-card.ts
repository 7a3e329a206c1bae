import { capitalise, hourSpan, type Locale, weekdayDay, zoneWords } from '#contract/date-format'
import { eventDays } from '#contract/event-times'
import type { Registration } from '#contract/registration'
import { daysBetween, isSameDay, wallClock, type WallClock } from '#contract/wall-clock'

/** What the family has on one day: each booking once, with everyone who goes to it. */
export type DayCard = {
  day: WallClock
  /** Days from today: 0 is today. */
  inDays: number
  bookings: DayBooking[]
}
export type DayBooking = { place: Registration; who: string[]; starts_at: number; ends_at: number }

/** The nearest day with a confirmed booking that is not over yet; today as long as something of it is to come. */
export function dayCard(places: readonly Registration[], now: number): DayCard | null {
  const times = places
    .filter(({ status }) => status === 'confirmed' || status === 'attended')
    .flatMap((place) => {
      const next = eventDays(place.event).find(({ ends_at }) => ends_at > now)
      return next ? [{ place, ...next }] : []
    })
    .sort((a, b) => a.starts_at - b.starts_at)
  const [first] = times
  if (!first) return null
  const dayOf = ({ starts_at, place }: (typeof times)[number]) =>
    wallClock(Math.max(starts_at, now), place.event.timezone)
  const day = dayOf(first)
  const bookings: DayBooking[] = []
  for (const { place, ...time } of times.filter((each) => isSameDay(dayOf(each), day))) {
    const same = bookings.find(
      (each) => each.place.event_id === place.event_id && each.starts_at === time.starts_at && isSamePlan(each, place),
    )
    const name = place.attendee_profile.first_name
    if (!same) bookings.push({ place, who: [name], ...time })
    else if (!same.who.includes(name)) same.who.push(name)
  }
  return { day, inDays: daysBetween(wallClock(now, first.place.event.timezone), day), bookings }
}

const isSamePlan = ({ place }: DayBooking, other: Registration) => place.option_id === other.option_id

/** `9 am – 4 pm (Toronto time)` of one day. */
export function hoursOf({ place, starts_at, ends_at }: DayBooking, locale: Locale): string {
  const { timezone } = place.event
  const [from, until] = [wallClock(starts_at, timezone), wallClock(ends_at, timezone)]
  return `${hourSpan(from, until, locale)} (${zoneWords(timezone, locale)})`
}

/** `Today`, `Tomorrow`, or the day by name. */
export function dayHeading(
  { day, inDays }: DayCard,
  words: { today: string; tomorrow: string },
  locale: Locale,
): string {
  if (inDays <= 0) return words.today
  return inDays === 1 ? words.tomorrow : capitalise(weekdayDay(day, locale))
}
