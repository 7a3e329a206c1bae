import { capitalise, monthHeading, monthName } from '#contract/date-format'
import type { ProgramFilters } from '#contract/offering/explore'
import { dayInZone, weekdayOf } from '#contract/wall-clock'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import type { ExploreFilters } from '../../../page-input/explore-filters.ts'

/** Days that one tap chooses: their words, whether they are chosen, and all filters after the tap. */
export type WhenLink = { words: string; isChosen: boolean; next: ExploreFilters }
type Input = { filters: ExploreFilters; choices: ProgramFilters; now: number }
type Days = { scheduled_gte: string; scheduled_lte: string }

const maxMonths = 12
const dayText = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Saturday and Sunday of this week in the program's time zone, also when the weekend has begun. */
export function weekendOf(now: number, timezone: string): Days {
  const [year = 0, month = 1, day = 1] = dayInZone(now, timezone).split('-').map(Number)
  const weekday = weekdayOf({ year, month, day })
  const saturday = weekday === 0 ? -1 : 6 - weekday
  return {
    scheduled_gte: dayText(year, month, day + saturday),
    scheduled_lte: dayText(year, month, day + saturday + 1),
  }
}

/** The months from the first to the last day of events. */
function monthsOf({ first, last }: ProgramFilters['dates']): { year: number; month: number }[] {
  if (first === null || last === null) return []
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return Array.from({ length: Math.min(count(last) - count(first) + 1, maxMonths) }, (_, at) => ({
    year: Math.floor((count(first) + at) / 12),
    month: ((count(first) + at) % 12) + 1,
  }))
}

/** This weekend and the months in which this program has events. The reader can remove each again. */
export function whenLinks(
  { filters, choices, now }: Input,
  { program, text, language }: Pick<ProgramContext, 'program' | 'text' | 'language'>,
): WhenLink[] {
  const link = (words: string, days: Days): WhenLink => {
    const isChosen = filters.scheduled_gte === days.scheduled_gte && filters.scheduled_lte === days.scheduled_lte
    return {
      words,
      isChosen,
      next: { ...filters, ...(isChosen ? { scheduled_gte: null, scheduled_lte: null } : days), skip: 0 },
    }
  }
  const { first, last } = choices.dates
  const weekend = link(text.explore.weekend, weekendOf(now, program.timezone))
  const { scheduled_gte: saturday, scheduled_lte: sunday } = weekendOf(now, program.timezone)
  const hasWeekend = first !== null && last !== null && first <= sunday && last >= saturday
  const months = monthsOf(choices.dates)
  return [
    ...(hasWeekend || weekend.isChosen ? [weekend] : []),
    ...(months.length < 2 ? [] : months).map(({ year, month }) =>
      link(
        year === months[0]?.year ? capitalise(monthName(month, language)) : monthHeading({ year, month }, language),
        {
          scheduled_gte: dayText(year, month, 1),
          scheduled_lte: dayText(year, month + 1, 0),
        },
      ),
    ),
  ]
}
