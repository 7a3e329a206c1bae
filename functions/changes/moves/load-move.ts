import type { EventRecord } from '../../offering/catalogue/event-record.ts'
import { eventReads, type ShownEvent, showEvents } from '../../offering/catalogue/events-for.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { type LoadedOrder, orderReads, toOrder } from '../../money/orders/load-order.ts'
import { type LoadedRefund, refundReads } from '../../money/refunds/create-refund.ts'
import { inOrderOf, ownRegistrations } from '../../booking/registrations/find-own-registrations.ts'
import { checkPeople, placeReads, type RegistrationFacts } from '../../booking/registrations/load-registration-facts.ts'
import { type LoadedRegistration, orderLookup } from '../../booking/registrations/load-registration.ts'
import { openAnswers } from '../../booking/registrations/sealed-answers.ts'
import { acceptancesOf, eventOfOption, eventsToMoveTo } from './move-rows.ts'

/** A place of the caller, with its order if there is one. */
export type PlaceToMove = { place: LoadedRegistration; order: (LoadedOrder & { refunds: LoadedRefund[] }) | null }
/** Everything that decides a move: the person, their other bookings, and the events it could move to. */
export type LoadedMove = PlaceToMove &
  Pick<RegistrationFacts, 'person' | 'program' | 'contact' | 'others'> & {
    acceptances: Awaited<ReturnType<typeof acceptancesOf>>
    /** The decrypted answers of the booking. */
    answers: Answer[]
    events: Map<string, ShownEvent>
    /** The events as stored, with their names in every language. */
    records: EventRecord[]
  }

/**
 * Reads an event booking with its order. Throws `not_found` for a missing booking, another customer's and an
 * appointment.
 */
export async function loadPlaceToMove(ctx: CustomerContext, id: string): Promise<PlaceToMove> {
  return requireEvent(await loadBookedPlace(ctx, id))
}

/** Throws `not_found` for an appointment, which moves by another call. */
export function requireEvent(booked: PlaceToMove): PlaceToMove {
  if (booked.place.booking.kind !== 'event') throw new ApiError('not_found', { param: 'registration_id' })
  return booked
}

/** Reads a booking of either kind with its order. Throws `not_found` for a missing one and another customer's. */
export async function loadBookedPlace(ctx: CustomerContext, id: string): Promise<PlaceToMove> {
  const orderId = orderLookup(id)
  const [places, refunds, ...read] = await ctx.db.batch([
    ownRegistrations(ctx, [id]),
    refundReads(ctx, orderId),
    ...orderReads(ctx, orderId, ctx.actor.customer_id),
  ])
  const [place] = inOrderOf(places, [id])
  if (!place) throw new ApiError('not_found', { param: 'registration_id' })
  return { place, order: place.registration.order_id === null ? null : { ...toOrder(read), refunds } }
}

type Target = { option_id?: string | undefined; attendee_profile_id?: string | undefined }

/** Reads what a move needs: to one option, or to all candidates. */
export async function loadMove(ctx: CustomerContext, moving: PlaceToMove, target: Target): Promise<LoadedMove> {
  const { registration, booking } = moving.place
  const profileId = target.attendee_profile_id ?? registration.attendee_profile_id
  const which = target.option_id
    ? eventOfOption(target.option_id, registration.program_id)
    : eventsToMoveTo(
        {
          event_id: booking.source_id,
          program_id: registration.program_id,
          name: booking.title,
          type: booking.event_type,
        },
        ctx.now,
      )
  const [events, [program], [contact], [person], others, acceptances] = await ctx.db.batch([
    eventReads(ctx, which),
    ...placeReads(ctx, moving.place, profileId),
    acceptancesOf(ctx.db, registration.id),
  ])
  if (!program) throw new ApiError('not_found', { param: 'registration_id' })
  return {
    ...moving,
    ...checkPeople({ program, contact, person }),
    others: others.filter(({ id }) => id !== registration.id),
    acceptances,
    answers: await openAnswers(ctx.env, registration.form_response.answers),
    events: showEvents(ctx, events),
    records: events,
  }
}
