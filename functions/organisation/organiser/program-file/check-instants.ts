import type { ProgramFile, Refusal } from '../../../contract/organisation/organiser.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import { isShownAgain, wallTime } from './file-times.ts'
import { refuse } from './refuse.ts'

type WrittenTime = { path: string; text: string | null; timezone: string }

/**
 * Finds instants of an event in the second of two equal hours at a clock change, because the stored time would be the
 * first.
 */
export const checkEventInstants = (event: FileEvent, timezone: string): Refusal[] =>
  timesOfEvent(event, event.timezone ?? timezone).flatMap(checkTime)

/** The same check for the instants of coupons and products. */
export function checkSaleInstants(written: ProgramFile): Refusal[] {
  const { timezone } = written
  return [
    ...written.coupons.flatMap(({ key, redeem_after, redeem_before }) =>
      timesOf(`coupons.${key}`, { redeem_after, redeem_before }, timezone),
    ),
    ...written.products.flatMap(({ key, sale_starts_at, sale_ends_at }) =>
      timesOf(`products.${key}`, { sale_starts_at, sale_ends_at }, timezone),
    ),
  ].flatMap(checkTime)
}

function checkTime({ path, text, timezone }: WrittenTime): Refusal[] {
  if (text === null || !isShownAgain(text, timezone)) return []
  const [day, hour] = wallTime(text, { firstDay: '', timezone }).split('T')
  return [
    refuse(
      'invalid_date',
      path,
      `On ${day} the clock of ${timezone} shows ${hour} twice, and this is the second time. Only the first can be kept: choose that, or another hour.`,
    ),
  ]
}

function timesOfEvent({ key, starts_at, ends_at, series_dates, options }: FileEvent, timezone: string): WrittenTime[] {
  const path = `events.${key}`
  return [
    // The dates of a series define when the event starts and ends.
    ...(series_dates.length > 0 ? [] : timesOf(path, { starts_at, ends_at }, timezone)),
    ...series_dates.flatMap((dates, index) => timesOf(`${path}.series_dates[${index}]`, dates, timezone)),
    ...options.flatMap(({ key: option, sale_starts_at, sale_ends_at }) =>
      timesOf(`${path}.options.${option}`, { sale_starts_at, sale_ends_at }, timezone),
    ),
  ]
}

const timesOf = (path: string, times: Record<string, string | null>, timezone: string): WrittenTime[] =>
  Object.entries(times).map(([name, text]) => ({ path: `${path}.${name}`, text, timezone }))
