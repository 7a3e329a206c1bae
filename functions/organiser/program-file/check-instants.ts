import type { FileEvent, ProgramFile, Refusal } from '../../contract/organiser.ts'
import { isShownAgain, wallTime } from './file-times.ts'
import { refuse } from './refuse.ts'

type Told = { path: string; text: string | null; timezone: string }

/** Instants of a file, as it was written, that the clock on the wall cannot tell: they would be kept as another. */
export function checkInstants(written: ProgramFile): Refusal[] {
  const { timezone } = written
  const sales = [
    ...written.coupons.flatMap(({ key, redeem_after, redeem_before }) =>
      timesOf(`coupons.${key}`, { redeem_after, redeem_before }, timezone),
    ),
    ...written.products.flatMap(({ key, sale_starts_at, sale_ends_at }) =>
      timesOf(`products.${key}`, { sale_starts_at, sale_ends_at }, timezone),
    ),
  ]
  return [...written.events.flatMap((event) => timesOfEvent(event, event.timezone ?? timezone)), ...sales].flatMap(
    checkTold,
  )
}

function checkTold({ path, text, timezone }: Told): Refusal[] {
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

function timesOfEvent({ key, starts_at, ends_at, series_dates, options }: FileEvent, timezone: string): Told[] {
  const path = `events.${key}`
  return [
    // Dates of a series say themselves when the event starts and ends.
    ...(series_dates.length > 0 ? [] : timesOf(path, { starts_at, ends_at }, timezone)),
    ...series_dates.flatMap((dates, at) => timesOf(`${path}.series_dates[${at}]`, dates, timezone)),
    ...options.flatMap(({ key: option, sale_starts_at, sale_ends_at }) =>
      timesOf(`${path}.options.${option}`, { sale_starts_at, sale_ends_at }, timezone),
    ),
  ]
}

const timesOf = (path: string, times: Record<string, string | null>, timezone: string): Told[] =>
  Object.entries(times).map(([name, text]) => ({ path: `${path}.${name}`, text, timezone }))
