import type { Answer } from '../../functions/test-bench/http-client.ts'

/** The answers of a race in few words: `200 × 49, 409 state_conflict × 1`. */
export function describeAnswers(answers: Answer[]): string {
  const counted = new Map<string, number>()
  for (const { status, body } of answers) {
    const words = status < 400 ? String(status) : `${status} ${body?.type ?? ''}`
    counted.set(words, (counted.get(words) ?? 0) + 1)
  }
  return [...counted].map(([words, times]) => `${words} × ${times}`).join(', ')
}

/** The faults whose condition holds. */
export const brokenConditions = (conditions: Record<string, boolean>): string[] =>
  Object.entries(conditions).flatMap(([words, isBroken]) => (isBroken ? [words] : []))
