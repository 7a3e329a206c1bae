import type { FileEvent } from '../contract/organiser.ts'
import { instantOf } from './program-file/file-times.ts'

type Clock = { now: number; timezone: string }

/** What a copy takes over (decisions.md §5): everything but dates in the past. Without a date left it has none, and needs new ones. */
export function copiedEvent(event: FileEvent, { now, timezone }: Clock): FileEvent {
  const isAhead = (wall: string | null) => wall !== null && instantOf(wall, event.timezone ?? timezone) >= now
  const series_dates = event.series_dates.filter(({ starts_at }) => isAhead(starts_at))
  const keepsTimes = series_dates.length > 0 || (event.series_dates.length === 0 && isAhead(event.starts_at))
  return {
    ...event,
    status: 'draft',
    series_dates,
    starts_at: keepsTimes ? event.starts_at : null,
    ends_at: keepsTimes ? event.ends_at : null,
    options: event.options.map((option) => ({
      ...option,
      sale_starts_at: isAhead(option.sale_starts_at) ? option.sale_starts_at : null,
      sale_ends_at: isAhead(option.sale_ends_at) ? option.sale_ends_at : null,
    })),
  }
}
