import type { Chance } from './chance.ts'
import { hostileNames, hostileNumbers, hostileTexts, hostileValues } from './hostile-values.ts'

type Holder = Record<PropertyKey, unknown>
type Spot = { holder: Holder; at: PropertyKey }

/** A copy of a value with one thing in it made wrong, or at least unusual. */
export function mutated(value: unknown, luck: Chance): unknown {
  const box: Holder = { value: structuredClone(value) }
  const spots = spotsIn(box)
  // The whole is one spot of many: mostly something inside goes wrong.
  const { holder, at } = spots.length > 1 && luck.in100(93) ? luck.pick(spots.slice(1)) : (spots[0] as Spot)
  const inside = holder[at]
  const changes: (() => unknown)[] = [
    () => luck.pick(hostileValues),
    () => null,
    () => [inside],
    () => ({ value: inside }),
    () => buried(inside, luck.pick([2, 29, 31, 33, 60])),
  ]
  if (typeof inside === 'string')
    changes.push(
      () => luck.pick(hostileTexts),
      () => luck.pick(hostileTexts),
      () => stained(inside, luck),
      () => stained(inside, luck),
      () => inside.slice(1),
      () => inside.repeat(50),
      () => Number(inside),
    )
  if (typeof inside === 'number')
    changes.push(
      () => luck.pick(hostileNumbers),
      () => luck.pick(hostileNumbers),
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
      () => withKey(inside, luck),
      () => withKey(inside, luck),
      () => withKey(inside, luck),
    )
  if (luck.in100(12) && holder !== box) delete holder[at]
  else holder[at] = luck.pick(changes)()
  return box.value
}

function spotsIn(holder: Holder): Spot[] {
  return Object.keys(holder).flatMap((at) => {
    const inside = holder[at]
    return [{ holder, at }, ...(typeof inside === 'object' && inside !== null ? spotsIn(inside as Holder) : [])]
  })
}

const isPlain = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One more key of its own, also where the name is one that every object has. */
function withKey(inside: Holder, luck: Chance): Holder {
  const copy = { ...inside }
  Object.defineProperty(copy, luck.pick(hostileNames), {
    value: luck.pick(hostileValues),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

function stained(text: string, luck: Chance): string {
  const at = luck.below(text.length + 1)
  return (
    text.slice(0, at) +
    luck.pick([
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
    text.slice(at)
  )
}

function buried(value: unknown, depth: number): unknown {
  let made = value
  for (let level = 0; level < depth; level += 1) made = level % 2 === 0 ? [made] : { a: made }
  return made
}
