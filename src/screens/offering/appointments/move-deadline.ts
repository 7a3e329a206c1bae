import type { Registration } from '#contract/booking/registration'
import { hourWords, type Locale, weekdayDay, zoneWords } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { refundDeadline } from '../event/refund-deadline.ts'

/**
 * The deadline for rescheduling an appointment, in words, and whether it is still ahead. Null when the appointment
 * cannot be rescheduled.
 */
export function moveDeadline(
  { status, event }: Pick<Registration, 'status' | 'event'>,
  { now, locale }: { now: number; locale: Locale },
): { words: string; isOpen: boolean } | null {
  const policy = event.refund_policy.session_cancellation_policy
  const deadline = policy && refundDeadline(event.starts_at, policy.move_until, event.timezone)
  if (event.appointment_type_id === null || status !== 'confirmed' || !deadline) return null
  const today = wallClock(new Date(now).toISOString(), event.timezone)
  const wallNow = Date.UTC(today.year, today.month - 1, today.day, today.hour, today.minute)
  const { clock } = deadline
  return {
    words: `${weekdayDay(clock, locale)}, ${hourWords(clock, locale)} (${zoneWords(event.timezone, locale)})`,
    isOpen: wallNow <= deadline.wall,
  }
}
