import type { AppointmentOption, AppointmentType, AvailableTime } from '#contract/appointment'
import { wallClock } from '#contract/wall-clock'
import type { BookedTime } from '../page-input/booked-time.ts'
import type { PageRequest } from './api-client.ts'
import { pageReads } from './page-reads.ts'

/** A time of an appointment type that is to be booked: `time` is null where it is not free, `times` are the free ones of its day. */
export type LoadedTime = {
  type: AppointmentType
  option: AppointmentOption
  start: number
  date: string
  time: AvailableTime | null
  times: AvailableTime[]
}

/** Loads the type, the length and the time that an address names; null where there is no such type, length or moment. */
export async function loadBookedTime(
  { typeId, timezone, chosen }: { typeId: string; timezone: string; chosen: BookedTime },
  language: PageRequest['language'],
): Promise<LoadedTime | null> {
  const { start } = chosen
  if (start === null) return null
  const { year, month, day } = wallClock(new Date(start).toISOString(), timezone)
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  const span = date.slice(0, 7)
  const reads = pageReads.appointmentSchedule(typeId, { first: span, last: span, language })
  const [type, times] = await Promise.all([reads.type(), reads.times(date, chosen.option)])
  const option = type && (chosen.option === null ? shortest(type) : type.options.find(({ id }) => id === chosen.option))
  if (!type || !option || !times) return null
  return {
    type,
    option,
    start,
    date,
    time: times.find(({ starts_at }) => Date.parse(starts_at) === start) ?? null,
    times,
  }
}

const shortest = ({ options }: AppointmentType) => [...options].sort((a, b) => a.duration - b.duration)[0]
