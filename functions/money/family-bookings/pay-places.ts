import type { PersonRefusal } from '../../contract/person-refusal.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { UsedVisits } from './decide-payment.ts'
import type { DecidedPlace, PossiblePlace } from './decide-places.ts'
import type { LoadedBooking } from './load-booking.ts'
import { collect, fieldOfPerson } from './person-refusals.ts'

type Decided = { places: DecidedPlace[]; refusals: PersonRefusal[] }

/**
 * Which possible places are left and can be paid, in their order. A place that cannot be had uses no visit, and one that
 * cannot be paid takes no place from those after it.
 */
export async function payPlaces(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  { possible, freed }: { possible: readonly PossiblePlace[]; freed: readonly LoadedRegistration[] },
): Promise<Decided> {
  const unpaid = new Map<PossiblePlace, PersonRefusal[]>()
  for (;;) {
    const open = possible.filter((each) => !unpaid.has(each))
    const why = loaded.target.refusals(
      open.map(({ desired }) => desired),
      freed,
    )
    const before = unpaid.size
    const used = new UsedVisits()
    const places: DecidedPlace[] = []
    const refusals: PersonRefusal[] = []
    for (const [at, possiblePlace] of open.entries()) {
      const refusal = why[at]
      const { person, place } = possiblePlace.desired
      if (refusal) refusals.push({ person, ...refusal, param: fieldOfPerson(person, place.param) })
      else {
        const ofPayment: PersonRefusal[] = []
        const collecting = { person, language: ctx.language, refusals: ofPayment }
        const decided = await collect(() => possiblePlace.hold(used.add(possiblePlace.pay(used))), collecting)
        if (decided) places.push(decided)
        else unpaid.set(possiblePlace, ofPayment)
      }
    }
    if (unpaid.size === before || refusals.length === 0)
      return { places, refusals: [...refusals, ...oncePerField([...unpaid.values()].flat())] }
  }
}

/** The refusals without those that repeat one of the same person and field. */
const oncePerField = (refusals: readonly PersonRefusal[]): PersonRefusal[] =>
  refusals.filter(
    ({ type, param }, at) => refusals.findIndex((other) => other.type === type && other.param === param) === at,
  )
