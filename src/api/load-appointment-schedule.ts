import { dayMs } from '#contract/limits'
import type { AppointmentOption, AppointmentType, AvailableDate, AvailableTime } from '#contract/offering/appointment'
import type { Attachment } from '#contract/attachment'
import { laterOf, monthAfter, monthNow } from '../locales/calendar-month.ts'
import type { AppointmentChoice } from '../page-input/appointment-choice.ts'
import type { PageRequest } from './api-client.ts'
import { type AppointmentSchedule as OpenSchedule, pageReads } from './page-reads.ts'

/** An appointment type with its files, the days of one month, and the times of the chosen day or the first free one. */
export type AppointmentSchedule = {
  type: AppointmentType
  files: Attachment[]
  option: AppointmentOption | null
  month: string
  days: AvailableDate[]
  date: string | null
  times: AvailableTime[]
}
type LoadScheduleInput = { typeId: string; choice: AppointmentChoice; now: number; language: PageRequest['language'] }

/**
 * Loads the page of an appointment type. Without a selection it shows the first month with a free day, and that day.
 * Null when the type does not exist.
 */
export async function loadAppointmentSchedule({
  typeId,
  choice,
  now,
  language,
}: LoadScheduleInput): Promise<AppointmentSchedule | null> {
  const month = choice.month ?? monthNow(now, 'UTC')
  // This month and the next two are in the range in every time zone.
  const months = choice.month
    ? { first: month, last: month }
    : { first: monthNow(now - dayMs, 'UTC'), last: monthAfter(monthNow(now + dayMs, 'UTC'), 2) }
  const [schedule, files] = await Promise.all([
    pageReads.appointmentSchedule(typeId, { ...months, language }),
    pageReads.attachments({ appointment_type_id: typeId }, language),
  ])
  if (!schedule) return null
  const { type } = schedule
  const [days, times] = await Promise.all([
    schedule.days(month, choice.option),
    choice.date ? schedule.times(choice.date, choice.option) : null,
  ])
  // An option that was removed counts as no selection.
  if (days === null)
    return choice.option === null
      ? null
      : loadAppointmentSchedule({ typeId, choice: { ...choice, option: null }, now, language })

  const option = type.options.find(({ id }) => id === choice.option) ?? null
  const shownMonth = choice.month
    ? { month, days }
    : await firstMonthWithFreeDay(schedule, { month, days, option: choice.option, now })
  const date = choice.date ?? shownMonth.days.find(({ is_available }) => is_available)?.date ?? null
  return {
    type,
    files,
    option,
    ...shownMonth,
    date,
    times: times ?? (date ? ((await schedule.times(date, choice.option)) ?? []) : []),
  }
}

/** The current month in the type's time zone, or one of the next two when only they have a free day. */
async function firstMonthWithFreeDay(
  { type, days: daysOfMonth }: OpenSchedule,
  loaded: { month: string; days: AvailableDate[]; option: string | null; now: number },
): Promise<{ month: string; days: AvailableDate[] }> {
  const daysOf = async (month: string) => ({ month, days: (await daysOfMonth(month, loaded.option)) ?? [] })
  const hasFreeDay = ({ days }: { days: AvailableDate[] }) => days.some(({ is_available }) => is_available)
  const today = monthNow(loaded.now, type.timezone)
  const month = laterOf(today, type.period_starts_on?.slice(0, 7) ?? today)
  const first = month === loaded.month ? { month, days: loaded.days } : await daysOf(month)
  if (hasFreeDay(first)) return first
  const later = await Promise.all([1, 2].map((months) => daysOf(monthAfter(month, months))))
  return later.find(hasFreeDay) ?? first
}
