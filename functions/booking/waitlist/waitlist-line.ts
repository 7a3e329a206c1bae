import { minuteMs } from '../../contract/limits.ts'

/** A waitlist entry: its people, each with the option they wait for. */
export type LineEntry = {
  id: string
  group_key: string | null
  created: number
  /** When the last person of the entry, or of its group, joined. */
  joined_at: number
  people: { registration_id: string; option_id: string }[]
}
/** Free places of the options on sale and of the pools they share. `Infinity` means unlimited. */
export type FreePlaces = {
  options: ReadonlyMap<string, { left: number; pool_ids: readonly string[] }>
  pools: ReadonlyMap<string, number>
}
export type Offers = {
  /** Entries that get an offer now, in the order of the waitlist. */
  offered: LineEntry[]
  /** Entries that were skipped because not all of their people fit, while a later entry got an offer. */
  skipped: LineEntry[]
}

/** People with the same group key join one after the other, so an offer waits this long for the next of them. */
export const groupJoinMs = minuteMs
/** The organisation is informed when an entry was skipped this many times. */
export const maxSkips = 3

/**
 * Entries that get an offer, in the order of the waitlist. An entry gets all of its places or none; an entry that
 * does not fit keeps its position and does not block later entries. The places still free afterwards are for everyone.
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

/** The options, and the pools of these options, from which people need places. */
const scopesOf = (options: readonly string[], free: FreePlaces): string[] =>
  options.flatMap((id) => [id, ...(free.options.get(id)?.pool_ids ?? [])])

// Takes the places of all options, or changes nothing and returns false.
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

/** Position of an entry among those who wait for any of its options; 1 is next. */
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
