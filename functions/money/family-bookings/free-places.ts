import { type OptionPlaces, unlimitedSpots } from '../../offering/catalogue/places-left.ts'

type Option = OptionPlaces & { id: string }

/**
 * For each desired option in order, whether a place is left once those before it have theirs, in the option and in the
 * pools it shares. `released` has the places of each option and pool that count as taken and that the booking releases.
 */
export function placesFor(
  options: readonly Option[],
  released: ReadonlyMap<string, number>,
  desired: readonly string[],
): boolean[] {
  const left = new Map<string, number>()
  for (const option of options) {
    for (const scope of [option, ...option.pools]) left.set(scope.id, freeOf(scope) + (released.get(scope.id) ?? 0))
  }
  return desired.map((option_id) => {
    const option = options.find(({ id }) => id === option_id)
    const scopes = option ? [option.id, ...option.pools.map(({ id }) => id)] : []
    const hasPlace = scopes.length > 0 && scopes.every((scope) => (left.get(scope) ?? 0) > 0)
    if (hasPlace) for (const scope of scopes) left.set(scope, (left.get(scope) ?? 0) - 1)
    return hasPlace
  })
}

type Taken = {
  /** The lapsed holds of each option, and the extra places that take the first places that become free. */
  lapsed: ReadonlyMap<string, { holds: number; extra: number }>
  /** The pools of the options that have lapsed holds or freed places. */
  poolsOf: ReadonlyMap<string, readonly string[]>
}
type Freed = { registration: { option_id: string | null; is_extra: boolean } }

/**
 * The places of each option, and of each pool, that are left once its lapsed holds end and those that are freed: less
 * those that extra places take, and a freed extra place leaves none.
 */
export function releasedOf({ lapsed, poolsOf }: Taken, freed: readonly Freed[]): Map<string, number> {
  const released = new Map<string, number>()
  const options = new Set([...lapsed.keys(), ...freed.flatMap(({ registration }) => registration.option_id ?? [])])
  for (const option_id of options) {
    const { holds, extra } = lapsed.get(option_id) ?? { holds: 0, extra: 0 }
    const own = freed.filter(({ registration }) => registration.option_id === option_id)
    const freedExtra = own.filter(({ registration }) => registration.is_extra).length
    const count = Math.max(0, holds + own.length - freedExtra - Math.max(0, extra - freedExtra))
    for (const scope of [option_id, ...(poolsOf.get(option_id) ?? [])])
      released.set(scope, (released.get(scope) ?? 0) + count)
  }
  return released
}

const freeOf = ({ spots_total, spots_taken }: { spots_total: number; spots_taken: number }): number =>
  spots_total === unlimitedSpots ? Number.POSITIVE_INFINITY : spots_total - spots_taken
