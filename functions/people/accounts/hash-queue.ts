import { ApiError } from '../../contract/api-error.ts'

const retryAfterSeconds = 5
/** A request whose client disconnected never finishes; its slot is freed after this time. */
const maxHeldMs = 2000
/**
 * Waiting callers poll, less often the later their turn is. If each caller woke the next caller, a caller that
 * disconnected would block all others.
 */
const minPollMs = 20
const pollMsPerPlace = 30
const maxPollMs = 500
/** A caller that is this late with its next poll counts as gone. */
const pollSlackMs = 250
/** Requests beyond this in one queue would not get their turn in time. */
const maxInLine = 60

/** The caller of a hash. Each address has a queue of its own, and one more for browsers known to their account. */
export type HashCaller = { address: string; isKnownDevice: boolean }
type Place = { line: string; turn: number; number: number; isKnownDevice: boolean; since: number; pollBy: number }

const unnamed: HashCaller = { address: '', isKnownDevice: false }
const waiting = new Set<Place>()
/** The last turn assigned in each queue with waiting callers. */
const lastTurns = new Map<string, number>()
/** The turn served last. An empty queue starts with the next turn. */
let servedTurn = 0
let arrivals = 0
const running = new Set<{ since: number }>()
let rest = { since: Number.NEGATIVE_INFINITY, ms: 0 }

type QueueInput = {
  /** Maximum concurrent hashes. */
  atOnce?: number
  /** Pause after each hash, in which other requests are served. */
  restMs: number
  /** How long a hash waits for its turn. */
  maxWaitMs?: number
  caller?: HashCaller | undefined
}

/**
 * Runs work when it is its turn: one hash at a time, or one per thread. The queues take turns, so that a long one
 * delays the others by one hash per round. Throws 503 for a request that waited too long.
 */
export async function inHashQueue<Result>(
  work: () => Promise<Result>,
  { atOnce = 1, restMs, maxWaitMs = 10_000, caller = unnamed }: QueueInput,
): Promise<Result> {
  const run = await waitForTurn(caller, { atOnce, maxWaitMs })
  try {
    return await work()
  } finally {
    // The clock is frozen while a hash runs; the pause is measured from when it continues.
    if (restMs > 0) await pause(0)
    running.delete(run)
    rest = { since: performance.now(), ms: restMs }
  }
}

// Measured by the clock instead of the timers: a timer fires late when a hash ran in between.
async function waitForTurn(
  caller: HashCaller,
  { atOnce, maxWaitMs }: { atOnce: number; maxWaitMs: number },
): Promise<{ since: number }> {
  const mine = takePlace(caller, maxWaitMs)
  try {
    while (placesBefore(mine) >= freePlaces(performance.now(), atOnce)) {
      if (performance.now() - mine.since >= maxWaitMs) throw new ApiError('unavailable', { retryAfterSeconds })
      const behind = Math.ceil(placesBefore(mine) / atOnce)
      const ms = Math.min(maxPollMs, minPollMs + pollMsPerPlace * behind) * (0.5 + Math.random())
      mine.pollBy = performance.now() + ms + pollSlackMs
      await pause(ms)
    }
    servedTurn = Math.max(servedTurn, mine.turn)
    const run = { since: performance.now() }
    running.add(run)
    return run
  } finally {
    leave(mine)
  }
}

function takePlace({ address, isKnownDevice }: HashCaller, maxWaitMs: number): Place {
  const now = performance.now()
  for (const each of waiting) if (!isWithin(2 * maxWaitMs, now - each.since)) leave(each)
  const line = `${isKnownDevice ? 'known' : 'new'} ${address}`
  if (countIn(line) >= maxInLine) throw new ApiError('unavailable', { retryAfterSeconds })
  const turn = Math.max(servedTurn, lastTurns.get(line) ?? 0) + 1
  arrivals += 1
  const mine = { line, turn, number: arrivals, isKnownDevice, since: now, pollBy: now + pollSlackMs }
  lastTurns.set(line, turn)
  waiting.add(mine)
  return mine
}

function leave(place: Place): void {
  waiting.delete(place)
  if (countIn(place.line) === 0) lastTurns.delete(place.line)
}

function countIn(line: string): number {
  let places = 0
  for (const each of waiting) if (each.line === line) places += 1
  return places
}

/** The number of callers that go first: earlier turns, in the same turn known browsers, then earlier arrivals. */
function placesBefore(mine: Place): number {
  const now = performance.now()
  let places = 0
  for (const each of waiting) if (each !== mine && isStillThere(each, now) && isBefore(each, mine)) places += 1
  return places
}

/**
 * True when a waiting caller may still poll. A poll time beyond the longest pause dates from before the clock was set
 * back.
 */
const isStillThere = ({ pollBy }: Place, now: number): boolean =>
  isWithin(1.5 * maxPollMs + pollSlackMs + 1, pollBy - now)

function isBefore(a: Place, b: Place): boolean {
  if (a.turn !== b.turn) return a.turn < b.turn
  if (a.isKnownDevice !== b.isKnownDevice) return a.isKnownDevice
  return a.number < b.number
}

/** The number of free slots. A hash that has run longer than the time limit was abandoned by its client. */
function freePlaces(now: number, atOnce: number): number {
  for (const run of running) if (!isWithin(maxHeldMs, now - run.since)) running.delete(run)
  return isWithin(rest.ms, now - rest.since) ? 0 : atOnce - running.size
}

const isWithin = (ms: number, passed: number): boolean => passed >= 0 && passed < ms

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
