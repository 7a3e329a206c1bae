import { type Failure, type FailureWords, wordsOfFailure as wordsOf } from '../api/api-failure.ts'

/** What a form says about a call that failed; a site that could not be reached has its own sentence. */
export function wordsOfFailure(
  failure: Failure | null,
  words: FailureWords & { unreachable: string },
): { title: string | null; text: string } | null {
  if (!failure) return null
  return failure.type === 'unreachable' ? { title: null, text: words.unreachable } : wordsOf(failure, words)
}
