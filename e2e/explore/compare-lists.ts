import type { Event } from '../../functions/contract/offering/event.ts'
import type { List } from '../../functions/contract/paging.ts'
import type { PlainEvent } from './plain-events.ts'

const nameOf = (program: string, name: string, startsAt: number) => `${program} ${name} ${startsAt}`
const orders: Record<'starts_at' | 'name', (event: PlainEvent) => string | number> = {
  starts_at: ({ startsAt }) => startsAt,
  name: ({ name }) => name,
}
export type Sorting = { sort: keyof typeof orders; order: 'asc' | 'desc'; skip: number; limit: number }

/**
 * Differences between a page of the list and the same page of the simple filter's result. Events with the same start
 * may be in either order.
 */
export function differences(
  page: List<Event>,
  expected: readonly PlainEvent[],
  { sort, order, skip, limit }: Sorting,
): string[] {
  if (page.total !== expected.length) return [`total ${page.total} and not ${expected.length}`]
  const keyOf = orders[sort]
  const sorted = [...expected].sort(
    (a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0) * (order === 'asc' ? 1 : -1),
  )
  const existing = new Map(expected.map((event) => [nameOf(event.program, event.name, event.startsAt), event]))
  const events = page.data.map((event) =>
    existing.get(nameOf(event.program.id, event.name, Date.parse(event.starts_at))),
  )
  const foreign = page.data
    .filter((_, index) => events[index] === undefined)
    .map(({ name }) => `${name} does not belong here`)
  const keys = events.flatMap((event) => (event ? [keyOf(event)] : []))
  const desired = sorted.slice(skip, skip + limit).map(keyOf)
  const isInOrder = foreign.length > 0 || JSON.stringify(keys) === JSON.stringify(desired)
  return [
    ...foreign.slice(0, 3),
    ...(isInOrder ? [] : ['another page, or in another order']),
    ...(new Set(events).size === events.length || foreign.length > 0 ? [] : ['one stands here twice']),
  ]
}
