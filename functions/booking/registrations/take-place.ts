import { takeSlot } from '../../offering/appointments/take-slot.ts'
import type { AppointmentTypeRecord } from '../../offering/appointments/appointment-record.ts'
import type { Event } from '../../contract/offering/event.ts'
import type { RegisterRequest } from '../../contract/booking/registration.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import { acceptWaiverOf } from './accept-waiver.ts'
import { filesIn } from './answers.ts'
import { type Booking, holdRegistration, type PlaceByStaff } from './hold-registration.ts'
import type { RegistrationFacts } from './load-registration-facts.ts'
import { changeAnswers } from './register-rows.ts'
import type { RegistrationRow } from './registration-rows.ts'
import { attachToOrder } from './registration-steps.ts'

export type PlaceToTake = {
  id: string
  /** The order that the place is in from the beginning. */
  order?: { id: string; hold_expires_at: number }
  /** The membership of the same order that opens the place, an item. */
  membership_item_id?: string | null
  /** True when the visit that pays is of a package in the same order. */
  isUnpaidVisit?: boolean
  form_response: StoredFormResponse
  session_credit_id: string | null
  waiver: RegisterRequest['waiver']
  staff?: PlaceByStaff | null
}
/** Who a place is for, and the form of what is booked. */
type Registering = Pick<RegistrationFacts, 'customer_id' | 'program' | 'person' | 'contact'> & {
  form: Pick<Event, 'fields' | 'waiver'>
}
/** A time of an appointment type. */
export type TimeToTake = { option_id: string; starts_at: number; ends_at: number }

/**
 * Statements that hold a place of an event for a person, with the accepted waiver and the files of the answers. Throws
 * for a waiver that this customer cannot accept.
 */
export const takePlace = (
  ctx: CustomerContext,
  { event, option, ...registering }: Omit<RegistrationFacts, 'others' | 'hasWaitlist'>,
  place: PlaceToTake,
): Statement[] =>
  holdPlace(
    ctx,
    { ...registering, form: event },
    { ...place, booking: { event_id: event.id, option_id: option.id }, slot: [] },
  )

/**
 * Statements that hold a time of an appointment type, like `takePlace`. The database decides in the batch whether the
 * time is still free.
 */
export const takeTime = (
  ctx: CustomerContext,
  {
    type,
    ...registering
  }: Registering & { type: Pick<AppointmentTypeRecord, 'id' | 'spots_total' | 'buffer_minutes'> },
  { time, ...place }: PlaceToTake & { time: TimeToTake },
): Statement[] =>
  holdPlace(ctx, registering, {
    ...place,
    booking: { kind: 'appointment', appointment_type_id: type.id, appointment_option_id: time.option_id },
    slot: [takeSlot(ctx, type, { registration_id: place.id, ...time }, place.staff?.mayBeExtra)],
  })

function holdPlace(
  ctx: CustomerContext,
  { program, person, contact, customer_id, form }: Registering,
  {
    id,
    order,
    isUnpaidVisit = false,
    form_response,
    session_credit_id,
    membership_item_id = null,
    waiver,
    staff = null,
    ...what
  }: PlaceToTake & {
    booking: Booking
    slot: Statement[]
  },
): Statement[] {
  const accepted = acceptWaiverOf(
    ctx,
    { program, person, customer_id, event: form },
    { acceptance: waiver, registration_id: id },
  )
  const files = filesIn(form.fields, form_response.answers)
  return [
    ...holdRegistration(ctx, id, {
      program,
      person,
      contact,
      booking: { ...what.booking, ...(order && !isUnpaidVisit ? { order_id: order.id } : {}) },
      form_response,
      session_credit_id,
      membership_item_id,
      staff,
    }),
    ...what.slot,
    // The schema lets a place with an unpaid visit join only the order of its package, by an update.
    ...(order && isUnpaidVisit
      ? attachToOrder(
          ctx,
          { registration: { id, step: 0 } },
          { order_id: order.id, hold_expires_at: order.hold_expires_at },
        )
      : []),
    ...accepted,
    ...(files.length > 0 ? useFiles(ctx, { kind: 'registration', owner_id: id }, files) : []),
  ]
}

/** Statements that store new answers of a held place, with an accepted waiver and the files of the answers. */
export function changeHeldPlace(
  ctx: CustomerContext,
  registering: Registering,
  {
    registration,
    form_response,
    waiver,
  }: Pick<PlaceToTake, 'form_response' | 'waiver'> & {
    registration: RegistrationRow
  },
): Statement[] {
  const { form } = registering
  return [
    ...storeHeldAnswers(ctx, registration, form_response),
    ...acceptWaiverOf(ctx, { ...registering, event: form }, { acceptance: waiver, registration_id: registration.id }),
    ...(form.fields.some(({ type }) => type === 'file')
      ? useFiles(ctx, { kind: 'registration', owner_id: registration.id }, filesIn(form.fields, form_response.answers))
      : []),
  ]
}

/** Statements that replace the answers of a registration that still has the status that was read. */
export const storeHeldAnswers = (
  ctx: CustomerContext,
  registration: RegistrationRow,
  form_response: StoredFormResponse,
): Statement[] => [changeAnswers(ctx.db, registration, { form_response, updated: ctx.now }), guard(ctx.db, 'state')]
