import { nearestTimes } from '../appointments/nearest-times.ts'
import { loadAvailability } from '../appointments/load-availability.ts'
import { formOf } from '../appointments/show-appointment.ts'
import { takeSlot } from '../appointments/take-slot.ts'
import { ApiError } from '../contract/api-error.ts'
import type { BookAppointmentRequest } from '../contract/appointment-registration.ts'
import type { Registration } from '../contract/registration.ts'
import type { CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { useFiles } from '../uploads/use-files.ts'
import { acceptWaiver } from './accept-waiver.ts'
import { filesIn } from './answers.ts'
import { appointmentDay, bookableTime, checkBookable } from './bookable-time.ts'
import { formResponse } from './form-response.ts'
import { checkAttendee, holdRegistration } from './hold-registration.ts'
import { checkPeople } from './load-registering.ts'
import { contactOf, othersOf, personOf, programOf } from './register-rows.ts'
import { creditFor, creditGone, hasCreditFor } from '../session-credits/spend-credit.ts'
import { releaseLapsed } from './release-lapsed.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

/**
 * Books a time of an appointment type: a pending registration, held like a place in an event. Whether the time is still free
 * is decided by the database in the batch that takes it; who came second gets `slot_taken` with the nearest free times.
 */
export async function bookAppointment(ctx: CustomerContext, input: BookAppointmentRequest): Promise<Registration> {
  const { appointment_type_id, appointment_option_id } = input
  const { customer_id } = ctx.actor
  const starts_at = Date.parse(input.start_time)
  const day = appointmentDay(starts_at)
  const availability = await loadAvailability(ctx, { appointment_type_id, appointment_option_id }, day)
  const { type } = availability
  const [[program], [contact], [person], others] = await ctx.db.batch([
    programOf(ctx.db, type.program.id),
    contactOf(ctx.db, input.customer_profile_id, customer_id),
    personOf(ctx.db, input.attendee_profile_id, customer_id),
    othersOf(ctx.db, input.attendee_profile_id, ctx.now),
  ])
  if (!program) throw new ApiError('not_found', { param: 'appointment_type_id' })
  const people = checkPeople({ program, contact, person })
  checkInput(input, { program, rights: people.person.relation.rights })
  const bookable = {
    program_id: program.id,
    attendee_profile_id: people.person.profile.id,
    package_ids: type.restrict_to_package_ids,
  }
  const credit = await creditFor(ctx, input.session_credit_id, bookable)
  // Who holds a package that opens the type may pay the price instead of a visit, where it has one.
  const hasPrice = bookable.package_ids.length > 0 && (availability.option?.cost ?? 0) > 0
  const isHolder = credit.id !== null || (hasPrice && (await hasCreditFor(ctx, bookable)))
  if (!isHolder) checkBookable(type, people.person)
  const time = bookableTime(availability, starts_at)
  checkAttendee(ctx, { ...people, others }, { option_id: null, dates: [time] })
  const { fields, waiver } = formOf(type, ctx)
  const form_response = await formResponse(ctx, input.form_response, {
    fields,
    country: program.country,
    signer: people.contact,
  })

  const id = ctx.newId('reg')
  const files = filesIn(fields, form_response.answers)
  const acceptance = acceptWaiver(ctx, {
    given: input.waiver,
    waiver,
    registration_id: id,
    customer_id,
    attendee: people.person.attendee,
    relation: people.person.relation.relation,
    timezone: program.timezone,
  })
  const booking = { kind: 'appointment' as const, appointment_type_id: type.id, appointment_option_id }
  ctx.request.setCreatedLocation(`/v1/profile/appointments/${id}`)
  ctx.request.invalidateTags(`places:${program.id}`, `appointment_type:${type.id}`)
  const writes = [
    ...releaseLapsed(ctx, [{ kind: 'appointment', source_id: type.id, option_id: appointment_option_id }]),
    ...credit.writes,
    ...holdRegistration(ctx, id, { ...people, booking, form_response, session_credit_id: credit.id }),
    takeSlot(ctx, type, { registration_id: id, option_id: appointment_option_id, ...time }),
    ...acceptance,
    ...(files.length > 0 ? useFiles(ctx, { kind: 'registration', owner_id: id }, files) : []),
  ]
  const results = await offeringTimes(ctx, { appointment_option_id, starts_at }, () =>
    commit(ctx, writes, ...registrationReads(ctx, { ids: [id] })),
  ).catch(creditGone)
  const [registration] = showRegistrations(ctx, results)
  if (!registration) throw new ApiError('internal_error')
  return registration
}

// Lists are joined once they are offered; until then none can be asked for.
function checkInput(
  input: BookAppointmentRequest,
  { program, rights }: { program: { billing_status: string }; rights: readonly string[] },
): void {
  if (program.billing_status === 'unpaid')
    throw new ApiError('program_not_accepting_orders', { param: 'appointment_type_id' })
  if (input.status === 'preregistered') throw new ApiError('option_not_on_sale', { param: 'status' })
  if (!rights.includes('register')) throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
}

/** Runs the batch that takes a time. Where someone else was faster, the refusal has the nearest times that are free. */
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
