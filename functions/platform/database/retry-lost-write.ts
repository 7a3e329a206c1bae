import { countCall, countRetry } from './retry-rate.ts'

/** Retry rule: at most three attempts, none begun after five seconds in total. */
const maxAttempts = 3
const firstPauseMs = 50
const longestPauseMs = 2000
const maxRetryMs = 5000
/** Maximum time for one call. After it, the request ends without the result. */
export const maxCallMs = 5000
let deadline = maxCallMs

/** Only the test bench calls this, because its proxied database runs calls one at a time. */
export function waitLonger(ms: number): void {
  deadline = ms
}

/** Error messages of a healthy database whose connection was lost. */
const passing =
  /Network connection lost|storage (?:operation )?(?:exceeded|caused object to be reset)|object to be reset|reset because its code was updated|D1 DB is overloaded|isolate exceeded its memory|due to transient issue|other side closed|ECONNRESET/i

/** A call exceeded its deadline, so the outcome is unknown. */
class DatabaseStalled extends Error {
  override name = 'DatabaseStalled'
}

/** True for an error that does not depend on the statements: the same call may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (passing.test(each.message)) return true
  return false
}

/** True when the database was unreachable or too slow: the caller may try again. */
export function isOutOfReach(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof DatabaseStalled) return true
  return isTransient(error)
}

/**
 * Runs a repeatable operation: reads, or writes that a key makes idempotent. `verifyCommitted` reads what an earlier
 * attempt committed, or null. If that attempt committed, its response was lost and the retry's error is only a
 * consequence. If this read fails too, the outcome is unknown, and the lost connection is thrown, never the refusal of
 * a retry.
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
      const isLast = attempt >= maxAttempts || Date.now() - began + pauseMs > maxRetryMs
      if (isTransient(error)) loss = error
      if (isTransient(error) && !isLast) {
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

/** One database call with its deadline. A later result is ignored. */
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

/** The longest pause after an attempt: 50 ms, doubling up to 2 s. */
const longestPauseOf = (attempt: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))

// A random part of the pause, so that many clients do not retry at the same moment.
function random(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / 2 ** 32
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
