import { env } from 'cloudflare:workers'
import { hc } from 'hono/client'
import type { AppointmentOption, AppointmentType, AvailableDate, AvailableTime } from '#contract/appointment'
import type { Attachment } from '#contract/attachment'
import { largestPageSize } from '#contract/limits'
import type { AppointmentTypesV1, AvailabilityV1 } from '../../functions/api.ts'
import { pageAttachments, pageSchedule } from '../../functions/in-process.ts'
import { laterOf, monthAfter, monthNow } from '../locales/calendar-month.ts'
import type { Choice } from '../screens/appointments/read-choice.ts'
import { apiFetch, apiOrigin, elsewhere, explore } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

/** A type with its files and a month of it, and the times of a day where one is chosen or free. */
export type Schedule = {
  type: AppointmentType
  files: Attachment[]
  option: AppointmentOption | null
  month: string
  days: AvailableDate[]
  date: string | null
  times: AvailableTime[]
}
const dayMs = 86_400_000
type LoadScheduleInput = { typeId: string; choice: Choice; now: number }

/** What the page of an appointment type shows. Without a choice it is the first month that has a free day, and that day. Null: there is no such type. */
export async function loadSchedule(
  executionCtx: ExecutionContext,
  { typeId, choice, now }: LoadScheduleInput,
): Promise<Schedule | null> {
  const month = choice.month ?? monthNow(now, 'UTC')
  const ask = elsewhere
    ? callsOf(executionCtx, typeId)
    : readsOf(
        typeId,
        choice.month
          ? { first: month, last: month }
          : { first: monthNow(now - dayMs, 'UTC'), last: monthAfter(monthNow(now + dayMs, 'UTC'), 2) },
      )
  const [type, files, days, times] = await Promise.all([
    ask.type(),
    ask.files(),
    ask.days(month, choice.option),
    choice.date ? ask.times(choice.date, choice.option) : null,
  ])
  if (!type) return null
  // An option that is not there any more is no choice.
  if (days === null)
    return choice.option === null
      ? null
      : loadSchedule(executionCtx, { typeId, choice: { ...choice, option: null }, now })

  const option = type.options.find(({ id }) => id === choice.option) ?? null
  const shown = choice.month
    ? { month, days }
    : await firstMonth(ask, type, { month, days, option: choice.option, now })
  const date = choice.date ?? shown.days.find(({ is_available }) => is_available)?.date ?? null
  return {
    type,
    files,
    option,
    ...shown,
    date,
    times: times ?? (date ? ((await ask.times(date, choice.option)) ?? []) : []),
  }
}

/** The month of today where the type is, or one of the next two where only they have a free day. */
async function firstMonth(
  ask: Calls,
  type: AppointmentType,
  input: { month: string; days: AvailableDate[]; option: string | null; now: number },
): Promise<{ month: string; days: AvailableDate[] }> {
  const today = monthNow(input.now, type.timezone)
  const first = laterOf(today, type.period_starts_on?.slice(0, 7) ?? today)
  const one =
    first === input.month
      ? { month: first, days: input.days }
      : { month: first, days: (await ask.days(first, input.option)) ?? [] }
  if (one.days.some(({ is_available }) => is_available)) return one
  const later = await Promise.all(
    [1, 2]
      .map((after) => monthAfter(first, after))
      .map(async (month) => ({ month, days: (await ask.days(month, input.option)) ?? [] })),
  )
  return later.find(({ days }) => days.some(({ is_available }) => is_available)) ?? one
}

type Calls = {
  type: () => Promise<AppointmentType | null>
  files: () => Promise<Attachment[]>
  days: (month: string, option: string | null) => Promise<AvailableDate[] | null>
  times: (date: string, option: string | null) => Promise<AvailableTime[] | null>
}

/** One read answers them all: wherever it is today, this month and the next two are in it. */
function readsOf(typeId: string, months: { first: string; last: string }): Calls {
  const open = pageSchedule(env, { appointment_type_id: typeId, ...months })
  return {
    type: async () => (await open)?.type ?? null,
    files: () => pageAttachments(env, { appointment_type_id: typeId }),
    days: async (month, option) => (await open)?.days(month, option) ?? null,
    times: async (date, option) => (await open)?.times(date, option) ?? null,
  }
}

function callsOf(executionCtx: ExecutionContext, typeId: string): Calls {
  const client = { fetch: apiFetch(executionCtx) }
  const types = hc<AppointmentTypesV1>(`${apiOrigin()}/api/v1/explore/appointment_types`, client)
  const availability = hc<AvailabilityV1>(`${apiOrigin()}/api/v1/explore/availability`, client)
  const whose = (option: string | null) => ({
    appointment_type_id: typeId,
    ...(option ? { appointment_option_id: option } : {}),
  })
  return {
    type: () => types[':appointment_type_id'].$get({ param: { appointment_type_id: typeId } }).then(readOrNull),
    files: async () =>
      (
        await explore(executionCtx)
          [':appointment_type_id'].attachments.$get({
            param: { appointment_type_id: typeId },
            query: { limit: String(largestPageSize) },
          })
          .then(readOrNull)
      )?.data ?? [],
    days: async (month: string, option: string | null) =>
      (await availability.dates.$get({ query: { month, ...whose(option) } }).then(readOrNull))?.data ?? null,
    times: async (date: string, option: string | null) =>
      (await availability.times.$get({ query: { date, ...whose(option) } }).then(readOrNull))?.data ?? null,
  }
}
