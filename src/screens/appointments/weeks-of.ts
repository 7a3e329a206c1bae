import type { LoadedTime } from '../../api/load-booked-time.ts'
import type { Family } from '../../api/load-family.ts'
import type { ProgramContext } from '../../layouts/program-context.ts'
import { dayOfStart } from '../../page-input/booked-time.ts'
import type { Week } from '../../stores/weekly-dates.ts'
import { hourWords, weekdayDate } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'

/** The weeks in which the chosen hour can be booked at once; none where it can be had in no later one, nor is held. */
export function weeksOf(
  { type, option, weeks }: LoadedTime,
  family: Family | null,
  { locale, to }: Pick<ProgramContext, 'locale' | 'to'>,
): Week[] {
  const rows = weeks.map(({ start, spots }): Week => {
    const clock = wallClock(start, type.timezone)
    return {
      starts_at: new Date(start).toISOString(),
      words: `${weekdayDate(clock, locale)}, ${hourWords(clock, locale)}`,
      times: to.appointment(type.id, { option: option.id, date: dayOfStart(start, type.timezone) }),
      spots,
    }
  })
  const isHeld = ({ starts_at }: Week) => family?.otherTimes.some(({ event }) => event.starts_at === starts_at) ?? false
  return rows.slice(1).some((week) => week.spots !== 0 || isHeld(week)) ? rows : []
}
