import type { ProgramFile, Refusal } from '../../../contract/organisation/organiser.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import { stepsBetween } from '../event-steps.ts'
import { checkPayableEvent } from './check-payable.ts'
import type { CompleteFile } from './complete-file.ts'
import { instantOf, isRelative } from './file-times.ts'
import { refuse, refuseWhen } from './refuse.ts'
import { rowBy, rowsBy, rowsWithout } from './rows-by.ts'
import type { StoredEventRow, StoredProgram } from './stored-program.ts'

export type StoredCheck = {
  /** The file as it was written, and as it was completed. */
  written: ProgramFile
  file: CompleteFile
  now: number
  /** True for a cancellation, which mails and refunds the customers. */
  isCancelling?: boolean
}

/** Prices of an event that no one could pay, and changes of it that are refused because it is sold. */
export function checkStoredEvent(stored: StoredProgram | null, event: FileEvent, check: StoredCheck): Refusal[] {
  return [...checkPayableEvent(event, check.file, check.now), ...checkAgainstRow(stored, event, check)]
}

function checkAgainstRow(stored: StoredProgram | null, event: FileEvent, check: StoredCheck): Refusal[] {
  const path = `events.${event.key}`
  const row = stored ? rowBy(stored.events, 'key', event.key) : undefined
  if (!stored || !row) return checkNewTimes(event, check)
  const isSold = row.is_registered === 1
  const steps = stepsBetween(row.status, event.status)
  return [
    ...refuseWhen(steps === null, 'transition_not_allowed', {
      path: `${path}.status`,
      message: `An event that is ${row.status} cannot become ${event.status}.`,
    }),
    ...refuseWhen(steps?.includes('cancelled') === true && row.starts_at <= check.now, 'already_started', {
      path: `${path}.status`,
      message:
        'It has begun, so it cannot be cancelled as a whole. Once it is over, archive it: nothing is sent and nothing is refunded.',
    }),
    ...refuseWhen(isSold && steps?.includes('cancelled') === true && !check.isCancelling, 'has_future_registrations', {
      path: `${path}.status`,
      message:
        'People are registered. Cancel the event by its own call, so that they are told and get their money back.',
    }),
    ...refuseWhen(steps?.includes('archived') === true && !mayLeave(row, check.now), 'has_future_registrations', {
      path: `${path}.status`,
      message: leavesLater(row, check.now),
    }),
    ...checkOptions(stored, event, row),
    ...checkGroups(stored, { event, row, path: `${path}.groups` }),
    ...checkNewSales(event, newOptions(stored, event, row), check),
  ]
}

/** True if an event may be archived: it is over, or no one is registered. */
export const mayLeave = ({ is_registered, ends_at }: StoredEventRow, now: number): boolean =>
  is_registered === 0 || ends_at <= now

/** The refusal to archive an event: the reason, and when it may be archived. */
export const leavesLater = ({ name, starts_at }: StoredEventRow, now: number): string =>
  starts_at <= now
    ? `People are registered for ${name}, and it has begun. It can be archived once it is over.`
    : `People are registered for ${name}. Cancel it by its own call, so that they are told and get their money back, or archive it once it is over.`

/** A new event must be in the future. */
function checkNewTimes(event: FileEvent, check: StoredCheck): Refusal[] {
  const writtenEvent = rowBy(check.written.events, 'key', event.key)
  const starts = writtenEvent?.series_dates[0]?.starts_at ?? writtenEvent?.starts_at
  return [
    ...refuseWhen(isPast(event.starts_at, starts, { event, check }), 'date_in_past', {
      path: `events.${event.key}.starts_at`,
      message: 'A new event starts in the future.',
    }),
    ...checkNewSales(event, event.options, check),
  ]
}

/** The sale of a new option must end in the future. */
function checkNewSales(event: FileEvent, options: FileEvent['options'], check: StoredCheck): Refusal[] {
  const written = rowBy(check.written.events, 'key', event.key)?.options ?? []
  return options
    .filter(({ key, sale_ends_at }) => isPast(sale_ends_at, rowBy(written, 'key', key)?.sale_ends_at, { event, check }))
    .map(({ key }) =>
      refuse('date_in_past', `events.${event.key}.options.${key}.sale_ends_at`, 'A new sale ends in the future.'),
    )
}

const newOptions = (stored: StoredProgram, event: FileEvent, row: StoredEventRow) => {
  const storedKeys = new Set(rowsBy(stored.options, 'event_id', row.id).map(({ key }) => key))
  return event.options.filter(({ key }) => !storedKeys.has(key))
}

/**
 * True if a written time is over. Times relative to the first apply are never over: only a demo has them, and it may
 * have been applied first long ago.
 */
function isPast(
  wall: string | null,
  text: string | null | undefined,
  { event, check }: { event: FileEvent; check: StoredCheck },
): boolean {
  return wall !== null && !isRelative(text ?? '') && instantOf(wall, event.timezone ?? check.file.timezone) < check.now
}

function checkOptions(stored: StoredProgram, event: FileEvent, row: StoredEventRow): Refusal[] {
  return rowsBy(stored.options, 'event_id', row.id)
    .filter(({ is_removed }) => !is_removed)
    .flatMap((option) => {
      const path = `events.${event.key}.options.${option.key}`
      const kept = event.options.find(({ key }) => key === option.key)
      if (!kept)
        return refuseWhen(option.is_registered === 1, 'has_future_registrations', {
          path,
          message: `People are registered for ${option.name}. Close it with is_closed: true instead.`,
        })
      return refuseWhen(kept.spots_total !== 'unlimited' && kept.spots_total < option.spots_taken, 'sold_out', {
        path: `${path}.spots_total`,
        message: `${option.spots_taken} places are taken, so there can be no fewer.`,
      })
    })
}

/** A group with people in it stays. `path` is that of the list of groups. */
export const checkGroups = (
  stored: StoredProgram,
  { event, row, path }: { event: FileEvent; row: StoredEventRow; path: string },
): Refusal[] =>
  rowsWithout(rowsBy(stored.groups, 'event_id', row.id), event.groups).flatMap(({ key, name, num_places }) =>
    refuseWhen(num_places > 0, 'state_conflict', {
      path: `${path}.${key}`,
      message: `${num_places} people are in ${name}. Put them into another group first.`,
    }),
  )
