import type { RegisterRequest } from '../../contract/booking/registration.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import { acceptWaiverOf } from './accept-waiver.ts'
import { filesIn } from './answers.ts'
import { holdRegistration } from './hold-registration.ts'
import type { RegistrationFacts } from './load-registration-facts.ts'
import { attachToOrder } from './registration-steps.ts'

type Place = {
  id: string
  /** The order that the place is in from the beginning. */
  order?: { id: string; hold_expires_at: number }
  /** True when the visit that pays is of a package in the same order. */
  isUnpaidVisit?: boolean
  form_response: StoredFormResponse
  session_credit_id: string | null
  waiver: RegisterRequest['waiver']
}

/**
 * Statements that hold a place of an event for a person, with the accepted waiver and the files of the answers. Throws
 * for a waiver that this customer cannot accept.
 */
export function takePlace(
  ctx: CustomerContext,
  registering: RegistrationFacts,
  { id, order, isUnpaidVisit = false, form_response, session_credit_id, waiver }: Place,
): Statement[] {
  const { program, event, option, person, contact } = registering
  const accepted = acceptWaiverOf(ctx, registering, { acceptance: waiver, registration_id: id })
  const files = filesIn(event.fields, form_response.answers)
  return [
    ...holdRegistration(ctx, id, {
      program,
      person,
      contact,
      booking: { event_id: event.id, option_id: option.id, ...(order && !isUnpaidVisit ? { order_id: order.id } : {}) },
      form_response,
      session_credit_id,
    }),
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
