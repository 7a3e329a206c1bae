import { ApiError } from '../contract/api-error.ts'

/** Hashes that run at once in one isolate, and how long the next one waits (decisions.md §17). */
const most = 2
const longestWaitMs = 10_000
const askAgainMs = 20
const retryAfterSeconds = 5
const running = new Set<{ since: number }>()

/**
 * Waits for a free place, then works. Places are asked for again rather than handed over: a request that its client left
 * never runs to its end, and its place counts as free after the longest wait.
 */
export async function inHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  // By the clock, not by the pauses asked for: a hash keeps the whole isolate, and a pause ends after it.
  const began = performance.now()
  while (countRunning() >= most) {
    if (performance.now() - began >= longestWaitMs) throw new ApiError('unavailable', { retryAfterSeconds })
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
  const place = { since: performance.now() }
  running.add(place)
  try {
    return await work()
  } finally {
    running.delete(place)
  }
}

function countRunning(): number {
  for (const place of running) if (performance.now() - place.since > longestWaitMs) running.delete(place)
  return running.size
}
