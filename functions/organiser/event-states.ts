import type { EventStatus } from '../contract/event.ts'

/** Where an event may go from each of its states (decisions.md §5). */
export const eventMoves = {
  draft: ['published', 'archived'],
  published: ['unpublished', 'cancelled'],
  unpublished: ['published', 'cancelled', 'archived'],
  cancelled: ['archived'],
  archived: ['unpublished'],
} as const satisfies Record<EventStatus, readonly EventStatus[]>

/** The steps from one state to another, shortest first; null when there is no way. A published event is taken down before it is archived. */
export function stepsBetween(from: EventStatus, to: EventStatus): EventStatus[] | null {
  let ways: EventStatus[][] = [[from]]
  for (let length = 0; length < 4 && ways.length > 0; length += 1) {
    const there = ways.find((way) => way.at(-1) === to)
    if (there) return there.slice(1)
    ways = ways.flatMap((way) => eventMoves[way.at(-1) as EventStatus].filter((next) => !way.includes(next)).map((next) => [...way, next]))
  }
  return null
}
