import { formOf } from '../../offering/appointments/show-appointment.ts'
import { type Availability, loadAvailability } from '../../offering/appointments/load-availability.ts'
import type { BookAppointmentRequest } from '../../contract/booking/appointment-registration.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Event } from '../../contract/offering/event.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { appointmentDay } from './bookable-time.ts'
import { checkPeople, type RegistrationFacts } from './load-registration-facts.ts'
import { contactOf, othersOf, personOf, programOf } from './register-rows.ts'

/** Everything that decides whether a person may book times of an appointment type. */
export type AppointmentFacts = Pick<RegistrationFacts, 'customer_id' | 'person' | 'contact' | 'program' | 'others'> & {
  availability: Availability
  form: Pick<Event, 'fields' | 'waiver'>
}
type Booked = Pick<
  BookAppointmentRequest,
  'appointment_type_id' | 'appointment_option_id' | 'customer_profile_id' | 'attendee_profile_id'
>

/** Reads what a booking of one person on some days needs. Throws `not_found` unless all ids belong together. */
export async function loadAppointmentFacts(
  ctx: CustomerContext,
  { appointment_type_id, appointment_option_id, customer_profile_id, attendee_profile_id }: Booked,
  days: ReturnType<typeof appointmentDay>,
): Promise<AppointmentFacts> {
  const { customer_id } = ctx.actor
  const availability = await loadAvailability(ctx, { appointment_type_id, appointment_option_id }, days)
  const { type } = availability
  const [[program], [contact], [person], others] = await ctx.db.batch([
    programOf(ctx.db, type.program.id),
    contactOf(ctx.db, customer_profile_id, customer_id),
    personOf(ctx.db, attendee_profile_id, customer_id),
    othersOf(ctx.db, attendee_profile_id, ctx.now),
  ])
  if (!program) throw new ApiError('not_found', { param: 'appointment_type_id' })
  const people = checkPeople({ program, contact, person })
  return { customer_id, availability, ...people, others, form: formOf(type, ctx) }
}
