import { instant } from '../contract/instant.ts'
import { Temporal } from 'temporal-polyfill'
import { ApiError } from '../contract/api-error.ts'
import type { AvailableDate, AvailableDatesQuery, AvailableTime, AvailableTimesQuery } from '../contract/appointment.ts'
import { type List, list } from '../contract/paging.ts'
import type { Ctx } from '../context.ts'
import { daysOf, eachDay } from './asked-days.ts'
import { freeDays, freeTimesOf } from './free-days.ts'
import type { FreeTime } from './free-times.ts'
import { type Availability, loadAvailability } from './load-availability.ts'

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate }

/** Every day of a month or a week, and whether anything can be booked on it. */
export async function availableDates(
  ctx: Ctx,
  { month, week, ...whose }: AvailableDatesQuery,
): Promise<List<AvailableDate>> {
  if (month !== undefined && week !== undefined) throw new ApiError('invalid_parameter', { param: 'week' })
  const span = month ?? week
  if (span === undefined) throw new ApiError('required_parameter_missing', { param: 'month' })
  const days = daysOf(span)

  return whole(datesOf(await loadAvailability(ctx, whose, days), days))
}

/** The times of a day at which something can be booked. */
export async function availableTimes(ctx: Ctx, { date, ...whose }: AvailableTimesQuery): Promise<List<AvailableTime>> {
  const day = Temporal.PlainDate.from(date)

  return whole(timesOf(await loadAvailability(ctx, whose, { from: day, to: day }), day))
}

/** The days of a span as they go over the wire. */
export function datesOf({ rules, wish }: Availability, days: Days): AvailableDate[] {
  const free = new Set(wish ? Array.from(freeDays(rules, wish, days), String) : [])
  return eachDay(days).map((day) => ({ date: day.toString(), is_available: free.has(day.toString()) }))
}

/** The free times of a day as they go over the wire. */
export function timesOf({ rules, wish }: Availability, day: Temporal.PlainDate): AvailableTime[] {
  return wish ? freeTimesOf(rules, wish, day).map((time) => showTime(time, rules.timezone)) : []
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

/** A list that is asked for as a whole. */
const whole = <Item>(data: Item[]): List<Item> => list(data, data.length, { limit: data.length, skip: 0 })
