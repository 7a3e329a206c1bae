import { Temporal } from 'temporal-polyfill'
import { freeTimesOf } from '../appointments/free-days.ts'
import { type Availability, loadAvailability } from '../appointments/load-availability.ts'
import { takeSlot } from '../appointments/take-slot.ts'
import { ApiError } from '../contract/api-error.ts'
import type { RegisterRequest, Registration } from '../contract/registration.ts'
import type { CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { formResponse } from './form-response.ts'
import { checkAttendee, holdRegistration } from './hold-registration.ts'
import { checkPeople } from './load-registering.ts'
import { contactOf, othersOf, personOf, programOf } from './register-rows.ts'
import { releaseLapsed } from './release-lapsed.ts'
import { registrationReads, showRegistrations } from './show-registration.ts'

type BookAppointmentInput = Pick<RegisterRequest, 'customer_profile_id' | 'attendee_profile_id' | 'form_response'> & {
  appointment_option_id: string
  /** in ms */
  starts_at: number
}

/**
 * Books a time of an appointment type: a pending registration, held like a place in an event. Whether the time is still free
 * is decided by the database in the batch that takes it (`slot_taken`).
 */
export async function bookAppointment(ctx: CustomerContext, input: BookAppointmentInput): Promise<Registration> {
  const { appointment_option_id, starts_at } = input
  const day = { from: dayOf(starts_at), to: dayOf(starts_at) }
  const availability = await loadAvailability(ctx, { appointment_option_id }, day)
  const { type } = availability
  const [[program], [contact], [person], others] = await ctx.db.batch([
    programOf(ctx.db, type.program.id),
    contactOf(ctx.db, input.customer_profile_id, ctx.actor.customer_id),
    personOf(ctx.db, input.attendee_profile_id, ctx.actor.customer_id),
    othersOf(ctx.db, input.attendee_profile_id, ctx.now),
  ])
  if (!program) throw new ApiError('not_found', { param: 'appointment_option_id' })
  const people = checkPeople({ program, contact, person })
  if (program.billing_status === 'unpaid')
    throw new ApiError('program_not_accepting_orders', { param: 'appointment_option_id' })
  if (!people.person.relation.rights.includes('register'))
    throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
  const time = freeTimeAt(availability, starts_at)
  checkAttendee(ctx, { ...people, others }, { option_id: null, dates: [time] })
  const form_response = await formResponse(ctx, input.form_response, {
    fields: [],
    country: program.country,
    signer: people.contact,
  })

  const id = ctx.newId('reg')
  const booking = { kind: 'appointment' as const, appointment_type_id: type.id, appointment_option_id }
  ctx.request.setCreatedLocation(`/v1/profile/registrations/${id}`)
  ctx.request.invalidateTags(`program:${program.id}`, `appointment_type:${type.id}`)
  const results = await commit(
    ctx,
    [
      ...releaseLapsed(ctx, [{ kind: 'appointment', source_id: type.id, option_id: appointment_option_id }]),
      ...holdRegistration(ctx, id, { ...people, booking, form_response }),
      takeSlot(ctx, type, { registration_id: id, option_id: appointment_option_id, ...time }),
    ],
    ...registrationReads(ctx, { ids: [id] }),
  )
  const [registration] = showRegistrations(ctx, results)
  if (!registration) throw new ApiError('internal_error')
  return registration
}

// A lapsed hold still shows as taken here: whether it is in the way is decided by the batch, which releases it first.
function freeTimeAt({ rules, wish }: Availability, starts_at: number): { starts_at: number; ends_at: number } {
  const day = Temporal.Instant.fromEpochMilliseconds(starts_at).toZonedDateTimeISO(rules.timezone).toPlainDate()
  const times = wish ? freeTimesOf(rules, { ...wish, taken: [] }, day) : []
  const time = times.find((each) => each.starts_at === starts_at)
  if (!time) throw new ApiError('option_not_on_sale', { param: 'starts_at' })
  return time
}

const dayOf = (instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('UTC').toPlainDate()
