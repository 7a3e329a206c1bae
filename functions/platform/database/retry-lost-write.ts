import { countCall, countRetry } from './retry-rate.ts'

/** The retry rule: at most three tries, none begun after five seconds in all. */
const maxAttempts = 3
const firstPauseMs = 50
const longestPauseMs = 2000
const longestMs = 5000
/** How long one call may take before its request is answered without it. */
export const deadlineMs = 5000
let deadline = deadlineMs

/** Only for the test bench, whose database is behind a proxy that takes one call after the other. */
export function waitLonger(ms: number): void {
  deadline = ms
}

/** What a database that is well, but was lost on the way, says. */
const passing =
  /Network connection lost|storage (?:operation )?(?:exceeded|caused object to be reset)|object to be reset|reset because its code was updated|D1 DB is overloaded|isolate exceeded its memory|due to transient issue|other side closed|ECONNRESET/i

/** A call that did not come back within its deadline: no one can say whether it was done. */
class DatabaseStalled extends Error {
  override name = 'DatabaseStalled'
}

/** True for an error that says nothing about the statements: the same call may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (passing.test(each.message)) return true
  return false
}

/** True when the database could not be reached, or not in time: the caller may try again. */
export function isOutOfReach(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof DatabaseStalled) return true
  return isPassing(error)
}

/**
 * Runs what may be run twice: reads, and writes that a key keeps from counting twice. `verifyCommitted` reads what an
 * earlier attempt committed, null when it committed nothing: its answer was lost, and the error of the repeat only says so. Where
 * this read fails too the outcome is unknown: the loss is thrown, never the refusal of a repeat.
 */
export async function retryLostWrite<Answer>(
  run: () => Promise<Answer>,
  verifyCommitted: () => Promise<Answer | null> = async () => null,
): Promise<Answer> {
  const began = Date.now()
  let loss: unknown = null
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const pauseMs = longestPauseOf(attempt) * random()
      const isLast = attempt >= maxAttempts || Date.now() - began + pauseMs > longestMs
      if (isPassing(error)) loss = error
      if (isPassing(error) && !isLast) {
        countRetry(attempt)
        await wait(pauseMs)
        continue
      }
      if (loss === null) throw error
      const done = await verifyCommitted().catch(() => {
        throw loss
      })
      if (done === null) throw error
      return done
    }
  }
}

/** One call of the database within its deadline. What comes after it is let go: its answer is no longer used. */
export async function inTime<Answer>(call: Promise<Answer>): Promise<Answer> {
  countCall()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new DatabaseStalled('the database did not answer in time')), deadline)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The longest pause after a try: 50 ms, doubling to at most 2 s. */
const longestPauseOf = (attempt: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))

// A random part of the pause, so that many who were lost together do not come back together.
function random(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / 2 ** 32
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
