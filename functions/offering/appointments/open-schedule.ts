import { Temporal } from 'temporal-polyfill'
import { nullWhereNotFound } from '../../contract/api-error.ts'
import type { AppointmentType, AvailableDate, AvailableTime } from '../../contract/offering/appointment.ts'
import type { Ctx } from '../../platform/context.ts'
import { daysOf } from './calendar-span.ts'
import { datesOf, timesOf } from './find-availability.ts'
import { type Availability, availabilityOf, loadAvailability } from './load-availability.ts'
import { showType } from './show-type.ts'

/**
 * An appointment type, its free days by month (`2027-07`) and its free times by day, for one option or the shortest;
 * null for an unknown option.
 */
export type OpenSchedule = {
  type: AppointmentType
  days: (month: string, option: string | null) => Promise<AvailableDate[] | null>
  times: (date: string, option: string | null) => Promise<AvailableTime[] | null>
}

/** Reads a type once, with its taken times for a range of months; a month outside the range is read separately. */
export async function openSchedule(
  ctx: Ctx,
  { appointment_type_id, first, last }: { appointment_type_id: string; first: string; last: string },
): Promise<OpenSchedule> {
  const availability = await loadAvailability(
    ctx,
    { appointment_type_id },
    { from: daysOf(first).from, to: daysOf(last).to },
  )
  const ofMonth = async (month: string, option: string | null): Promise<Availability> =>
    first <= month && month <= last
      ? availabilityOf(availability.type, option ?? undefined, ctx.now)
      : loadAvailability(ctx, { appointment_type_id, appointment_option_id: option ?? undefined }, daysOf(month))

  return {
    type: showType(availability.type, ctx),
    days: async (month, option) =>
      ofMonth(month, option).then((slots) => datesOf(slots, daysOf(month)), nullWhereNotFound),
    times: async (date, option) =>
      ofMonth(date.slice(0, 7), option).then(
        (slots) => timesOf(slots, Temporal.PlainDate.from(date)),
        nullWhereNotFound,
      ),
  }
}
