import type { EventStatus } from '../../contract/offering/event.ts'

/** Where an event may go from each of its states. */
export const eventMoves = {
  draft: ['published', 'archived'],
  published: ['unpublished', 'cancelled'],
  unpublished: ['published', 'cancelled', 'archived'],
  cancelled: ['archived'],
  archived: ['unpublished'],
} as const satisfies Record<EventStatus, readonly EventStatus[]>

const ends: readonly EventStatus[] = ['cancelled', 'archived']

/** The steps from one state to another, the shortest way; null when there is none. What is cancelled or archived is so for a reason: no way leads through it. */
export function stepsBetween(from: EventStatus, to: EventStatus): EventStatus[] | null {
  let ways: EventStatus[][] = [[from]]
  for (let length = 0; length < 4 && ways.length > 0; length += 1) {
    const there = ways.find((way) => way.at(-1) === to)
    if (there) return there.slice(1)
    ways = ways
      .filter((way) => way.length === 1 || !ends.includes(way.at(-1) as EventStatus))
      .flatMap((way) =>
        eventMoves[way.at(-1) as EventStatus].filter((next) => !way.includes(next)).map((next) => [...way, next]),
      )
  }
  return null
}
