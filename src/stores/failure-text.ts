import { type Failure, type FailureWords, failureText } from '../api/api-failure.ts'

/** The text of a form for a failed call; a site that could not be reached has its own sentence. */
export function formFailureText(
  failure: Failure | null,
  words: FailureWords & { unreachable: string },
): { title: string | null; text: string } | null {
  if (!failure) return null
  return failure.type === 'unreachable' ? { title: null, text: words.unreachable } : failureText(failure, words)
}
