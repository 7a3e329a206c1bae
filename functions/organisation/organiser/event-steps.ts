import * as eventStates from '../../contract/states/event-states.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'

/** The shortest path from one status to another; null if there is none. No path goes through cancelled or archived. */
export function stepsBetween(from: EventStatus, to: EventStatus): EventStatus[] | null {
  let ways: EventStatus[][] = [[from]]
  for (let length = 0; length < 4 && ways.length > 0; length += 1) {
    const there = ways.find((way) => way.at(-1) === to)
    if (there) return there.slice(1)
    ways = ways
      .filter((way) => way.length === 1 || !eventStates.ended.has(way.at(-1)))
      .flatMap((way) =>
        eventStates.transitions[way.at(-1) as EventStatus]
          .filter((next) => !way.includes(next))
          .map((next) => [...way, next]),
      )
  }
  return null
}
