import type * as registrationStates from '../../contract/states/registration-states.ts'
import type { StatusIn } from '../../contract/states/status-set.ts'
import { ApiError, type FieldError } from '../../contract/api-error.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creationRow } from '../../platform/database/history.ts'
import { guardHeldPlaces } from '../spots/hold-ceilings.ts'
import { guardUnprovenPlaces } from '../spots/unproven-holds.ts'
import { fullHoldMinutes, startHold } from '../spots/hold-clock.ts'
import { missingFields, noneWaived, type Waived } from './eligibility.ts'
import type { BookedTimes } from '../../contract/booked-times.ts'
import { requireFreeAttendee } from './busy-attendee.ts'
import type { Contact, Program } from './load-registration-facts.ts'
import { insertRegistration, type othersOf, type Registrant, type RegistrationInsert } from './register-rows.ts'

type Attending = { program: Program; person: Registrant; others: Awaited<ReturnType<typeof othersOf>> }
/** What a registration is for: an option of an event or of an appointment type, and the order it begins in. */
export type Booking = Partial<Pick<RegistrationInsert, 'order_id'>> &
  (
    | Pick<RegistrationInsert, 'event_id' | 'option_id'>
    | (Pick<RegistrationInsert, 'appointment_type_id' | 'appointment_option_id'> & { kind: 'appointment' })
  )

/**
 * Throws when an attendee lacks required fields, is already registered for the option, or has another booking at the
 * time.
 */
export function checkAttendee(
  ctx: Ctx,
  { program, person, others }: Attending,
  booking: { option_id: string | null; times: BookedTimes | null; waived?: Waived },
): void {
  const { waived = noneWaived } = booking
  const missing = waived.has('attendee_fields_missing')
    ? []
    : missingFields(program.preferences.required_attendee_fields, person.attendee)
  const errors: FieldError[] = missing.map((param) => ({
    type: 'required',
    param,
    message: fieldSentence('required', ctx.language),
  }))
  if (missing.length > 0) throw new ApiError('attendee_fields_missing', { param: missing[0] ?? null, errors })

  if (booking.option_id !== null && others.some((other) => other.option_id === booking.option_id))
    throw new ApiError('already_registered', { param: 'attendee_profile_id' })
  if (booking.times && !waived.has('attendee_conflict')) requireFreeAttendee(program, { times: booking.times, others })
}

/** What staff decide about a place: that it may be an extra one, and why it is booked so. */
export type PlaceByStaff = { mayBeExtra: boolean; note: string | null }

type NewRegistration = Pick<Attending, 'program' | 'person'> & {
  contact: Contact
  booking: Booking
  form_response: RegistrationInsert['form_response']
  session_credit_id?: string | null
  membership_item_id?: string | null
  staff?: PlaceByStaff | null
}
/** The first state of a registration: with a held place or on a waitlist. */
type Beginning = Pick<RegistrationInsert, 'status' | 'held_since' | 'hold_expires_at' | 'waitlist_entry_id'>

/** Statements that create a registration on a waitlist. */
export const insertWaitingRegistration = (
  ctx: CustomerContext,
  id: string,
  input: NewRegistration,
  line: { status: StatusIn<typeof registrationStates.waiting>; waitlist_entry_id: string },
): Statement[] => makeRegistration(ctx, id, input, line)

/** Statements that create a pending registration, held as long as its program allows. */
export function holdRegistration(ctx: CustomerContext, id: string, input: NewRegistration): Statement[] {
  const { program } = input
  const made = makeRegistration(ctx, id, input, {
    status: 'pending',
    held_since: ctx.now,
    hold_expires_at: startHold(ctx.now, fullHoldMinutes(program.selling.hold_minutes)),
  })
  // The ceilings limit what a customer holds, not what staff book for one.
  if (ctx.actor.by) return made
  const [registration, ...history] = made
  const held = guardHeldPlaces(ctx, { customer_id: ctx.actor.customer_id, program_id: program.id })
  const unproven = guardUnprovenPlaces(ctx, [id], {
    customer_id: ctx.actor.customer_id,
    option_id: 'option_id' in input.booking ? (input.booking.option_id ?? null) : null,
  })
  return [registration, held, ...unproven, ...history]
}

function makeRegistration(
  ctx: CustomerContext,
  id: string,
  {
    program,
    person,
    contact,
    booking,
    form_response,
    session_credit_id = null,
    membership_item_id = null,
    staff = null,
  }: NewRegistration,
  beginning: Beginning,
): [Statement, Statement] {
  return [
    insertRegistration(
      ctx.db,
      {
        id,
        program_id: program.id,
        ...booking,
        customer_id: ctx.actor.customer_id,
        customer_profile_id: contact.id,
        attendee_id: person.attendee.id,
        attendee_profile_id: person.profile.id,
        ...beginning,
        form_response,
        session_credit_id,
        membership_item_id,
        created: ctx.now,
        updated: ctx.now,
      },
      staff?.mayBeExtra,
    ),
    creationRow(
      ctx,
      { object: 'registration', id, to: beginning.status },
      { actor: ctx.actor, note: staff?.note ?? null },
    ),
  ]
}
