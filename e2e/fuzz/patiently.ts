import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from '../proofs/ask.ts'
import { longestMs } from './judge-answer.ts'

export type Timed = { answer: Answer; ms: number }

/**
 * Asks until an answer is in time, five times at most and ever more slowly: a busy machine is slow for a while, and a kept
 * socket may be closed under a request; what hangs, hangs again. Null where no try was answered.
 */
export async function patiently(ask: () => Promise<Answer>): Promise<Timed | null> {
  let best: Timed | null = null
  for (let times = 0; times < 5 && (best === null || best.ms > longestMs); times += 1) {
    if (times > 1) await wait(300 * 2 ** times)
    const began = performance.now()
    const answer = await ask().catch(() => null)
    const ms = performance.now() - began
    if (answer && (best === null || ms < best.ms)) best = { answer, ms }
  }
  return best
}
