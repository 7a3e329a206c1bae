import { Temporal } from 'temporal-polyfill'
import type { AppointmentTypeRecord } from '../../offering/appointments/appointment-record.ts'
import { freeTimesOf } from '../../offering/appointments/free-days.ts'
import type { Availability } from '../../offering/appointments/load-availability.ts'
import { ApiError } from '../../contract/api-error.ts'

/**
 * Throws for a type that requires a package when the person has no membership of one and does not pay with a credit.
 */
export function checkBookable(
  { restrict_to_package_ids }: Pick<AppointmentTypeRecord, 'restrict_to_package_ids'>,
  { memberOf }: { memberOf: readonly string[] },
): void {
  const isOpen = restrict_to_package_ids.some((each) => memberOf.includes(each))
  if (restrict_to_package_ids.length > 0 && !isOpen)
    throw new ApiError('membership_required', { param: 'appointment_type_id' })
}

/**
 * The time that begins at an instant, if the type offers it. Other bookings are ignored: a lapsed hold would still
 * count as taken here, but the batch that takes the time releases it first.
 */
export function bookableTime(
  { rules, slotQuery }: Availability,
  starts_at: number,
): { starts_at: number; ends_at: number } {
  const day = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO(rules.timezone).toPlainDate()
  const times = slotQuery ? freeTimesOf(rules, { ...slotQuery, taken: [] }, day) : []
  const time = times.find((each) => each.starts_at === starts_at)
  if (!time) throw new ApiError('option_not_on_sale', { param: 'start_time' })
  return time
}

/** The range of days whose availability decides about a time. */
export function appointmentDay(starts_at: number): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  const day = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO('UTC').toPlainDate()
  return { from: day, to: day }
}
