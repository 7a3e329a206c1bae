import { eventReads, type ShownEvent, showEvents } from '../../offering/catalogue/events-for.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { EventOption } from '../../contract/offering/event.ts'
import type { RegisterRequest } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { LoadedRegistration } from './load-registration.ts'
import {
  contactOf,
  othersOf,
  personOf,
  programOf,
  programOfEvent,
  type PersonToRegister,
  type Registrant,
  waitingOf,
} from './register-rows.ts'
import * as eventStates from '../../contract/states/event-states.ts'

/** The caller's own profile in the program. */
export type Contact = Pick<Awaited<ReturnType<typeof contactOf>>[number], 'id' | 'first_name' | 'last_name'>
export type Program = Awaited<ReturnType<typeof programOfEvent>>[number]
/** Everything that decides whether a registration is possible. */
export type RegistrationFacts = {
  customer_id: string
  event: ShownEvent['event']
  option: EventOption
  person: Registrant
  contact: Contact
  program: Program
  others: Awaited<ReturnType<typeof othersOf>>
  /** Whether the event has a waitlist with people on it. */
  hasWaitlist: boolean
}

/**
 * Reads what a registration needs in one batch. Throws `not_found` unless all ids in the request belong to one
 * program, and the people to the caller.
 */
export async function loadRegistrationFacts(
  ctx: CustomerContext,
  input: Pick<RegisterRequest, 'event_id' | 'option_id' | 'customer_profile_id' | 'attendee_profile_id'>,
): Promise<RegistrationFacts> {
  const { customer_id } = ctx.actor
  const [events, [program], [contact], [person], others, waiting] = await ctx.db.batch([
    eventReads(ctx, [input.event_id]),
    programOfEvent(ctx.db, input.event_id),
    contactOf(ctx.db, input.customer_profile_id, customer_id),
    personOf(ctx.db, input.attendee_profile_id, customer_id),
    othersOf(ctx.db, input.attendee_profile_id, ctx.now),
    waitingOf(ctx.db, input.event_id),
  ])

  const shown = showEvents(ctx, events).get(input.event_id)
  const isPublic = eventStates.visible.has(shown?.event.status)
  if (!shown || !isPublic || !program || program.billing_status === 'cancelled')
    throw new ApiError('not_found', { param: 'event_id' })
  const option = shown.options.get(input.option_id)
  if (!option) throw new ApiError('not_found', { param: 'option_id' })
  return {
    customer_id,
    event: shown.event,
    option,
    ...checkPeople({ program, contact, person }),
    others,
    hasWaitlist: waiting.length > 0,
  }
}

/** The caller's profile and the attendee; throws unless both are in the program and the caller may see the attendee. */
export function checkPeople({
  program,
  contact,
  person,
}: {
  program: Program
  contact: Awaited<ReturnType<typeof contactOf>>[number] | undefined
  person: PersonToRegister | undefined
}): Pick<RegistrationFacts, 'program' | 'contact'> & { person: PersonToRegister } {
  if (contact?.program_id !== program.id) throw new ApiError('not_found', { param: 'customer_profile_id' })
  if (
    person?.profile.program_id !== program.id ||
    !person.relation.rights.includes('view') ||
    person.profile.is_archived
  )
    throw new ApiError('not_found', { param: 'attendee_profile_id' })
  return { program, contact, person }
}

/**
 * The queries that decide whether a registration may be rescheduled: its program and the other bookings of its
 * attendee.
 */
export function moveReads(ctx: Pick<CustomerContext, 'db' | 'now'>, registration: LoadedRegistration['registration']) {
  return [
    programOf(ctx.db, registration.program_id),
    othersOf(ctx.db, registration.attendee_profile_id, ctx.now),
  ] as const
}

/**
 * The queries that decide whether a place may be given to a person: its program, who booked it, the person, and their
 * other bookings.
 */
export function placeReads(
  ctx: CustomerContext,
  { registration }: Pick<LoadedRegistration, 'registration'>,
  attendeeProfileId: string,
) {
  const { customer_id } = ctx.actor
  return [
    programOf(ctx.db, registration.program_id),
    contactOf(ctx.db, registration.customer_profile_id, customer_id),
    personOf(ctx.db, attendeeProfileId, customer_id),
    othersOf(ctx.db, attendeeProfileId, ctx.now),
  ] as const
}
