import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../../functions/test-bench/http-client.ts'

/** Longest answer that is no hang. */
export const maxAnswerMs = 1000

export type Timed = { answer: Answer; ms: number }
/** A request that was slow among others, to be asked again when nothing else is asked. */
export type Slow = { where: string; request: () => Promise<Answer> }

/** Asks until there is an answer, three times at most: a kept socket may be closed under a request, and others with it that are only then seen to be. Null where no try was answered. */
export async function requestWithRetry(request: () => Promise<Answer>): Promise<Timed | null> {
  for (let times = 0; times < 3; times += 1) {
    if (times > 0) await wait(200)
    const began = performance.now()
    const answer = await request().catch(() => null)
    if (answer) return { answer, ms: performance.now() - began }
  }
  return null
}

/** Which of the slow ones hang on their own too, five times each with a pause between: what others did to the machine is no fault of theirs. */
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
