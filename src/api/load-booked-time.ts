import { dayInZone } from '#contract/wall-clock'
import type { AppointmentOption, AppointmentType, AvailableTime } from '#contract/offering/appointment'
import { type BookedTime, weeklyStarts } from '../page-input/booked-time.ts'
import type { PageRequest } from './api-client.ts'
import { pageReads } from './page-reads.ts'

/** The time to be booked: `time` is null when it is taken, and `times` are the free times of that day. */
export type LoadedTime = {
  type: AppointmentType
  option: AppointmentOption
  start: number
  date: string
  time: AvailableTime | null
  times: AvailableTime[]
  /** The same hour of this week and the following weeks, with the number of free places. */
  weeks: { start: number; spots: number }[]
}

/** Loads the type, length and time that a URL names; null when one of them does not exist. */
export async function loadBookedTime(
  { typeId, timezone, chosen }: { typeId: string; timezone: string; chosen: BookedTime },
  language: PageRequest['language'],
): Promise<LoadedTime | null> {
  const { start } = chosen
  if (start === null) return null
  const starts = weeklyStarts(start, timezone)
  const days = starts.map((each) => dayInZone(each, timezone))
  const [date = '', last = date] = [days[0], days.at(-1)]
  const span = { first: date.slice(0, 7), last: last.slice(0, 7) }
  const schedule = await pageReads.appointmentSchedule(typeId, { ...span, language })
  if (!schedule) return null
  const { type } = schedule
  const [times, ...later] = await Promise.all(days.map((day) => schedule.times(day, chosen.option)))
  const option = chosen.option === null ? shortest(type) : type.options.find(({ id }) => id === chosen.option)
  if (!option || !times) return null
  return {
    type,
    option,
    start,
    date,
    time: times.find(({ starts_at }) => Date.parse(starts_at) === start) ?? null,
    times,
    weeks: starts.map((at, week) => ({
      start: at,
      spots: [times, ...later][week]?.find(({ starts_at }) => Date.parse(starts_at) === at)?.available_spots ?? 0,
    })),
  }
}

const shortest = ({ options }: AppointmentType) => [...options].sort((a, b) => a.duration - b.duration)[0]
