/** Choices that are the same for the same seed, so that a finding can be made again by its round. */
export function chance(seed: number) {
  let state = (seed * 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    /** A whole number from 0 up to but without `end`. */
    below,
    /** True in so many of a hundred. */
    in100: (share: number): boolean => next() * 100 < share,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
  }
}
export type Chance = ReturnType<typeof chance>
