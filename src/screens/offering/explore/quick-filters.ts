import type { ProgramFilters } from '#contract/offering/program'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { dayInZone, weekdayOf } from '#contract/wall-clock'
import type { ExploreFilters } from '../../../page-input/explore-filters.ts'

/** A filter that one tap sets: its words, whether it is active, and all filters after the tap. */
export type QuickFilter = { names: (keyof ExploreFilters)[]; words: string; isChosen: boolean; next: ExploreFilters }
type Input = { filters: ExploreFilters; choices: ProgramFilters; now: number }
type Weekend = { scheduled_gte: string; scheduled_lte: string }

/** Saturday and Sunday of this week in the program's time zone, also when the weekend has begun. */
export function weekendOf(now: number, timezone: string): Weekend {
  const today = dayInZone(now, timezone)
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const weekday = weekdayOf({ year, month, day })
  const saturday = weekday === 0 ? -1 : 6 - weekday
  const inDays = (days: number) => new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
  return { scheduled_gte: inDays(saturday), scheduled_lte: inDays(saturday + 1) }
}

/** The most common filters for which this program has events. The reader can remove each again. */
export function quickFilters(
  { filters, choices, now }: Input,
  { program, text }: Pick<ProgramContext, 'program' | 'text'>,
): QuickFilter[] {
  const words = text.explore
  const weekend = weekendOf(now, program.timezone)
  const isWeekend = filters.scheduled_gte === weekend.scheduled_gte && filters.scheduled_lte === weekend.scheduled_lte
  const { first, last } = choices.dates
  const hasWeekend = first !== null && last !== null && first <= weekend.scheduled_lte && last >= weekend.scheduled_gte
  const change = (next: Partial<ExploreFilters>): ExploreFilters => ({ ...filters, ...next, skip: 0 })
  const typeFilter = (type: 'camp' | 'class') => {
    const isChosen = filters.type === type
    const isOffered = isChosen || choices.types.some(({ value, count }) => value === type && count > 0)
    return {
      names: ['type' as const],
      words: words.types[type],
      isOffered,
      isChosen,
      next: { type: isChosen ? null : type },
    }
  }
  const isFree = filters.free === true
  return [
    typeFilter('camp'),
    typeFilter('class'),
    {
      names: ['free' as const],
      words: text.sale.free,
      isOffered: isFree || choices.free.count > 0,
      isChosen: isFree,
      next: { free: isFree ? null : (true as const) },
    },
    {
      names: ['scheduled_gte' as const, 'scheduled_lte' as const],
      words: words.weekend,
      isOffered: isWeekend || hasWeekend,
      isChosen: isWeekend,
      next: isWeekend ? { scheduled_gte: null, scheduled_lte: null } : weekend,
    },
  ].flatMap(({ isOffered, next, ...quick }) => (isOffered ? [{ ...quick, next: change(next) }] : []))
}
