import { Temporal } from 'temporal-polyfill'
import type { FileEvent, FileOption } from '../../contract/organisation/file-events.ts'
import type { SeasonCopyRequest } from '../../contract/organisation/season.ts'

/** The number of days of a shift like `+52w` or `-3d`. */
export const daysOfShift = (shift: string): number => Number.parseInt(shift, 10) * (shift.endsWith('w') ? 7 : 1)

/**
 * A draft of an event for another season. All its dates move by the same number of days and keep their local time, also
 * over a clock change. Days of instalments move too; the sale dates move, stay or go.
 */
export function shiftedEvent(
  event: FileEvent,
  { days, sales }: { days: number } & Pick<SeasonCopyRequest, 'sales'>,
): FileEvent {
  const moved = (wall: string | null) => wall && movedBy(wall, days)
  const movedSale = (wall: string | null) => ({ shift: moved(wall), keep: wall, none: null })[sales]
  return {
    ...event,
    key: copyKey(event, days),
    status: 'draft',
    // The groups of the copy are empty, and families see them once they are ready.
    groups_shown: false,
    starts_at: moved(event.starts_at),
    ends_at: moved(event.ends_at),
    series_dates: event.series_dates.map(({ starts_at, ends_at }) => ({
      starts_at: movedBy(starts_at, days),
      ends_at: movedBy(ends_at, days),
    })),
    options: event.options.map((option) => ({
      ...option,
      sale_starts_at: movedSale(option.sale_starts_at),
      sale_ends_at: movedSale(option.sale_ends_at),
      payment_plan: movedPlan(option.payment_plan, days),
    })),
  }
}

/** A local time on another day, for example `2028-07-03T09:00`. */
export const movedBy = (wall: string, days: number): string =>
  Temporal.PlainDateTime.from(wall).add({ days }).toString({ smallestUnit: 'minute' })

/** A payment plan whose days are that number of days later. */
export const movedPlan = (plan: FileOption['payment_plan'], days: number): FileOption['payment_plan'] =>
  plan && {
    ...plan,
    parts: plan.parts.map((part) => ({
      ...part,
      due_on: part.due_on && Temporal.PlainDate.from(part.due_on).add({ days }).toString(),
    })),
  }

const longestKey = 63
/**
 * The key of a copy: the year of its start is appended (`dc1-2028`), within one year its day (`dc1-2027-07-05`). The
 * same suffix of the original is replaced. So the same copy always has the same key.
 */
export function copyKey(
  { key, starts_at }: Pick<FileEvent, 'key' | 'starts_at'>,
  days: number,
  longest = longestKey,
): string {
  const from = (starts_at ?? '').slice(0, 10)
  const to = starts_at ? movedBy(starts_at, days).slice(0, 10) : ''
  const own = [`-${from}`, `-${from.slice(0, 4)}`].find((suffix) => key.endsWith(suffix) && key.length > suffix.length)
  const base = own === undefined ? key : key.slice(0, -own.length)
  const suffix = `-${from.slice(0, 4) === to.slice(0, 4) ? to : to.slice(0, 4)}`
  return `${base.slice(0, longest - suffix.length)}${suffix}`
}
