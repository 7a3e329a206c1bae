import type { ErrorType } from '../../contract/api-error.ts'
import { maxOtherEvents, type PersonRefusal, type PlaceInstead } from '../../contract/money/family-booking.ts'
import { loadSimilarEvents, type SimilarEvent } from '../../booking/registrations/load-similar-events.ts'
import { bookedTimes, checkOption } from '../../booking/registrations/register.ts'
import { overlap } from '../../contract/booked-times.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { RequestedPlace } from './booking-target.ts'
import type { DecidedBooking } from './decide-booking.ts'
import { placesFor, releasedOf } from './free-places.ts'
import type { LoadedBooking } from './load-booking.ts'

/** Refusals that another option or another event may avoid. */
const avoidable: ReadonlySet<string> = new Set<ErrorType>([
  'sold_out',
  'attendee_too_young',
  'attendee_too_old',
  'gender_not_eligible',
  'attendee_conflict',
  'option_not_on_sale',
  'already_started',
  'sale_not_started',
  'sale_ended',
  'membership_required',
])
type Offer = {
  event: SimilarEvent
  /** The places that options have besides those that count as taken. */
  released: ReadonlyMap<string, number>
  /** The option of each place that the booking takes. */
  taken: readonly string[]
  /** Other events of the same kind, the best first. */
  alike: readonly SimilarEvent[]
}

/**
 * The refusals with what each person can have instead. Other events are read only when a refusal of a place needs them,
 * in one read.
 */
export async function withInstead(
  ctx: CustomerContext,
  { target: { event } }: LoadedBooking,
  { requested, people, places, freed, refusals }: DecidedBooking,
): Promise<PersonRefusal[]> {
  const needed = refusals.filter(({ person, type }) => avoidable.has(type) && person !== null && requested.has(person))
  if (!event || needed.length === 0) return refusals
  const kept = new Set(people.flatMap((each) => each.kept.map(({ registration }) => registration.id)))
  const offer = {
    event,
    released: releasedOf(event.lapsed, freed),
    taken: places.flatMap(({ place: { registration, booking } }) =>
      kept.has(registration.id) || booking.kind !== 'event' ? [] : [booking.option_id],
    ),
    alike: await loadSimilarEvents(ctx, event),
  }
  return refusals.map((refusal) => {
    const place = needed.includes(refusal) ? requested.get(refusal.person ?? -1) : undefined
    const instead = place ? insteadOf(ctx, offer, { type: refusal.type, ...place }) : []
    return instead.length > 0 ? { ...refusal, instead } : refusal
  })
}

/**
 * What a person can have instead of a refused option: the other options of the event with a place besides those that
 * the booking takes, then other events with one, then the waitlist of an option that is sold out.
 */
function insteadOf(
  ctx: Ctx,
  { event, released, taken, alike }: Offer,
  { type, registering, option_id, isHolder }: RequestedPlace & { type: string },
): PlaceInstead[] {
  const options = openOptions(ctx, event, { registering, isHolder, released, taken })
  const events = alike.filter(
    (other) => openOptions(ctx, other, { registering, isHolder: false, released: new Map(), taken: [] }).length > 0,
  )
  const refused = event.options.get(option_id)
  const isWaitlist = type === 'sold_out' && refused?.sale_status === 'waitlist'
  return [
    ...options.flatMap(({ id, name }) => (id === option_id ? [] : [{ kind: 'option' as const, option_id: id, name }])),
    ...events
      .slice(0, maxOtherEvents)
      .map(({ event: { id, name, starts_at } }) => ({ kind: 'event' as const, event_id: id, name, starts_at })),
    ...(isWaitlist ? [{ kind: 'waitlist' as const, name: refused.name }] : []),
  ]
}

type Asking = Pick<RequestedPlace, 'registering' | 'isHolder'> & Pick<Offer, 'released' | 'taken'>

/** The options of an event, in its order, that a person may take and that have a place. */
function openOptions(
  ctx: Ctx,
  { event, options, record }: SimilarEvent,
  { registering, isHolder, released, taken }: Asking,
) {
  const { program, others } = registering
  const times = bookedTimes(event)
  if (!program.preferences.ignore_attendee_conflicts && others.some((other) => overlap(times, other))) return []
  return record.options
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ id }) => {
      const option = options.get(id)
      const isOwn = others.some((other) => other.option_id === id)
      if (!option || isOwn || checkOption(ctx, { ...registering, event, option }, isHolder)) return []
      return placesFor(record.options, released, [...taken, id]).at(-1) ? [option] : []
    })
}
