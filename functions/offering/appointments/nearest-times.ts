import { Temporal } from 'temporal-polyfill'
import type { AvailableTime } from '../../contract/offering/appointment.ts'
import type { Ctx } from '../../platform/context.ts'
import { eachDay } from './calendar-span.ts'
import { timesOf } from './find-availability.ts'
import { loadAvailability } from './load-availability.ts'

/** Maximum number of alternatives offered for a taken time, and the number of days after it that are searched. */
const maxTimes = 4
const daysAfter = 14

/** The free times of an option nearest to another time, in order: the alternatives to a time that was just taken. */
export async function nearestTimes(ctx: Ctx, appointment_option_id: string, near: number): Promise<AvailableTime[]> {
  const day = Temporal.Instant.fromEpochMilliseconds(near).toZonedDateTimeISO('UTC').toPlainDate()
  const days = { from: day.subtract({ days: 1 }), to: day.add({ days: daysAfter }) }

  const availability = await loadAvailability(ctx, { appointment_option_id }, days)
  const distance = ({ starts_at }: AvailableTime) => Math.abs(Date.parse(starts_at) - near)
  return eachDay(days)
    .flatMap((each) => timesOf(availability, each))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, maxTimes)
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}
