/** Pictures an isolate resizes at once: each is up to ten megabytes, and visitors wait for the same thread. */
const maxAtOnce = 2
const maxWaiting = 16
const pollIntervalMs = 50
/** A request that its client left never runs to its end; its place is free after this time. */
const maxHeldMs = 20_000

const running = new Set<{ since: number }>()
let waiting = 0

/** Waits for a free place, then works; null at once where too many wait already. */
export async function runInPictureQueue<Result>(work: () => Promise<Result>): Promise<Result | null> {
  const place = await takePlace()
  if (place === null) return null
  try {
    return await work()
  } finally {
    running.delete(place)
  }
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

function hasPlace(): boolean {
  for (const place of running) if (performance.now() - place.since > maxHeldMs) running.delete(place)
  return running.size < maxAtOnce
}
