import type { ErrorType } from '../../contract/api-error.ts'
import { maxOtherEvents, type PersonRefusal, type PlaceInstead } from '../../contract/person-refusal.ts'
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
  /** The places of options and pools that count as taken and that the booking releases. */
  released: ReadonlyMap<string, number>
  /** The option of each place that the booking takes, and of each that is offered. */
  taken: string[]
  /** Other events of the same kind, the best first. */
  alike: readonly SimilarEvent[]
}
type RefusedPlace = RequestedPlace & { type: string }

/**
 * The refusals with what each person can have instead. Other events are read only when a refusal of a place needs them,
 * in one read. The last place of an option is offered to one person. The people get offers in turns, so that one person
 * does not get them all.
 */
export async function withInstead(
  ctx: CustomerContext,
  { target: { event } }: LoadedBooking,
  { requested, people, places, freed, refusals }: DecidedBooking,
): Promise<PersonRefusal[]> {
  const refused = refusals.flatMap((refusal) => {
    const place = avoidable.has(refusal.type) ? requested.get(refusal.person ?? -1) : undefined
    return place ? [{ ...place, type: refusal.type, refusal }] : []
  })
  if (!event || refused.length === 0) return refusals
  const kept = new Set(people.flatMap((each) => each.kept.map(({ registration }) => registration.id)))
  const offer = {
    event,
    released: releasedOf(event, freed),
    taken: places.flatMap(({ place: { registration, booking } }) =>
      kept.has(registration.id) || booking.kind !== 'event' ? [] : [booking.option_id],
    ),
    alike: await loadSimilarEvents(ctx, event),
  }
  const offered = new Map<PersonRefusal, PlaceInstead[]>()
  let turns = refused.map(({ refusal, ...place }) => ({ refusal, offers: placesInstead(ctx, offer, place) }))
  while (turns.length > 0)
    turns = turns.filter(({ refusal, offers }) => {
      const next = offers.next()
      if (!next.done) offered.set(refusal, [...(offered.get(refusal) ?? []), next.value])
      return !next.done
    })
  return refusals.map((refusal) => {
    const instead = offered.get(refusal)
    return instead ? { ...refusal, instead } : refusal
  })
}

/**
 * What a person can have instead of a refused option: the other options of the event with a place besides those that
 * the booking takes, then other events with one, then the waitlist of an option that is sold out. Each place counts as
 * taken once it is offered.
 */
function* placesInstead(
  ctx: Ctx,
  { event, released, taken, alike }: Offer,
  { type, registering, option_id, isHolder }: RefusedPlace,
): Generator<PlaceInstead, void> {
  for (const { id, name } of openOptions(ctx, event, { registering, isHolder })) {
    if (id === option_id || !hasPlace(event, { option_id: id, released, taken })) continue
    taken.push(id)
    yield { kind: 'option', option_id: id, name }
  }
  let events = 0
  for (const other of alike) {
    const options = openOptions(ctx, other, { registering, isHolder: false })
    const open = options.find(({ id }) => hasPlace(other, { option_id: id, released, taken }))
    if (!open || events === maxOtherEvents) continue
    events += 1
    taken.push(open.id)
    const { id, name, starts_at } = other.event
    yield { kind: 'event', event_id: id, name, starts_at }
  }
  const refused = event.options.get(option_id)
  if (type === 'sold_out' && refused?.sale_status === 'waitlist') yield { kind: 'waitlist', name: refused.name }
}

/** The options of an event, in its order, that a person may take, whether or not they have a place. */
function openOptions(
  ctx: Ctx,
  { event, options, record }: SimilarEvent,
  { registering, isHolder }: Pick<RequestedPlace, 'registering' | 'isHolder'>,
) {
  const { program, others } = registering
  const times = bookedTimes(event)
  if (!program.preferences.ignore_attendee_conflicts && others.some((other) => overlap(times, other))) return []
  return record.options
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ id }) => {
      const option = options.get(id)
      const isOwn = others.some((other) => other.option_id === id)
      return !option || isOwn || checkOption(ctx, { ...registering, event, option }, isHolder) ? [] : [option]
    })
}

/** Whether an option has a place besides the taken ones. */
const hasPlace = (
  { record }: SimilarEvent,
  { option_id, released, taken }: Pick<Offer, 'released' | 'taken'> & { option_id: string },
): boolean => placesFor(record.options, released, [...taken, option_id]).at(-1) === true
