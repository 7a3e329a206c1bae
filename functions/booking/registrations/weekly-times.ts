import { Temporal } from 'temporal-polyfill'
import { freeTimesOf } from '../../offering/appointments/free-days.ts'
import type { Availability } from '../../offering/appointments/load-availability.ts'
import type { SeriesRefusal } from '../../contract/booking/appointment-registration.ts'
import { type BookedTimes, overlap, singleTime } from '../../contract/booked-times.ts'

type Time = { starts_at: number; ends_at: number }
export type WeeklyTimes = { free: Time[]; unavailable: { starts_at: number; type: SeriesRefusal }[] }

/**
 * The same hour in several weeks, in the local time of a time zone: 10 am stays 10 am, regardless of daylight saving
 * time.
 */
export function weeklyStarts(starts_at: number, weeks: number, timezone: string): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO(timezone)
  return Array.from({ length: weeks }, (_, week) => first.add({ weeks: week }).epochMilliseconds)
}

/**
 * Separates the available starts from the others. `busy` has the person's other bookings if the program forbids
 * overlaps.
 */
export function chooseWeeklyTimes(
  { rules, slotQuery }: Pick<Availability, 'rules' | 'slotQuery'>,
  starts: readonly number[],
  busy: readonly BookedTimes[],
): WeeklyTimes {
  const chosen: WeeklyTimes = { free: [], unavailable: [] }
  for (const starts_at of starts) {
    const day = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO(rules.timezone).toPlainDate()
    const find = (taken: NonNullable<typeof slotQuery>['taken']) =>
      slotQuery
        ? freeTimesOf(rules, { ...slotQuery, taken }, day).find((time) => time.starts_at === starts_at)
        : undefined
    const offered = find([])
    const time = offered && find(slotQuery?.taken ?? [])
    if (!offered) chosen.unavailable.push({ starts_at, type: 'option_not_on_sale' })
    else if (!time) chosen.unavailable.push({ starts_at, type: 'slot_taken' })
    else if (busy.some((other) => overlap(singleTime(time, rules.timezone), other)))
      chosen.unavailable.push({ starts_at, type: 'attendee_conflict' })
    else chosen.free.push({ starts_at: time.starts_at, ends_at: time.ends_at })
  }
  return chosen
}
