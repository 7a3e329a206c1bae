import { weekMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { AppointmentSeries, BookSeriesRequest } from '../../contract/booking/appointment-registration.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { creditGone } from '../session-credits/spend-credit.ts'
import { tooManyHeld } from '../spots/hold-ceilings.ts'
import { dayNow } from '../../offering/appointments/free-days.ts'
import { localeOf } from '../../contract/date-format.ts'
import { appointmentDay, closedMessage } from './bookable-time.ts'
import { offeringTimes } from './book-appointment.ts'
import { type AppointmentPlan, holdAppointments, planAppointments } from './plan-appointments.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'
import { chooseWeeklyTimes, weeklyStarts } from './weekly-times.ts'

// The dates are chosen again when another request took one of them.
const isSlotTaken = (error: unknown) =>
  error instanceof ApiError && error.type === 'slot_taken' && error.detail.constraint !== undefined

/**
 * Books the same hour in several weeks. Each available date becomes a separate booking, all held in one batch, and the
 * unavailable dates are listed. A date that this person already holds belongs to the series, so a repeated request
 * returns it.
 */
export const bookSeries = (ctx: CustomerContext, input: BookSeriesRequest): Promise<AppointmentSeries> =>
  retryOnConflict(() => holdSeries(ctx, input), isSlotTaken)

async function holdSeries(
  ctx: CustomerContext,
  { start_time, weeks, ...input }: BookSeriesRequest,
): Promise<AppointmentSeries> {
  const first = Date.parse(start_time)
  const days = { from: appointmentDay(first).from, to: appointmentDay(first + weeks * weekMs).to }
  const plan = await planAppointments(ctx, input, {
    days,
    startsIn: (timezone) => weeklyStarts(first, weeks, timezone),
  })
  const { program, availability } = plan
  const { type } = availability
  const own = heldBefore(plan, input.appointment_option_id)
  const starts = weeklyStarts(first, weeks, availability.rules.timezone)
  const missing = starts.filter((start) => !own.has(start))
  const closedAt = (at: number) =>
    closedMessage(
      availability.rules,
      dayNow(at, availability.rules.timezone).toString(),
      localeOf(ctx.language, program.country),
    )
  const { free, unavailable } = chooseWeeklyTimes(availability, missing, busyTimes(plan))
  const held = starts.flatMap((start) => own.get(start) ?? [])
  const [refusal] = unavailable
  if (free.length === 0 && held.length === 0 && refusal) {
    const about = { appointment_option_id: input.appointment_option_id, starts_at: first }
    const refused = new ApiError(refusal.type, { param: 'start_time', ...closedAt(refusal.starts_at) })
    await offeringTimes(ctx, about, () => Promise.reject(refused))
  }

  const times = free.map((time) => ({ id: ctx.newId('reg'), ...time }))
  ctx.request.invalidateTags(`places:${type.program.id}`, `appointment_type:${type.id}`)
  const ids = [...held, ...times.map(({ id }) => id)]
  const writes = times.length > 0 ? holdAppointments(ctx, input, plan, times) : []
  const results = await commit(ctx, writes, ...registrationReads(ctx, { ids }))
    .catch(creditGone)
    .catch(tooManyHeld(ctx, { param: 'weeks' }))
  return {
    object: 'appointment_series',
    registrations: (await showRegistrations(ctx, results)).sort(
      (a, b) => Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at),
    ),
    unavailable: unavailable.map(({ starts_at, type: why }) => ({
      starts_at: instant(starts_at),
      type: why,
      message: closedAt(starts_at).message ?? errorSentence(why, ctx.language),
    })),
  }
}

/** Unpaid dates of this length that the person already holds, by their start. */
const heldBefore = ({ others }: AppointmentPlan, optionId: string): Map<number, string> =>
  new Map(
    others
      .filter(({ appointment_option_id, status }) => appointment_option_id === optionId && status === 'pending')
      .flatMap(({ id, dates }) => dates.map(({ starts_at }) => [starts_at, id] as const)),
  )

const busyTimes = ({ others, program }: AppointmentPlan) =>
  program.preferences.ignore_attendee_conflicts ? [] : others
