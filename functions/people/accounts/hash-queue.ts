import { ApiError } from '../../contract/api-error.ts'

const retryAfterSeconds = 5
/** A request that its client left never runs to its end; its place is free after this time. */
const maxHeldMs = 2000
/** Waiting callers poll on their own, less often the later their turn is: a turn handed from one to the next is lost with the first caller that left. */
const minPollMs = 20
const pollMsPerPlace = 30
const maxPollMs = 500
/** A caller that polls later than this after its pause has left the queue. */
const pollSlackMs = 250
/** What stands in one line beyond this would not have its turn in time. */
const maxInLine = 60

/** Who waits for a hash. Every address has a line of its own, and one more for the browsers that an account knows. */
export type HashCaller = { address: string; isKnownDevice: boolean }
type Place = { line: string; turn: number; number: number; isKnownDevice: boolean; since: number; pollBy: number }

const unnamed: HashCaller = { address: '', isKnownDevice: false }
const waiting = new Set<Place>()
/** The last turn given out in each line that somebody stands in. */
const lastTurns = new Map<string, number>()
/** The turn that was served last: a line that was empty begins with the next. */
let servedTurn = 0
let arrivals = 0
const running = new Set<{ since: number }>()
let rest = { since: Number.NEGATIVE_INFINITY, ms: 0 }

type QueueInput = {
  /** How many work at the same time. */
  atOnce?: number
  /** The rest after each, in which others are answered. */
  restMs: number
  /** How long a hash waits for its turn. */
  maxWaitMs?: number
  caller?: HashCaller | undefined
}

/**
 * Waits for its turn, then works: one hash at a time, or as many as there are threads for. The lines take turns, so
 * that a long one delays the others by one hash a round. 503 for a request that waited too long.
 */
export async function inHashQueue<Result>(
  work: () => Promise<Result>,
  { atOnce = 1, restMs, maxWaitMs = 10_000, caller = unnamed }: QueueInput,
): Promise<Result> {
  const run = await waitForTurn(caller, { atOnce, maxWaitMs })
  try {
    return await work()
  } finally {
    // The clock stands still while a hash is at work; the rest is counted from when it goes on.
    if (restMs > 0) await pause(0)
    running.delete(run)
    rest = { since: performance.now(), ms: restMs }
  }
}

// By the clock, not by the pauses that were set: a pause ends after the hash that came between.
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

/** How many go before this one: an earlier turn, in the same turn a known browser, then who came first. */
function placesBefore(mine: Place): number {
  const now = performance.now()
  let places = 0
  for (const each of waiting) if (each !== mine && isStillThere(each, now) && isBefore(each, mine)) places += 1
  return places
}

/** A place asks again within its pause; one that seems to do so much later is from before the clock was set back. */
const isStillThere = ({ pollBy }: Place, now: number): boolean =>
  isWithin(1.5 * maxPollMs + pollSlackMs + 1, pollBy - now)

function isBefore(a: Place, b: Place): boolean {
  if (a.turn !== b.turn) return a.turn < b.turn
  if (a.isKnownDevice !== b.isKnownDevice) return a.isKnownDevice
  return a.number < b.number
}

/** How many may begin now: what runs longer than any hash does was left by its client. */
function freePlaces(now: number, atOnce: number): number {
  for (const run of running) if (!isWithin(maxHeldMs, now - run.since)) running.delete(run)
  return isWithin(rest.ms, now - rest.since) ? 0 : atOnce - running.size
}

const isWithin = (ms: number, passed: number): boolean => passed >= 0 && passed < ms

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
