import { dayMs, hourMs } from '../../contract/limits.ts'
import type { NotificationReason } from '../../contract/delivery/notification.ts'
import { instantOf, wallClock } from '../../contract/wall-clock.ts'

/** Quiet hours in the reader's local time. */
const quietFromHour = 22
const quietUntilHour = 8
/** An offer that ends this soon cannot wait until the morning. */
const offerEndsWithinMs = 2 * hourMs
const eventStartsWithinMs = 12 * hourMs

/** RFC 8030, 5.3: tells a push service which messages may wait on a phone with little power. */
export type Urgency = 'high' | 'normal' | 'low'
export type PushMoment = {
  reason: NotificationReason
  now: number
  timezone: string
  /** The next start of the notification's event. */
  starts_at: number | null
  /** When an offer ends. */
  expires_at: number | null
}

const atOnce: ReadonlySet<NotificationReason> = new Set([
  'payment_failed',
  'event_changed',
  'event_cancelled',
  'reminder_2h',
  'waitlist_offer',
  'waitlist_offer_expiring',
])
const atLeisure: ReadonlySet<NotificationReason> = new Set(['feedback_request', 'newsletter', 'promotion'])
const offers: ReadonlySet<NotificationReason> = new Set(['waitlist_offer', 'waitlist_offer_expiring'])
const changes: ReadonlySet<NotificationReason> = new Set(['event_changed', 'event_cancelled'])
const reminders: ReadonlySet<NotificationReason> = new Set(['reminder_24h', 'reminder_2h'])

/** The urgency of a message. */
export const urgencyOf = (reason: NotificationReason): Urgency =>
  atOnce.has(reason) ? 'high' : atLeisure.has(reason) ? 'low' : 'normal'

/**
 * When a message becomes outdated: at the end of an offer, at the start of the event in a reminder, otherwise after two
 * days.
 */
export function uselessAt({ reason, starts_at, expires_at, now }: Omit<PushMoment, 'timezone'>): number {
  if (offers.has(reason) && expires_at !== null) return expires_at
  if (reminders.has(reason)) return starts_at ?? now
  return now + 2 * dayMs
}

/** The time until which quiet hours delay a message, or null when it may be sent now. */
export function quietUntil({ reason, now, timezone, starts_at, expires_at }: PushMoment): number | null {
  const { year, month, day, hour } = wallClock(now, timezone)
  const isQuiet = hour >= quietFromHour || hour < quietUntilHour
  if (!isQuiet || isUrgentAtNight({ reason, now, starts_at, expires_at })) return null
  const morning = { year, month, day: hour < quietUntilHour ? day : day + 1, hour: quietUntilHour, minute: 0 }
  return instantOf(morning, timezone)
}

function isUrgentAtNight({ reason, now, starts_at, expires_at }: Omit<PushMoment, 'timezone'>): boolean {
  if (offers.has(reason)) return expires_at !== null && expires_at - now < offerEndsWithinMs
  return changes.has(reason) && starts_at !== null && starts_at - now <= eventStartsWithinMs
}
