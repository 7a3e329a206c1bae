import { ApiError } from '../contract/api-error.ts'

/** How long a hash waits for its turn. */
const longestWaitMs = 10_000
const retryAfterSeconds = 5
/** A request that its client left never runs to its end; its place is free after this time. */
const longestHeldMs = 2000
/** Those who wait ask again on their own, the more of them the more seldom: handing over would end with the first who left. */
const askAgainMs = 20
const maxPollMs = 500

type Place = { since: number }
const waiting = new Set<Place>()
let running: Place | null = null
let rest = { since: Number.NEGATIVE_INFINITY, ms: 0 }

/** Waits for its turn, then works: one hash at a time, and a rest after each, in which others are answered. 503 for a request that waited too long. */
export async function inHashQueue<Result>(
  work: () => Promise<Result>,
  { restMs }: { restMs: number },
): Promise<Result> {
  const place = await turn()
  try {
    return await work()
  } finally {
    // The clock stands still while a hash is at work; the rest is counted from when it goes on.
    await pause(0)
    if (running === place) running = null
    rest = { since: performance.now(), ms: restMs }
  }
}

// By the clock, not by the pauses asked for: a pause ends after the hash that came between.
async function turn(): Promise<Place> {
  const mine = { since: performance.now() }
  waiting.add(mine)
  try {
    while (!isFree(performance.now())) {
      if (performance.now() - mine.since >= longestWaitMs) throw new ApiError('unavailable', { retryAfterSeconds })
      await pause(untilAskedAgain(performance.now()))
    }
    running = { since: performance.now() }
    return running
  } finally {
    waiting.delete(mine)
  }
}

function isFree(now: number): boolean {
  const isHeld = running !== null && isWithin(longestHeldMs, now - running.since)
  return !isHeld && !isWithin(rest.ms, now - rest.since)
}

const isWithin = (ms: number, passed: number): boolean => passed >= 0 && passed < ms

function untilAskedAgain(now: number): number {
  for (const each of waiting) if (now - each.since > 2 * longestWaitMs) waiting.delete(each)
  return Math.min(maxPollMs, askAgainMs + 2 * waiting.size) * (0.5 + Math.random())
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
