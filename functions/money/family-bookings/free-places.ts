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
  /** The number of lapsed holds of each option. */
  lapsed: ReadonlyMap<string, number>
  /** The pools of the options that have lapsed holds or freed places. */
  poolsOf: ReadonlyMap<string, readonly string[]>
}

/** The places of each option, and of each pool, that count as taken: of its lapsed holds, and those that are freed. */
export function releasedOf(
  { lapsed, poolsOf }: Taken,
  freed: readonly { registration: { option_id: string | null } }[],
): Map<string, number> {
  const released = new Map<string, number>()
  const holds = freed.flatMap(({ registration: { option_id } }) =>
    option_id === null ? [] : [[option_id, 1] as const],
  )
  for (const [option_id, count] of [...lapsed, ...holds])
    for (const scope of [option_id, ...(poolsOf.get(option_id) ?? [])])
      released.set(scope, (released.get(scope) ?? 0) + count)
  return released
}

const freeOf = ({ spots_total, spots_taken }: { spots_total: number; spots_taken: number }): number =>
  spots_total === unlimitedSpots ? Number.POSITIVE_INFINITY : spots_total - spots_taken
