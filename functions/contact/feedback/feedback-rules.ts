import { dayMs } from '../../contract/limits.ts'
import * as feedbackStates from '../../contract/states/feedback-states.ts'
import { feedbackDays } from '../../contract/contact/feedback.ts'
import type { FeedbackStatus } from '../../contract/states/feedback-states.ts'

/** Until when the code of feedback that is issued now is good. */
export const expiryOf = (issuedAt: number): number => issuedAt + feedbackDays.code * dayMs
/** Until when what was sent can be changed; null where nothing was. */
export const editableUntil = (submittedAt: number | null): number | null =>
  submittedAt === null ? null : submittedAt + feedbackDays.editing * dayMs

type Stored = { status: FeedbackStatus; expires_at: number; submitted_at: number | null }
/** The status by the clock: a code whose time is over is expired before the row says so. */
export const statusAt = ({ status, expires_at }: Stored, now: number): FeedbackStatus =>
  feedbackStates.open.has(status) && expires_at <= now ? 'expired' : status

/** Whether what is said can be saved now, and what stands against it. */
export function checkMaySubmit(
  feedback: Stored,
  now: number,
): { ok: true } | { ok: false; type: 'link_expired' | 'state_conflict' } {
  const status = statusAt(feedback, now)
  if (status === 'expired') return { ok: false, type: 'link_expired' }
  const until = editableUntil(feedback.submitted_at)
  return status === 'submitted' && until !== null && until < now ? { ok: false, type: 'state_conflict' } : { ok: true }
}
