import { ApiError } from '../../contract/api-error.ts'
import { localeOf } from '../../contract/date-format.ts'
import type { BookAppointmentRequest } from '../../contract/booking/appointment-registration.ts'
import type { AppointmentTypeRecord, OptionRecord } from '../../offering/appointments/appointment-record.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creditFor, hasCreditFor } from '../session-credits/spend-credit.ts'
import type { Bookable } from '../session-credits/credit-rules.ts'
import { type appointmentDay, checkBookable } from './bookable-time.ts'
import { formResponse } from './form-response.ts'
import { checkAttendee } from './hold-registration.ts'
import { type AppointmentFacts, loadAppointmentFacts } from './load-appointment-facts.ts'
import { releaseLapsed } from './release-lapsed.ts'
import { takeTime } from './take-place.ts'

/** The input for booking one or several times of a type, without the times. */
export type AppointmentInput = Omit<BookAppointmentRequest, 'start_time'>
export type AppointmentPlan = Awaited<ReturnType<typeof planAppointments>>
type Times = { days: ReturnType<typeof appointmentDay>; startsIn: (timezone: string) => readonly number[] }

/** Loads and checks everything but the times themselves: the type, the people, the payment, and the answers. */
export async function planAppointments(ctx: CustomerContext, input: AppointmentInput, { days, startsIn }: Times) {
  const facts = await loadAppointmentFacts(ctx, input, days)
  const { availability, form, program, contact, person } = facts
  // Appointments have no waitlist.
  if (input.status === 'preregistered') throw new ApiError('option_not_on_sale', { param: 'status' })
  const starts = startsIn(availability.rules.timezone)
  const opening = { type: availability.type, option: availability.option, starts }
  checkMayBook(facts)
  const bookable = bookableTimes(facts, opening)
  const credit = await creditFor(ctx, input.session_credit_id, bookable)
  const isHolder = credit.id !== null || (mayPayPrice(opening) && (await hasCreditFor(ctx, bookable)))
  checkOpening(ctx, facts, { ...opening, isHolder })
  const form_response = await formResponse(ctx, input.form_response, {
    fields: form.fields,
    country: program.country,
    signer: contact,
  })
  checkAttendee(ctx, { program, person, others: [] }, { option_id: null, times: null })
  return { ...facts, credit, form_response }
}

/** The times of a booking, the type and the booked option. */
type Opening = { type: AppointmentTypeRecord; option: OptionRecord | null; starts: readonly number[] }
type Whose = Pick<AppointmentFacts, 'program' | 'person'>

/** Throws unless the program takes orders and the caller may register the person. */
export function checkMayBook({ program, person }: Whose): void {
  if (program.billing_status === 'unpaid')
    throw new ApiError('program_not_accepting_orders', { param: 'appointment_type_id' })
  if (!person.relation.rights.includes('register'))
    throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
}

/** The booking of some times as the rules of visits read it. */
export const bookableTimes = ({ program, person }: Whose, { type, starts }: Opening): Bookable => ({
  program_id: program.id,
  attendee_profile_id: person.profile.id,
  package_ids: type.restrict_to_package_ids,
  starts,
})

/** Whether a customer with a matching package may pay the price of an option instead of using a visit. */
export const mayPayPrice = ({ type, option }: Pick<Opening, 'type' | 'option'>): boolean =>
  type.restrict_to_package_ids.length > 0 && (option?.cost ?? 0) > 0

/** Throws `membership_required` for a type that neither a visit nor a membership opens to the person at these times. */
export function checkOpening(
  ctx: Ctx,
  { program, person }: Whose,
  { type, option, starts, isHolder }: Opening & { isHolder: boolean },
): void {
  if (isHolder) return
  const isFree = (option?.cost ?? 0) === 0
  checkBookable(localeOf(ctx.language, program.country), type, { memberships: person.memberships, starts, isFree })
}

/** The statements that hold these times, each as a separate booking. */
export function holdAppointments(
  ctx: CustomerContext,
  input: AppointmentInput,
  plan: AppointmentPlan,
  times: readonly { id: string; starts_at: number; ends_at: number }[],
): Statement[] {
  const { availability, credit, form_response, ...registering } = plan
  const { type } = availability
  const option_id = input.appointment_option_id
  return [
    ...releaseLapsed(ctx, [{ kind: 'appointment', source_id: type.id, option_id }]),
    ...credit.writes,
    ...times.flatMap(({ id, ...time }) =>
      takeTime(
        ctx,
        { ...registering, type },
        { id, form_response, session_credit_id: credit.id, waiver: input.waiver, time: { option_id, ...time } },
      ),
    ),
  ]
}
