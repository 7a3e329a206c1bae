import { Temporal } from 'temporal-polyfill'

/**
 * The instant that lies an ISO 8601 duration before another, counted on the clock of a time zone: 14 days before nine
 * in the morning is nine in the morning, whatever summer time did in between.
 */
export function deadlineBefore(at: number, duration: string, timezone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timezone)
    .subtract(Temporal.Duration.from(duration)).epochMilliseconds
}

/** Whether a deadline is still kept: exactly at it counts as in time. */
export function isInTime(deadline: number, now: number): boolean {
  return now <= deadline
}
