import { closedOn } from '../../../offering/appointments/closed-days.ts'
import type { PlanWarning } from '../../../contract/organisation/organiser.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bookedTimes } from './appointment-file-rows.ts'
import type { CompleteFile } from './complete-file.ts'
import { wallOf } from './file-times.ts'
import { rowBy } from './rows-by.ts'

/** A booked time of a type, by the key of the type; its people and rooms are free again at `free_at`. */
export type BookedTime = { key: string; starts_at: number; free_at: number }

const maxWarnings = 100

/** Booked appointments that a file no longer offers. Without closed days and resources there are none. */
export async function warnOfBookings(ctx: Ctx, file: CompleteFile): Promise<PlanWarning[]> {
  if (file.closed.length === 0 && file.resources.length === 0) return []
  return bookingWarnings(file, await bookedTimes(ctx.db, file.program, ctx.now))
}

/**
 * A warning for each booked time of a type in the file: on a day on which the program, or a person or room of the type,
 * is closed, and at a time at which another appointment has the person or room. `booked` is in the order of the starts.
 */
export function bookingWarnings(file: CompleteFile, booked: readonly BookedTime[]): PlanWarning[] {
  const busyUntil = new Map<string, number>()
  return booked
    .flatMap((time) => {
      const type = rowBy(file.appointment_types, 'key', time.key)
      if (!type) return []
      const resources = file.resources.filter(({ key }) => type.resources.includes(key))
      const [day = '', hour = ''] = wallOf(time.starts_at, file.timezone).split('T')
      const reasons = [
        ...(closedOn([{ why: 'program', days: file.closed }], day) ? ['the program is closed'] : []),
        ...resources
          .filter(({ kind, closed }) => closedOn([{ why: kind, days: closed }], day))
          .map(({ name, kind }) => `${name} is ${kind === 'person' ? 'away' : 'closed'}`),
        ...resources
          .filter(({ key }) => (busyUntil.get(key) ?? 0) > time.starts_at)
          .map(({ name }) => `${name} has another appointment`),
      ]
      for (const { key } of resources) busyUntil.set(key, Math.max(busyUntil.get(key) ?? 0, time.free_at))
      return reasons.map((why) => ({
        path: `appointment_types.${time.key}`,
        message: `Booked on ${day} at ${hour}, when ${why}. It stays: move or cancel it.`,
      }))
    })
    .slice(0, maxWarnings)
}
