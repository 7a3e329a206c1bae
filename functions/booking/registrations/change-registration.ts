import { bookedType, formOf } from '../../offering/appointments/show-appointment.ts'
import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Registration, UpdateRegistrationRequest } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import { acceptWaiver } from './accept-waiver.ts'
import { filesIn } from './answers.ts'
import { findOwnRegistrations } from './find-own-registrations.ts'
import { formResponse } from './form-response.ts'
import type { LoadedRegistration } from './load-registration.ts'
import { changeAnswers, contactOf, personOf, programOf } from './register-rows.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/**
 * Changes answers, or accepts a waiver later, while the place is held or sold and has not started. Never called with
 * `status: cancelled`, because the cancellation routes are mounted first.
 */
export async function changeRegistration(
  ctx: CustomerContext,
  input: UpdateRegistrationRequest & { registration_id: string },
): Promise<Registration> {
  const [loaded] = await findOwnRegistrations(ctx, [input.registration_id])
  if (!loaded) throw new ApiError('not_found', { param: 'registration_id' })
  checkInput(input, loaded)
  const writes = input.form_response || input.waiver ? await answerWrites(ctx, input, loaded) : []

  const results = await commit(ctx, writes, ...registrationReads(ctx, { ids: [input.registration_id] }))
  const [shown] = await showRegistrations(ctx, results)
  if (!shown) throw new ApiError('not_found', { param: 'registration_id' })
  return shown
}

// Another option or person is a reschedule, which is handled before this.
function checkInput(input: UpdateRegistrationRequest, { registration, booking }: LoadedRegistration): void {
  if (input.id !== undefined && input.id !== registration.id) throw new ApiError('invalid_parameter', { param: 'id' })
  if (input.status !== undefined) throw new ApiError('transition_not_allowed', { param: 'status' })
  if (input.option_id !== undefined && input.option_id !== booking.option_id)
    throw new ApiError('transition_not_allowed', { param: 'option_id' })
  if (input.attendee_profile_id !== undefined && input.attendee_profile_id !== registration.attendee_profile_id)
    throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
}

/** Statements that store new answers or an accepted waiver, for a held or sold registration that has not started. */
export async function answerWrites(
  ctx: CustomerContext,
  input: Pick<UpdateRegistrationRequest, 'form_response' | 'waiver'>,
  loaded: LoadedRegistration,
): Promise<Statement[]> {
  const { registration } = loaded
  if (!registrationStates.booked.has(registration.status))
    throw new ApiError('state_conflict', { subject: registration.status })
  if (ctx.now >= loaded.booking.starts_at) throw new ApiError('already_started', { param: 'registration_id' })
  const { customer_id } = registration
  const [events, [type], [program], [contact], [person]] = await ctx.db.batch([
    eventReads(ctx, registration.event_id === null ? [] : [registration.event_id]),
    bookedType(ctx, registration.appointment_type_id),
    programOf(ctx.db, registration.program_id),
    contactOf(ctx.db, registration.customer_profile_id, customer_id),
    personOf(ctx.db, registration.attendee_profile_id, customer_id),
  ])
  const { fields, waiver } = type
    ? formOf(type, ctx)
    : (showEvents(ctx, events).get(registration.event_id ?? '')?.event ?? { fields: [], waiver: null })
  if (!program || !contact || !person) throw new ApiError('not_found', { param: 'registration_id' })

  const writes: Statement[] = acceptWaiver(ctx, {
    acceptance: input.waiver,
    waiver,
    registration_id: registration.id,
    customer_id,
    attendee: person.attendee,
    relation: person.relation.relation,
    timezone: program.timezone,
  })
  if (!input.form_response) return writes
  const form_response = await formResponse(ctx, input.form_response, {
    fields,
    country: program.country,
    signer: contact,
  })
  const use = { kind: 'registration' as const, owner_id: registration.id }
  return [
    ...writes,
    changeAnswers(ctx.db, registration, { form_response, updated: ctx.now }),
    guard(ctx.db, 'state'),
    ...(fields.some(({ type }) => type === 'file') ? useFiles(ctx, use, filesIn(fields, form_response.answers)) : []),
  ]
}
