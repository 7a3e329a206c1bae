const pollIntervalMs = 50

type QueueLimits = {
  /** How much an isolate does at once. */
  maxAtOnce: number
  maxWaiting: number
  /** A request that its client left never runs to its end; its place is free after this time. */
  maxHeldMs: number
}
/** Waits for a free place, then works; null at once where too many wait already. */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result | null>

/** A queue for work that an isolate has memory for only a few times at once. */
export function workQueue({ maxAtOnce, maxWaiting, maxHeldMs }: QueueLimits): WorkQueue {
  const running = new Set<{ since: number }>()
  let waiting = 0

  function hasPlace(): boolean {
    for (const place of running) if (performance.now() - place.since > maxHeldMs) running.delete(place)
    return running.size < maxAtOnce
  }

  // A request may only be woken by its own timer, so each polls until there is a place.
  async function takePlace(): Promise<{ since: number } | null> {
    if (!hasPlace()) {
      if (waiting >= maxWaiting) return null
      const until = performance.now() + maxHeldMs
      waiting += 1
      try {
        while (!hasPlace() && performance.now() < until)
          await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
      } finally {
        waiting -= 1
      }
      if (!hasPlace()) return null
    }
    const place = { since: performance.now() }
    running.add(place)
    return place
  }

  return async (work) => {
    const place = await takePlace()
    if (place === null) return null
    try {
      return await work()
    } finally {
      running.delete(place)
    }
  }
}
