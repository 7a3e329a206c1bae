import { dayMs } from '../../contract/limits.ts'
import * as feedbackStates from '../../contract/states/feedback-states.ts'
import { feedbackDays } from '../../contract/contact/feedback.ts'
import type { FeedbackStatus } from '../../contract/states/feedback-states.ts'

/** Expiry of a code that is issued now. */
export const expiryOf = (issuedAt: number): number => issuedAt + feedbackDays.code * dayMs
/** Until when a submission can be changed; null if it cannot be changed any longer. */
export const editableUntil = (submittedAt: number | null): number | null =>
  submittedAt === null ? null : submittedAt + feedbackDays.editing * dayMs

type Stored = { status: FeedbackStatus; expires_at: number; submitted_at: number | null }
/** The current status: a code is expired as soon as its time is over, even if the row is not updated yet. */
export const statusAt = ({ status, expires_at }: Stored, now: number): FeedbackStatus =>
  feedbackStates.open.has(status) && expires_at <= now ? 'expired' : status

/** Null if a submission can be saved now, otherwise the error. */
export function checkMaySubmit(
  feedback: Stored,
  now: number,
): { ok: true } | { ok: false; type: 'link_expired' | 'state_conflict' } {
  const status = statusAt(feedback, now)
  if (status === 'expired') return { ok: false, type: 'link_expired' }
  const until = editableUntil(feedback.submitted_at)
  return status === 'submitted' && until !== null && until < now ? { ok: false, type: 'state_conflict' } : { ok: true }
}
