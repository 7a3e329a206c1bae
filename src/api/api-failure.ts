import type { FieldError } from '#contract/api-error'

/** The API's error object, or a call without a response (`code` 503, 'Failed to fetch'). */
export type Failure = {
  code: number
  type: string
  message: string | null
  param: string | null
  path: string | null
  timestamp: string | null
  errors: FieldError[]
  body: Record<string, unknown>
  isAborted: boolean
  /** Seconds until the site may be called again. */
  retryAfterSeconds?: number
}

/** Statuses whose sentence is written for the customer. All others get the default toast. */
const statusesWithText = new Set([400, 402, 403, 409, 410, 413, 415, 422, 429])
const emptyMessages = new Set(['', 'Failed to fetch', 'Internal server error'])

const plain = { message: null, param: null, path: null, timestamp: null, errors: [], body: {}, isAborted: false }
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Converts a response of 400 or above. A body that is not the API's keeps only the status. */
export function toFailure(status: number, body: unknown): Failure {
  if (typeof body !== 'object' || body === null) return { ...plain, code: status, type: 'unknown' }
  const fields = body as Record<string, unknown>
  return {
    code: status,
    type: text(fields['type']) ?? 'unknown',
    message: text(fields['message']),
    param: text(fields['param']),
    path: text(fields['path']),
    timestamp: text(fields['timestamp']),
    errors: Array.isArray(fields['errors']) ? (fields['errors'] as FieldError[]) : [],
    body: fields,
    isAborted: false,
  }
}

/** Converts an aborted call or one without a response: 'Failed to fetch' becomes 503. */
export function thrownToFailure(thrown: unknown): Failure {
  const isAborted = thrown instanceof DOMException && thrown.name === 'AbortError'
  return { ...plain, code: 503, type: isAborted ? 'aborted' : 'unreachable', isAborted }
}

/** True when no response arrived. The outcome is unknown, so the same write may be sent again under the same key. */
export const isUnanswered = (failure: Failure): boolean => failure.type === 'unreachable' || failure.code >= 500

export type FailureWords = { somethingWrong: string; somethingWrongText: string; checkInputs: string }

/** Title and text for the customer; null when there is nothing to show. */
export function failureText(failure: Failure, words: FailureWords): { title: string | null; text: string } | null {
  if (failure.isAborted || failure.code === 401) return null
  const message = failure.message?.trim() ?? ''
  if (statusesWithText.has(failure.code) && !emptyMessages.has(message)) return { title: null, text: message }
  if (failure.code === 400) return { title: null, text: words.checkInputs }
  return { title: words.somethingWrong, text: words.somethingWrongText }
}
