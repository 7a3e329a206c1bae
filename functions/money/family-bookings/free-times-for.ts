import { minuteMs } from '../../contract/limits.ts'
import { type BookedTimes, singleTime } from '../../contract/booked-times.ts'
import type { SeriesRefusal } from '../../contract/booking/appointment-registration.ts'
import type { BookingRules, TakenTime } from '../../offering/appointments/free-times.ts'
import { chooseWeeklyTimes } from '../../booking/registrations/weekly-times.ts'

type Times = {
  rules: BookingRules
  /** True for a type with people or rooms: one appointment takes every place. */
  needsResources: boolean
  taken: readonly TakenTime[]
  now: number
}
/** A time of `duration` minutes for a person. `busy` has their other bookings that may not overlap. */
export type DesiredTime = { person: number; starts_at: number; duration: number; busy: readonly BookedTimes[] }

/**
 * For each desired time in order, why it cannot be had once those before it are taken; null if it can. A person has
 * one appointment at a time unless their bookings may overlap (`mayOverlap`).
 */
export function refusedTimes(
  { rules, needsResources, now, ...times }: Times,
  desired: readonly DesiredTime[],
  mayOverlap: boolean,
): (SeriesRefusal | null)[] {
  const taken = [...times.taken]
  const own: { person: number; times: BookedTimes }[] = []
  return desired.map(({ person, starts_at, duration, busy }) => {
    const ofPerson = mayOverlap ? [] : own.filter((each) => each.person === person).map((each) => each.times)
    const { free, unavailable } = chooseWeeklyTimes(
      { rules, slotQuery: { duration, taken, now } },
      [starts_at],
      [...busy, ...ofPerson],
    )
    const [time] = free
    if (!time) return unavailable[0]?.type ?? 'option_not_on_sale'
    const free_at = time.ends_at + rules.buffer_minutes * minuteMs
    taken.push({ starts_at, free_at, place: needsResources ? null : lowestFree(taken, { starts_at, free_at }) })
    own.push({ person, times: singleTime(time, rules.timezone) })
    return null
  })
}

/** The lowest place without an appointment in a span. The database takes the same one. */
function lowestFree(taken: readonly TakenTime[], { starts_at, free_at }: Omit<TakenTime, 'place'>): number {
  const used = new Set(
    taken.filter((time) => time.starts_at < free_at && time.free_at > starts_at).map(({ place }) => place),
  )
  let place = 0
  while (used.has(place)) place += 1
  return place
}

/** Taken times without some of them, each taken once. */
export function withoutTimes(taken: readonly TakenTime[], freed: readonly TakenTime[]): TakenTime[] {
  const left = [...taken]
  for (const { starts_at, free_at, place } of freed) {
    const at = left.findIndex(
      (time) =>
        time.starts_at === starts_at && time.free_at === free_at && (time.place === null || time.place === place),
    )
    if (at >= 0) left.splice(at, 1)
  }
  return left
}
