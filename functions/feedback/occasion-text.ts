import { capitalise, type Locale, longDateSpan } from '../contract/date-format.ts'
import { wallClock } from '../contract/wall-clock.ts'

/** `Mon, July 12 to Fri, July 16, 2027`: the days that feedback is about. */
export const daysText = (
  { starts_at, ends_at, timezone }: { starts_at: number | string; ends_at: number | string; timezone: string },
  locale: Locale,
): string => capitalise(longDateSpan(wallClock(starts_at, timezone), wallClock(ends_at, timezone), locale))
