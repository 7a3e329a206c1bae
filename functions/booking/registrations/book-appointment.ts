import { nearestTimes } from '../../offering/appointments/nearest-times.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { BookAppointmentRequest } from '../../contract/booking/appointment-registration.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { creditGone } from '../session-credits/spend-credit.ts'
import { tooManyHeld } from '../spots/hold-ceilings.ts'
import { requireFreeAttendee } from './busy-attendee.ts'
import { appointmentDay, bookableTime } from './bookable-time.ts'
import { localeOf } from '../../contract/date-format.ts'
import { singleTime } from '../../contract/booked-times.ts'
import { holdAppointments, planAppointments } from './plan-appointments.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/**
 * Books a time of an appointment type: a pending registration with a hold, like a place in an event. The database
 * decides in the batch whether the time is still free. The later of two requests gets `slot_taken` with the nearest
 * free times.
 */
export async function bookAppointment(ctx: CustomerContext, input: BookAppointmentRequest): Promise<Registration> {
  const { appointment_option_id } = input
  const starts_at = Date.parse(input.start_time)
  const plan = await planAppointments(ctx, input, {
    days: appointmentDay(starts_at),
    startsIn: () => [starts_at],
  })
  const { availability, program, others } = plan
  const { type, rules } = availability
  const time = bookableTime(availability, starts_at, localeOf(ctx.language, program.country))
  requireFreeAttendee(program, { times: singleTime(time, rules.timezone), others })

  const id = ctx.newId('reg')
  ctx.request.setCreatedLocation(`/v1/profile/appointments/${id}`)
  ctx.request.invalidateTags(`places:${type.program.id}`, `appointment_type:${type.id}`)
  const writes = holdAppointments(ctx, input, plan, [{ id, ...time }])
  const results = await offeringTimes(ctx, { appointment_option_id, starts_at }, () =>
    commit(ctx, writes, ...registrationReads(ctx, { ids: [id] })),
  )
    .catch(creditGone)
    .catch(tooManyHeld(ctx, { param: 'start_time' }))
  const [registration] = await showRegistrations(ctx, results)
  if (!registration) throw new ApiError('internal_error')
  return registration
}

/** Runs the batch that takes a time. On `slot_taken` the error lists the nearest free times. */
export async function offeringTimes<Result>(
  ctx: CustomerContext,
  { appointment_option_id, starts_at }: { appointment_option_id: string; starts_at: number },
  takeTime: () => Promise<Result>,
): Promise<Result> {
  try {
    return await takeTime()
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== 'slot_taken') throw error
    const available_times = await nearestTimes(ctx, appointment_option_id, starts_at)
    throw new ApiError('slot_taken', { param: 'start_time', body: { available_times } })
  }
}
