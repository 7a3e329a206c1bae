import { minuteMs } from '../../contract/limits.ts'

/** An entry of the line: its people, each with the option they wait for. */
export type LineEntry = {
  id: string
  group_key: string | null
  created: number
  /** When the last person of the entry, or of its group, joined. */
  joined_at: number
  people: { registration_id: string; option_id: string }[]
}
/** Places free now: of the options that are on sale, and of the pools they share. `Infinity` = unlimited. */
export type FreePlaces = {
  options: ReadonlyMap<string, { left: number; pool_ids: readonly string[] }>
  pools: ReadonlyMap<string, number>
}
export type Offers = {
  /** Who is offered places now, in the order of the line. */
  offered: LineEntry[]
  /** Who stood before one of them and was passed over, because not all of the entry fit. */
  skipped: LineEntry[]
}

/** People of one key join one after the other: an offer waits this long for the next of them. */
export const groupJoinMs = minuteMs
/** An entry that was passed over so often is told to the organisation. */
export const maxSkips = 3

/**
 * Who is offered a place, in the order of the line. An entry gets all of its places or none; one that does not fit keeps its
 * position and holds no one up. What is still free afterwards is for everyone.
 */
export function nextOffers(line: readonly LineEntry[], free: FreePlaces, now: number): Offers {
  const left = new Map([...free.options].map(([id, option]) => [id, option.left]))
  const pools = new Map(free.pools)
  const passed: LineEntry[] = []
  const offered: LineEntry[] = []
  const skipped = new Set<LineEntry>()
  for (const entry of [...line].sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))) {
    const options = entry.people.map(({ option_id }) => option_id)
    if (options.length === 0 || options.some((id) => !free.options.has(id))) continue
    if (entry.group_key !== null && now < entry.joined_at + groupJoinMs) continue
    if (!take(options, { free, left, pools })) {
      passed.push(entry)
      continue
    }
    offered.push(entry)
    const scopes = scopesOf(options, free)
    for (const other of passed)
      if (
        scopesOf(
          other.people.map(({ option_id }) => option_id),
          free,
        ).some((scope) => scopes.includes(scope))
      )
        skipped.add(other)
  }
  return { offered, skipped: [...skipped] }
}

/** Options and pools that some people need places of. */
const scopesOf = (options: readonly string[], free: FreePlaces): string[] =>
  options.flatMap((id) => [id, ...(free.options.get(id)?.pool_ids ?? [])])

// All of them or none.
function take(
  options: readonly string[],
  { free, left, pools }: { free: FreePlaces; left: Map<string, number>; pools: Map<string, number> },
): boolean {
  const needs = new Map<string, number>()
  for (const scope of scopesOf(options, free)) needs.set(scope, (needs.get(scope) ?? 0) + 1)
  const places = (scope: string) => left.get(scope) ?? pools.get(scope) ?? 0
  if ([...needs].some(([scope, count]) => places(scope) < count)) return false
  for (const [scope, count] of needs) (left.has(scope) ? left : pools).set(scope, places(scope) - count)
  return true
}

/** Where an entry stands among those who wait for one of its options: 1 is next. */
export function positionOf(line: readonly LineEntry[], id: string): number | null {
  const entry = line.find((each) => each.id === id)
  if (!entry) return null
  const options = new Set(entry.people.map(({ option_id }) => option_id))
  const isBefore = (other: LineEntry) =>
    other.created < entry.created || (other.created === entry.created && other.id < entry.id)
  return (
    1 + line.filter((other) => isBefore(other) && other.people.some(({ option_id }) => options.has(option_id))).length
  )
}
