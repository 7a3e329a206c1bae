import { ApiError, type FieldError } from '../contract/api-error.ts'
import { fieldSentence } from '../contract/sentences/sentence.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { historyRow } from '../database/history.ts'
import { guardHeldPlaces } from '../spots/hold-ceilings.ts'
import { fullHoldMinutes, startHold } from '../spots/hold-clock.ts'
import { missingFields, overlap } from './eligibility.ts'
import type { Contact, Program } from './load-registering.ts'
import { insertRegistration, type othersOf, type Registered, type RegistrationInsert } from './register-rows.ts'

type Attending = { program: Program; person: Registered; others: Awaited<ReturnType<typeof othersOf>> }
type Booking =
  | Pick<RegistrationInsert, 'event_id' | 'option_id'>
  | (Pick<RegistrationInsert, 'appointment_type_id' | 'appointment_option_id'> & { kind: 'appointment' })

/** Refuses an attendee whose required fields are missing, who is registered for the option already, or is elsewhere at the time. */
export function checkAttendee(
  ctx: Ctx,
  { program, person, others }: Attending,
  booking: { option_id: string | null; dates: readonly { starts_at: number; ends_at: number }[] },
): void {
  const missing = missingFields(program.preferences.required_attendee_fields, person.attendee)
  const errors: FieldError[] = missing.map((param) => ({
    type: 'required',
    param,
    message: fieldSentence('required', ctx.language),
  }))
  if (missing.length > 0) throw new ApiError('attendee_fields_missing', { param: missing[0] ?? null, errors })

  if (booking.option_id !== null && others.some((other) => other.option_id === booking.option_id))
    throw new ApiError('already_registered', { param: 'attendee_profile_id' })
  const isBusy = others.some((other) => overlap(booking.dates, other.dates))
  if (isBusy && !program.preferences.ignore_attendee_conflicts)
    throw new ApiError('attendee_conflict', { param: 'attendee_profile_id' })
}

/** Statements that make a pending registration of what is booked, held as long as its program says. */
export function holdRegistration(
  ctx: CustomerContext,
  id: string,
  input: Pick<Attending, 'program' | 'person'> & {
    contact: Contact
    booking: Booking
    form_response: RegistrationInsert['form_response']
  },
): Statement[] {
  const { program, person, contact, booking, form_response } = input
  const { customer_id } = ctx.actor
  return [
    insertRegistration(ctx.db, {
      id,
      program_id: program.id,
      ...booking,
      customer_id,
      customer_profile_id: contact.id,
      attendee_id: person.attendee.id,
      attendee_profile_id: person.profile.id,
      status: 'pending',
      held_since: ctx.now,
      hold_expires_at: startHold(ctx.now, fullHoldMinutes(program.selling.hold_minutes)),
      form_response,
      created: ctx.now,
      updated: ctx.now,
    }),
    guardHeldPlaces(ctx, { customer_id, program_id: program.id }),
    historyRow(ctx, {
      object: 'registration',
      object_id: id,
      step: -1,
      from: null,
      to: 'pending',
      actor: ctx.actor,
      at: ctx.now,
    }),
  ]
}
