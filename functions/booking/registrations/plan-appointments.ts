import { formOf } from '../../offering/appointments/show-appointment.ts'
import { localeOf } from '../../contract/date-format.ts'
import type { BillingStatus } from '../../contract/states/billing-states.ts'
import { loadAvailability } from '../../offering/appointments/load-availability.ts'
import { takeSlot } from '../../offering/appointments/take-slot.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { BookAppointmentRequest } from '../../contract/booking/appointment-registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creditFor, hasCreditFor } from '../session-credits/spend-credit.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import { acceptWaiver } from './accept-waiver.ts'
import { filesIn } from './answers.ts'
import { type appointmentDay, checkBookable } from './bookable-time.ts'
import { formResponse } from './form-response.ts'
import { holdRegistration } from './hold-registration.ts'
import { checkPeople } from './load-registration-facts.ts'
import { contactOf, othersOf, personOf, programOf } from './register-rows.ts'
import { releaseLapsed } from './release-lapsed.ts'

/** The input for booking one or several times of a type, without the times. */
export type AppointmentInput = Omit<BookAppointmentRequest, 'start_time'>
export type AppointmentPlan = Awaited<ReturnType<typeof planAppointments>>
type Time = { id: string; starts_at: number; ends_at: number }

/** Loads and checks everything but the times themselves: the type, the people, the payment, and the answers. */
export async function planAppointments(
  ctx: CustomerContext,
  input: AppointmentInput,
  { days, startsIn }: { days: ReturnType<typeof appointmentDay>; startsIn: (timezone: string) => readonly number[] },
) {
  const { appointment_type_id, appointment_option_id } = input
  const { customer_id } = ctx.actor
  const availability = await loadAvailability(ctx, { appointment_type_id, appointment_option_id }, days)
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
  const starts = startsIn(availability.rules.timezone)
  const bookable = {
    program_id: program.id,
    attendee_profile_id: people.person.profile.id,
    package_ids: type.restrict_to_package_ids,
    starts,
  }
  const credit = await creditFor(ctx, input.session_credit_id, bookable)
  // A customer with a matching package may pay the price instead of a visit, if there is a price.
  const hasPrice = (availability.option?.cost ?? 0) > 0
  const isHolder =
    credit.id !== null || (bookable.package_ids.length > 0 && hasPrice && (await hasCreditFor(ctx, bookable)))
  if (!isHolder)
    checkBookable(localeOf(ctx.language, program.country), type, {
      memberships: people.person.memberships,
      starts,
      isFree: !hasPrice,
    })
  const { fields, waiver } = formOf(type, ctx)
  const form_response = await formResponse(ctx, input.form_response, {
    fields,
    country: program.country,
    signer: people.contact,
  })
  return { availability, type, people, others, credit, fields, waiver, form_response }
}

// Appointments have no waitlist, so no status can be requested.
function checkInput(
  input: AppointmentInput,
  { program, rights }: { program: { billing_status: BillingStatus }; rights: readonly string[] },
): void {
  if (program.billing_status === 'unpaid')
    throw new ApiError('program_not_accepting_orders', { param: 'appointment_type_id' })
  if (input.status === 'preregistered') throw new ApiError('option_not_on_sale', { param: 'status' })
  if (!rights.includes('register')) throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
}

/** The statements that hold these times, each as a separate booking. */
export function holdAppointments(
  ctx: CustomerContext,
  input: AppointmentInput,
  { type, people, credit, fields, waiver, form_response }: AppointmentPlan,
  times: readonly Time[],
): Statement[] {
  const { appointment_type_id, appointment_option_id } = input
  const files = filesIn(fields, form_response.answers)
  const booking = { kind: 'appointment' as const, appointment_type_id, appointment_option_id }
  return [
    ...releaseLapsed(ctx, [{ kind: 'appointment', source_id: type.id, option_id: appointment_option_id }]),
    ...credit.writes,
    ...times.flatMap(({ id, starts_at, ends_at }) => [
      ...holdRegistration(ctx, id, { ...people, booking, form_response, session_credit_id: credit.id }),
      takeSlot(ctx, type, { registration_id: id, option_id: appointment_option_id, starts_at, ends_at }),
      ...acceptWaiver(ctx, {
        acceptance: input.waiver,
        waiver,
        registration_id: id,
        customer_id: ctx.actor.customer_id,
        attendee: people.person.attendee,
        relation: people.person.relation.relation,
        timezone: people.program.timezone,
      }),
      ...(files.length > 0 ? useFiles(ctx, { kind: 'registration', owner_id: id }, files) : []),
    ]),
  ]
}
