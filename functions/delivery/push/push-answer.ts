import { hourMs } from '../../contract/limits.ts'

/** The outcome of a message: accepted, unknown subscription, temporary failure, or permanent rejection. */
export type PushOutcome =
  | { result: 'delivered' | 'gone' }
  | { result: 'later'; code: string; retryAfterMs: number | null; isFailure: boolean }
  | { result: 'refused'; code: string }

const minRetryMs = 10_000
const maxRetryMs = 12 * hourMs

/** The outcome for a push service's response (RFC 8030), and its requested delay. */
export function readPushAnswer(status: number, retryAfter: string | null, now: number): PushOutcome {
  const code = `push_${status}`
  if (status >= 200 && status < 300) return { result: 'delivered' }
  if (status === 404 || status === 410) return { result: 'gone' }
  const retryAfterMs = retryAfterOf(retryAfter, now)
  // A push service's rate limit does not count against the subscription.
  if (status === 429) return { result: 'later', code, retryAfterMs, isFailure: false }
  if (status >= 500 || status === 408) return { result: 'later', code, retryAfterMs, isFailure: true }
  return { result: 'refused', code }
}

/** No response, or none in time. */
export const unreachable: PushOutcome = {
  result: 'later',
  code: 'push_unreachable',
  retryAfterMs: null,
  isFailure: true,
}

function retryAfterOf(value: string | null, now: number): number | null {
  if (value === null) return null
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.min(maxRetryMs, Math.max(minRetryMs, ms)) : null
}
