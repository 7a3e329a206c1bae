import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson, BookFamilyRequest } from '../../contract/money/family-booking.ts'
import type { PersonRefusal } from '../../contract/person-refusal.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { RequestedPlace } from './booking-target.ts'
import { type DecidedPlace, decidePlaces, type PossiblePlace } from './decide-places.ts'
import { comparePlaces, type PersonsPlaces, releasedPlaces, withFreedVisits } from './held-places.ts'
import type { LoadedBooking } from './load-booking.ts'
import { payPlaces } from './pay-places.ts'
import { collect } from './person-refusals.ts'

/** A person who can have places, and the statements that add them to the program and change the places they keep. */
export type BookingPerson = Pick<PersonsPlaces, 'freed'> & {
  person: number
  /** The store products that go with the places. Undefined leaves those in the cart as they are. */
  items: BookedPerson['items']
  kept: LoadedRegistration[]
  writes: Statement[]
}
export type DecidedBooking = {
  people: BookingPerson[]
  places: DecidedPlace[]
  /** The held places that the booking releases: those that `release` names, and replaced ones of people. */
  freed: LoadedRegistration[]
  /** The people whom the rules could read, by position. */
  requested: ReadonlyMap<number, RequestedPlace>
  refusals: PersonRefusal[]
}
type Input = Pick<BookFamilyRequest, 'people' | 'release' | 'on_refusal'>

/**
 * Who of a booking can have their places, and why the others cannot. Only the write decides whether one is left. With
 * `hold`, a refused person whose places would be replaced keeps these instead, so the others are decided again without
 * what they would have freed.
 */
export async function decideBooking(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  input: Input,
): Promise<DecidedBooking> {
  const staying = new Map<number, PersonRefusal[]>()
  const requested = new Map<number, RequestedPlace>()
  for (;;) {
    const { leaving, ...decided } = await decideOnce(ctx, loaded, { ...input, staying, requested })
    const before = staying.size
    for (const person of leaving) {
      const refusals = decided.refusals.filter((refusal) => refusal.person === person)
      if (refusals.length > 0) staying.set(person, refusals)
    }
    if (staying.size === before || input.on_refusal === 'none') return decided
  }
}

/** `staying` has the people who keep what they hold, with their refusals; `leaving` those who would free a place. */
async function decideOnce(
  ctx: CustomerContext,
  before: LoadedBooking,
  input: Input & { staying: ReadonlyMap<number, PersonRefusal[]>; requested: Map<number, RequestedPlace> },
): Promise<DecidedBooking & { leaving: number[] }> {
  const release = releasedPlaces(ctx, before, input.release ?? [])
  const compared = input.people.map((each, person) =>
    input.staying.has(person)
      ? null
      : comparePlaces(before, { input: each, attendeeId: attendeeOf(before, each), released: release.places }),
  )
  const replaced = compared.flatMap((places) => places?.freed ?? [])
  const loaded = withFreedVisits(before, [...release.places, ...replaced])
  const refusals: PersonRefusal[] = [...release.refusals, ...[...input.staying.values()].flat()]
  const people: BookingPerson[] = []
  const attached: DecidedPlace[] = []
  const possible: PossiblePlace[] = []
  for (const [person, each] of input.people.entries()) {
    const collecting = { person, language: ctx.language, refusals }
    const attendeeId = attendeeOf(loaded, each)
    const isRepeated =
      attendeeId !== null && input.people.slice(0, person).some((earlier) => attendeeOf(loaded, earlier) === attendeeId)
    const places = compared[person]
    if (!places) continue
    const decided = await collect(() => {
      if (isRepeated) throw new ApiError('already_registered', { param: 'attendee_id' })
      const freed = [...release.places, ...places.freed]
      return decidePlaces(ctx, loaded, {
        input: each,
        places,
        freed,
        requested: input.requested,
        collecting,
      })
    }, collecting)
    if (!decided) continue
    const kept = places.kept.map(({ held }) => held)
    people.push({ person, items: each.items, kept, freed: places.freed, writes: decided.writes })
    attached.push(...decided.attached)
    possible.push(...decided.places)
  }
  const freed = [...release.places, ...people.flatMap((each) => each.freed)]
  const paid = await payPlaces(ctx, loaded, { possible, freed })
  refusals.push(...paid.refusals)
  const places = [...attached, ...paid.places]
  const booked = people.filter(({ person, kept }) => kept.length > 0 || places.some((each) => each.person === person))
  return {
    people: booked,
    places,
    freed: [...release.places, ...booked.flatMap((each) => each.freed)],
    requested: input.requested,
    refusals: refusals.toSorted((a, b) => (a.person ?? 0) - (b.person ?? 0)),
    leaving: compared.flatMap((each, person) => (each && each.freed.length > 0 ? [person] : [])),
  }
}

/** The attendee that a part of a request is about; null for a new one. Only the caller can also be described. */
const attendeeOf = ({ self }: LoadedBooking, { attendee_id, attendee }: BookedPerson): string | null =>
  attendee_id ?? (attendee?.relation === 'self' ? (self[0]?.attendee_id ?? 'self') : null)
