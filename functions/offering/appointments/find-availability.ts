import { instant } from '../../contract/instant.ts'
import { Temporal } from 'temporal-polyfill'
import { ApiError } from '../../contract/api-error.ts'
import type {
  AvailableDate,
  AvailableDatesQuery,
  AvailableTime,
  AvailableTimesQuery,
} from '../../contract/offering/appointment.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { daysOf, eachDay } from './calendar-span.ts'
import { freeDays, freeTimesOf } from './free-days.ts'
import type { FreeTime } from './free-times.ts'
import { type Availability, loadAvailabilities } from './load-availability.ts'

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate }

/** Every day of a month or week, and whether it has free times: for an option, a type, or all types of a program. */
export async function availableDates(
  ctx: Ctx,
  { month, week, ...whose }: AvailableDatesQuery,
): Promise<List<AvailableDate>> {
  if (month !== undefined && week !== undefined) throw new ApiError('invalid_parameter', { param: 'week' })
  const span = month ?? week
  if (span === undefined) throw new ApiError('required_parameter_missing', { param: 'month' })
  const days = daysOf(span)

  const all = (await loadAvailabilities(ctx, whose, days)).map((each) => datesOf(each, days))
  const free = new Set(all.flat().flatMap(({ date, is_available }) => (is_available ? [date] : [])))
  return whole(eachDay(days).map((day) => ({ date: day.toString(), is_available: free.has(day.toString()) })))
}

/** The free times of a day. */
export async function availableTimes(ctx: Ctx, { date, ...whose }: AvailableTimesQuery): Promise<List<AvailableTime>> {
  const day = Temporal.PlainDate.from(date)

  const all = await loadAvailabilities(ctx, whose, { from: day, to: day })
  return whole(mergedTimes(all.flatMap((each) => timesOf(each, day))))
}

/** The days of a span for the API. */
export function datesOf({ rules, slotQuery }: Availability, days: Days): AvailableDate[] {
  const free = new Set(slotQuery ? Array.from(freeDays(rules, slotQuery, days), String) : [])
  return eachDay(days).map((day) => ({ date: day.toString(), is_available: free.has(day.toString()) }))
}

/** The free times of a day for the API. */
export function timesOf({ rules, slotQuery }: Availability, day: Temporal.PlainDate): AvailableTime[] {
  return slotQuery ? freeTimesOf(rules, slotQuery, day).map((time) => showTime(time, rules.timezone)) : []
}

/** Times of several types in order; the places of equal times are added up. */
function mergedTimes(times: AvailableTime[]): AvailableTime[] {
  const bySpan = Map.groupBy(times, ({ starts_at, ends_at }) => `${starts_at} ${ends_at}`)
  return [...bySpan]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first
        ? [
            {
              ...first,
              available_spots: others.reduce((sum, each) => sum + each.available_spots, first.available_spots),
            },
          ]
        : [],
    )
}

function showTime({ starts_at, ends_at, spots }: FreeTime, timezone: string): AvailableTime {
  const local = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO(timezone)
  return {
    starts_at: instant(starts_at),
    ends_at: instant(ends_at),
    local_start: local.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    available_spots: spots,
  }
}

/** A complete list on one page. */
const whole = <Item>(data: Item[]): List<Item> => list(data, data.length, { limit: data.length, skip: 0 })
