import type { LoadedTime } from '../../../api/load-booked-time.ts'
import type { Family } from '../../../api/load-family.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { dayInZone } from '#contract/wall-clock'
import type { Week } from '../../../stores/booking/weekly-dates.ts'
import { formatMoment } from '#contract/date-format'

/**
 * The weeks in which the chosen hour can be booked at once, up to the last week with a free or held hour. Empty when
 * only the first week has one.
 */
export function weeksOf(
  { type, option, weeks }: LoadedTime,
  family: Family | null,
  { locale, to }: Pick<ProgramContext, 'locale' | 'to'>,
): Week[] {
  const { timezone } = type
  const rows = weeks.map(
    ({ start, spots }): Week => ({
      starts_at: new Date(start).toISOString(),
      words: formatMoment(start, { timezone, locale, now: null }),
      times: to.appointment(type.id, { option: option.id, date: dayInZone(start, timezone) }),
      spots,
    }),
  )
  const isHeld = ({ starts_at }: Week) => family?.otherTimes.some(({ event }) => event.starts_at === starts_at) ?? false
  const last = rows.findLastIndex((week) => week.spots !== 0 || isHeld(week))
  return last > 0 ? rows.slice(0, last + 1) : []
}
