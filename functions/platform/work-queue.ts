const pollIntervalMs = 50

type QueueLimits = {
  /** Maximum parallel work of an isolate: tasks, or their total weight. */
  maxAtOnce: number
  maxWaiting: number
  /** A request whose client left never finishes, so its place is released after this time. */
  maxHeldMs: number
}
/** Waits for a free place, then works; null at once when too many are waiting. */
export type WorkQueue = <Result>(work: () => Promise<Result>, weight?: number) => Promise<Result | null>

type Place = { since: number; weight: number }

/** A queue for work that fits into an isolate's memory only a few times at once. */
export function workQueue({ maxAtOnce, maxWaiting, maxHeldMs }: QueueLimits): WorkQueue {
  const running = new Set<Place>()
  let waiting = 0

  function hasPlace(weight: number): boolean {
    let held = 0
    for (const place of running)
      if (performance.now() - place.since > maxHeldMs) running.delete(place)
      else held += place.weight
    return running.size === 0 || held + weight <= maxAtOnce
  }

  // Only its own timer can wake a request, so each request polls for a place.
  async function takePlace(weight: number): Promise<Place | null> {
    if (!hasPlace(weight)) {
      if (waiting >= maxWaiting) return null
      const until = performance.now() + maxHeldMs
      waiting += 1
      try {
        while (!hasPlace(weight) && performance.now() < until)
          await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
      } finally {
        waiting -= 1
      }
      if (!hasPlace(weight)) return null
    }
    const place = { since: performance.now(), weight }
    running.add(place)
    return place
  }

  return async (work, weight = 1) => {
    const place = await takePlace(weight)
    if (place === null) return null
    try {
      return await work()
    } finally {
      running.delete(place)
    }
  }
}
