import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../functions/test-bench/http-client.ts'

/** A slower response counts as a hang, in ms. */
export const maxAnswerMs = 1000

export type Timed = { answer: Answer; ms: number }
/** A request that was slow in parallel with others, to be repeated alone. */
export type Slow = { where: string; request: () => Promise<Answer> }

/**
 * Sends a request at most three times, because kept-alive sockets may be closed during it. Null when no attempt got a
 * response.
 */
export async function requestWithRetry(request: () => Promise<Answer>): Promise<Timed | null> {
  for (let times = 0; times < 3; times += 1) {
    if (times > 0) await wait(200)
    const began = performance.now()
    const answer = await request().catch(() => null)
    if (answer) return { answer, ms: performance.now() - began }
  }
  return null
}

/**
 * Slow requests that also hang when sent alone, in five attempts with pauses. Load by other requests does not count.
 */
export async function findHanging(slow: readonly Slow[]): Promise<string[]> {
  const findings: string[] = []
  for (const { where, request } of slow) {
    let best = Number.POSITIVE_INFINITY
    for (let times = 0; times < 5 && best > maxAnswerMs; times += 1) {
      if (times > 0) await wait(250 * 2 ** times)
      best = Math.min(best, (await requestWithRetry(request))?.ms ?? Number.POSITIVE_INFINITY)
    }
    if (best > maxAnswerMs) findings.push(`${where}: took ${Math.round(best)} ms`)
  }
  return findings
}
