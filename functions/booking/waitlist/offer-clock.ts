import { dayMs, hourMs, minuteMs, weekMs } from '../../contract/limits.ts'
import { instantOf, wallClock } from '../../contract/wall-clock.ts'

/** Duration of an offer by the time left until the event starts. */
const offerLengths: readonly { beyond: number; length: number }[] = [
  { beyond: weekMs + 1, length: 24 * hourMs },
  { beyond: 2 * dayMs, length: 12 * hourMs },
  { beyond: 12 * hourMs, length: 2 * hourMs },
]
const shortestOffer = 30 * minuteMs
/** No offer ends at night: it ends the next morning instead, unless the event starts within a day. */
const night = { from: 22, until: 8, endsAt: 9 } as const
/** Offers of at least this duration get a reminder when a quarter of their time is left. */
const remindedFrom = 2 * hourMs

/**
 * When an offer ends: depends on how soon the event starts, is not at night if time allows, and never after the start.
 */
export function offerUntil(event: { starts_at: number; timezone: string }, now: number): number {
  const left = event.starts_at - now
  const { length } = offerLengths.find(({ beyond }) => left >= beyond) ?? { length: shortestOffer }
  const until = now + length
  return Math.min(left > dayMs ? outOfNight(until, event.timezone) : until, event.starts_at)
}

function outOfNight(until: number, timezone: string): number {
  const { hour, ...date } = wallClock(until, timezone)
  if (hour >= night.until && hour < night.from) return until
  const day = hour >= night.from ? date.day + 1 : date.day
  return instantOf({ ...date, day, hour: night.endsAt, minute: 0 }, timezone)
}

/** When to send the reminder of an open offer; null when the offer is too short. */
export function offerReminderFrom(offer: { offered_at: number; until: number }): number | null {
  const length = offer.until - offer.offered_at
  return length < remindedFrom ? null : offer.until - Math.floor(length / 4)
}
