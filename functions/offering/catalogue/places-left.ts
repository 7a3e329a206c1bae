import { sum } from '../pricing/shares.ts'

/** `spots_total` of an unlimited option. */
export const unlimitedSpots = 2_147_483_647

type Places = { spots_total: number; spots_taken: number }
export type OptionPlaces = Places & { pools: (Places & { id: string })[] }

/** Places left in an option: the minimum of its own and those of its pools. Null means unlimited. */
export function placesLeft(option: OptionPlaces): number | null {
  const left = Math.min(...[option, ...option.pools].map(freeOf))
  return left === Number.POSITIVE_INFINITY ? null : left
}

/** Places left in several options together; shared pools count once. Null means unlimited. */
export function placesLeftTogether(options: readonly OptionPlaces[]): number | null {
  const lefts = options.map((option) => placesLeft(option) ?? Number.POSITIVE_INFINITY)
  const pools = new Map(options.flatMap((option) => option.pools.map((pool) => [pool.id, pool] as const)))
  const whole = [...pools.values()].reduce((least, pool) => {
    const outside = options.map((option, at) => (option.pools.some(({ id }) => id === pool.id) ? 0 : (lefts[at] ?? 0)))
    return Math.min(least, freeOf(pool) + sum(outside))
  }, sum(lefts))
  return whole === Number.POSITIVE_INFINITY ? null : whole
}

function freeOf({ spots_total, spots_taken }: Places): number {
  return spots_total === unlimitedSpots ? Number.POSITIVE_INFINITY : Math.max(0, spots_total - spots_taken)
}
