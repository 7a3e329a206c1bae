import { Temporal } from 'temporal-polyfill'
import type { AppointmentTypeRecord } from '../../offering/appointments/appointment-record.ts'
import { closedOn } from '../../offering/appointments/closed-days.ts'
import type { BookingRules } from '../../offering/appointments/free-times.ts'
import { closedDaySentence } from '../../contract/sentences/sentence.ts'
import { freeTimesOf } from '../../offering/appointments/free-days.ts'
import type { Availability } from '../../offering/appointments/load-availability.ts'
import type { Locale } from '../../contract/date-format.ts'
import { isEntitled, whyClosed } from '../session-credits/entitlement.ts'
import type { HeldMembership } from '../../contract/booking/entitlement.ts'
import { ApiError } from '../../contract/api-error.ts'

/**
 * Throws for a type that requires a package when the person has no membership that opens it at these times, and does
 * not pay with a credit.
 */
export function checkBookable(
  locale: Locale,
  { restrict_to_package_ids }: Pick<AppointmentTypeRecord, 'restrict_to_package_ids'>,
  { memberships, ...times }: { memberships: readonly HeldMembership[]; starts: readonly number[]; isFree: boolean },
): void {
  const opening = { packageIds: restrict_to_package_ids, ...times }
  if (restrict_to_package_ids.length > 0 && !isEntitled(memberships, opening))
    throw new ApiError('membership_required', {
      param: 'appointment_type_id',
      ...whyClosed(locale, memberships, opening),
    })
}

/**
 * The time that begins at an instant, if the appointment type offers that time. Other bookings are ignored: a lapsed
 * hold would still count as taken here, but the batch that takes the time releases it first.
 */
export function bookableTime(
  { rules, slotQuery }: Availability,
  starts_at: number,
  locale: Locale,
): { starts_at: number; ends_at: number } {
  const day = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO(rules.timezone).toPlainDate()
  const times = slotQuery ? freeTimesOf(rules, { ...slotQuery, taken: [] }, day) : []
  const time = times.find((each) => each.starts_at === starts_at)
  if (!time)
    throw new ApiError('option_not_on_sale', { param: 'start_time', ...closedMessage(rules, day.toString(), locale) })
  return time
}

/** The message of a refusal on a closed day; empty on another day. */
export function closedMessage(rules: BookingRules, day: string, locale: Locale): { message?: string } {
  const why = closedOn(rules.closures, day)
  return why === null ? {} : { message: closedDaySentence(why, day, locale) }
}

/** The range of days whose availability decides about a time. */
export function appointmentDay(starts_at: number): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  const day = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO('UTC').toPlainDate()
  return { from: day, to: day }
}
