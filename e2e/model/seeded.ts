export type Random = {
  /** A whole number from 0, below this. */
  below: (most: number) => number
  some: <Value>(values: readonly Value[]) => Value
  /** True in this share of cases. */
  chance: (share: number) => boolean
}

/** Numbers that are the same in every run (mulberry32). */
export function seeded(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(next() * most)
  return { below, some: (values) => values[below(values.length)] as never, chance: (share) => next() < share }
}
