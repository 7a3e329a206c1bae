import { errorSentence } from '../../contract/sentences/sentence.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { EventToBook } from '../../booking/registrations/load-family.ts'
import { checkEligible, checkInput } from '../../booking/registrations/register.ts'
import { takePlace } from '../../booking/registrations/take-place.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { eventBooking } from '../orders/event-place.ts'
import type { BookingTarget, DesiredPlace } from './booking-target.ts'
import type { BookingByStaff } from './load-booking.ts'
import { placesFor, releasedOf } from './free-places.ts'

/** An event as a booking of a family reads it: one place for each person. */
export function eventTarget(ctx: CustomerContext, loaded: EventToBook, staff?: BookingByStaff): BookingTarget {
  const { event, record, options, listed } = loaded
  const optionOf = (option_id: string) => {
    const option = options.get(option_id)
    const stored = record.options.find(({ id }) => id === option_id)
    if (!option || !stored) throw new ApiError('not_found', { param: 'option_id' })
    return { option, stored }
  }
  const placesOf = (option_id: string): DesiredPlace[] => {
    const { option, stored } = optionOf(option_id)
    return [
      {
        option_id,
        starts_at: Date.parse(event.starts_at),
        param: 'option_id',
        booking: eventBooking(record, stored),
        take: (registering, place) => takePlace(ctx, { ...registering, event, option }, place),
      },
    ]
  }
  const message = errorSentence('sold_out', ctx.language)
  return {
    form: event,
    packageIds: event.restrict_to_package_ids,
    placesOf,
    checkMayBook: checkInput,
    checkOpen: (registering, { option_id, isHolder, waived }) => {
      const facts = { ...registering, event, option: optionOf(option_id).option, hasWaitlist: false }
      checkEligible(ctx, facts, isHolder, waived)
      const { id } = registering.person.attendee
      if (listed.some((each) => each.attendee_id === id && each.option_id === option_id))
        throw new ApiError('already_registered', { param: 'attendee_profile_id' })
    },
    mayPayPrice: (option_id) => {
      const { option, stored } = optionOf(option_id)
      return option.sale_status === 'restricted' && stored.cost > 0
    },
    has: ({ event_id }) => event_id === event.id,
    refusals: (desired, freed) => {
      const option_ids = desired.map(({ place }) => place.option_id)
      return placesFor(record.options, releasedOf(loaded, freed), option_ids).map((hasPlace) =>
        hasPlace || staff?.mayBeExtra ? null : { type: 'sold_out', message },
      )
    },
    sources: (option_ids) =>
      option_ids.map((option_id) => ({ kind: 'event' as const, source_id: event.id, option_id })),
    tags: [`event:${event.id}`],
    event: loaded,
    waitedFor: loaded.hasWaitlist ? event.id : null,
  }
}
