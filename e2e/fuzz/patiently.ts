import type { Answer } from '../proofs/ask.ts'
import { longestMs } from './judge-answer.ts'

/**
 * Asks until an answer is in time, three times at most: a busy machine is slow once, and a kept socket may be closed under
 * a request; what hangs, hangs again. Null where no try was answered.
 */
export async function patiently(ask: () => Promise<Answer>): Promise<{ answer: Answer; ms: number } | null> {
  let got: { answer: Answer; ms: number } | null = null
  for (let times = 0; times < 3 && (got === null || got.ms > longestMs); times += 1) {
    const began = performance.now()
    const answer = await ask().catch(() => null)
    got = answer ? { answer, ms: performance.now() - began } : got
  }
  return got
}
