import type { RegistrationStatus } from '#contract/states/registration-states'
import { capitalise, hourSpan, type Locale, weekdayDay, zoneWords } from '#contract/date-format'
import { type EventTimes, eventDays } from '#contract/event-times'
import type { Registration } from '#contract/booking/registration'
import type { OthersBooking } from '../../api/load-others-bookings.ts'
import { daysBetween, isSameDay, wallClock, type WallClock } from '#contract/wall-clock'
import * as registrationStates from '#contract/states/registration-states'

/** The family's bookings of one day. Each booking is shown once, with everyone who goes. */
export type DayCard = {
  day: WallClock
  /** The number of days from today; 0 is today. */
  inDays: number
  bookings: DayBooking[]
}
type Booked = { place: Registration; other?: never } | { place?: never; other: OthersBooking }
/** A booking by the customer, or by another adult. */
export type DayBooking = Booked & { timezone: string; who: string[]; starts_at: number; ends_at: number }

/**
 * The nearest day with a confirmed booking that is not over, by any adult of the family. It is today while a booking
 * of today is still ahead.
 */
export function dayCard(
  places: readonly Registration[],
  { others = [], now }: { others?: readonly OthersBooking[]; now: number },
): DayCard | null {
  const own = places.map(
    (place): Coming => ({
      ...{ place, event: place.event, status: place.status, name: place.attendee_profile.first_name },
      plan: `${place.event_id} ${place.option_id}`,
    }),
  )
  const theirs = others.map(
    (other): Coming => ({
      ...{ other, event: other, status: other.status, name: other.first_name },
      plan: [other.title, other.option_title, other.booked_by].join(' '),
    }),
  )
  const times = [...own, ...theirs]
    .filter(({ status }) => registrationStates.attending.has(status))
    .flatMap((coming) => {
      const next = eventDays(coming.event).find(({ ends_at }) => ends_at > now)
      return next ? [{ ...coming, ...next }] : []
    })
    .sort((a, b) => a.starts_at - b.starts_at)
  const [first] = times
  if (!first) return null
  const dayOf = ({ starts_at, event }: (typeof times)[number]) => wallClock(Math.max(starts_at, now), event.timezone)
  const day = dayOf(first)
  const bookings: (DayBooking & { plan: string })[] = []
  for (const { event, status: _, name, ...booked } of times.filter((each) => isSameDay(dayOf(each), day))) {
    const same = bookings.find(({ plan, starts_at }) => plan === booked.plan && starts_at === booked.starts_at)
    if (!same) bookings.push({ ...booked, timezone: event.timezone, who: [name] })
    else if (!same.who.includes(name)) same.who.push(name)
  }
  return { day, inDays: daysBetween(wallClock(now, first.event.timezone), day), bookings }
}

/** All places in the same event that one adult booked share a `plan`. */
type Coming = Booked & { event: EventTimes; status: RegistrationStatus; name: string; plan: string }

/** The hours of one day: `9 am – 4 pm (Toronto time)`. */
export function hoursOf({ timezone, starts_at, ends_at }: DayBooking, locale: Locale): string {
  const [from, until] = [wallClock(starts_at, timezone), wallClock(ends_at, timezone)]
  return `${hourSpan(from, until, locale)} (${zoneWords(timezone, locale)})`
}

/** The name of a day: `Today`, `Tomorrow`, or the day by name. */
export function dayHeading(
  { day, inDays }: DayCard,
  words: { today: string; tomorrow: string },
  locale: Locale,
): string {
  if (inDays <= 0) return words.today
  return inDays === 1 ? words.tomorrow : capitalise(weekdayDay(day, locale))
}
