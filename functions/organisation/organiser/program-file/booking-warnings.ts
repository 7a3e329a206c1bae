import { closedOn } from '../../../offering/appointments/closed-days.ts'
import type { PlanWarning } from '../../../contract/organisation/organiser.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bookedTimes } from './appointment-file-rows.ts'
import type { CompleteFile } from './complete-file.ts'
import { wallOf } from './file-times.ts'
import { hasKey, rowBy } from './rows-by.ts'

/** A booked time of a type, by the key of the type; its people and rooms are free again at `free_at`. */
export type BookedTime = { key: string; starts_at: number; free_at: number }

const maxWarnings = 100

/** Booked appointments that a file no longer offers. Without closed days and resources there are none. */
export async function warnOfBookings(ctx: Ctx, file: CompleteFile): Promise<PlanWarning[]> {
  if (file.closed.length === 0 && file.resources.length === 0) return []
  return bookingWarnings(file, await bookedTimes(ctx.db, file.program, ctx.now))
}

/**
 * A warning for each booked time on a day on which its program, or a person or room that it needs, is closed, and for
 * each that needs one that another appointment has already. `booked` is in the order of the starts.
 */
export function bookingWarnings(file: CompleteFile, booked: readonly BookedTime[]): PlanWarning[] {
  const busyUntil = new Map<string, number>()
  return booked
    .flatMap((time) => {
      const needed = rowBy(file.appointment_types, 'key', time.key)?.resources ?? []
      const resources = file.resources.filter(({ key }) => needed.includes(key))
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
    .filter(({ path }) => hasKey(file.appointment_types, path.slice('appointment_types.'.length)))
    .slice(0, maxWarnings)
}
