import type { Choices } from '../../functions/test-bench/choices.ts'
import { hostileNames, hostileNumbers, hostileTexts, hostileValues } from './hostile-values.ts'

type Holder = Record<PropertyKey, unknown>
type Spot = { holder: Holder; at: PropertyKey }

/** A copy of a value with one invalid or unusual part. */
export function mutated(value: unknown, choices: Choices): unknown {
  const box: Holder = { value: structuredClone(value) }
  const spots = spotsIn(box)
  // Most candidates are inner values, so mostly an inner value changes.
  const { holder, at } = spots.length > 1 && choices.chance(0.93) ? choices.pick(spots.slice(1)) : (spots[0] as Spot)
  const inside = holder[at]
  const changes: (() => unknown)[] = [
    () => choices.pick(hostileValues),
    () => null,
    () => [inside],
    () => ({ value: inside }),
    () => buried(inside, choices.pick([2, 29, 31, 33, 60])),
  ]
  if (typeof inside === 'string')
    changes.push(
      () => choices.pick(hostileTexts),
      () => choices.pick(hostileTexts),
      () => stained(inside, choices),
      () => stained(inside, choices),
      () => inside.slice(1),
      () => inside.repeat(50),
      () => Number(inside),
    )
  if (typeof inside === 'number')
    changes.push(
      () => choices.pick(hostileNumbers),
      () => choices.pick(hostileNumbers),
      () => inside + 1,
      () => inside - 1,
      () => String(inside),
    )
  if (typeof inside === 'boolean')
    changes.push(
      () => String(inside),
      () => Number(inside),
    )
  if (Array.isArray(inside))
    changes.push(
      () => [...inside, ...inside],
      () => Array.from({ length: 300 }, () => inside[0] ?? 'x'),
      () => [],
    )
  if (isPlain(inside))
    changes.push(
      () => withKey(inside, choices),
      () => withKey(inside, choices),
      () => withKey(inside, choices),
    )
  if (choices.chance(0.12) && holder !== box) delete holder[at]
  else holder[at] = choices.pick(changes)()
  return box.value
}

function spotsIn(holder: Holder): Spot[] {
  return Object.keys(holder).flatMap((index) => {
    const inside = holder[index]
    return [{ holder, at: index }, ...(typeof inside === 'object' && inside !== null ? spotsIn(inside as Holder) : [])]
  })
}

const isPlain = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds a key, possibly one with the name of an inherited property. */
function withKey(inside: Holder, choices: Choices): Holder {
  const copy = { ...inside }
  Object.defineProperty(copy, choices.pick(hostileNames), {
    value: choices.pick(hostileValues),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

function stained(text: string, choices: Choices): string {
  const index = choices.below(text.length + 1)
  return (
    text.slice(0, index) +
    choices.pick([
      '\u0000',
      '\ud800',
      "'",
      '"',
      '\n',
      '\u202e',
      '\u2028',
      '%',
      '😀',
      'é',
      ' ',
      '\\',
      '<',
      '\u0301',
      '\ufeff',
    ]) +
    text.slice(index)
  )
}

function buried(value: unknown, depth: number): unknown {
  let made = value
  for (let level = 0; level < depth; level += 1) made = level % 2 === 0 ? [made] : { a: made }
  return made
}
