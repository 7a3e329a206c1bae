import { type OptionPlaces, unlimitedSpots } from '../../offering/catalogue/places-left.ts'

type Option = OptionPlaces & { id: string }

/**
 * For each desired option in order, whether a place is left once those before it have theirs, in the option and in the
 * pools it shares. `lapsed` has the holds that an option still counts as taken and that the booking releases.
 */
export function placesFor(
  options: readonly Option[],
  lapsed: ReadonlyMap<string, number>,
  desired: readonly string[],
): boolean[] {
  const left = new Map<string, number>()
  for (const option of options) {
    const released = lapsed.get(option.id) ?? 0
    left.set(option.id, freeOf(option) + released)
    for (const pool of option.pools) left.set(pool.id, (left.get(pool.id) ?? freeOf(pool)) + released)
  }
  return desired.map((option_id) => {
    const option = options.find(({ id }) => id === option_id)
    const scopes = option ? [option.id, ...option.pools.map(({ id }) => id)] : []
    const hasPlace = scopes.length > 0 && scopes.every((scope) => (left.get(scope) ?? 0) > 0)
    if (hasPlace) for (const scope of scopes) left.set(scope, (left.get(scope) ?? 0) - 1)
    return hasPlace
  })
}

/** The places that an option has besides those that count as taken: of its lapsed holds, and those that are released. */
export function releasedOf(
  lapsed: ReadonlyMap<string, number>,
  freed: readonly { registration: { option_id: string | null } }[],
): Map<string, number> {
  const released = new Map(lapsed)
  for (const { registration } of freed)
    released.set(registration.option_id ?? '', (released.get(registration.option_id ?? '') ?? 0) + 1)
  return released
}

const freeOf = ({ spots_total, spots_taken }: { spots_total: number; spots_taken: number }): number =>
  spots_total === unlimitedSpots ? Number.POSITIVE_INFINITY : spots_total - spots_taken
