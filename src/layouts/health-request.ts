import type { FormFailure } from '../api/page-request.ts'
import { type DeskMember, mayAtDesk } from './desk-places.ts'

/** Whether a page was sent the button that opens health notes, and the reason that the role of the member must give. */
export type HealthRequest = {
  open: { reason: string | undefined } | null
  isReasonNeeded: boolean
  isReasonMissing: boolean
}

export function healthRequest(member: DeskMember, sent: FormFailure | null): HealthRequest {
  const isReasonNeeded = mayAtDesk(member, 'health') === 'with_reason'
  const reason = sent?.values['health_reason']?.trim() ?? ''
  const isPressed = sent?.type === 'none' && sent.values['health'] !== undefined
  const isReasonMissing = isPressed && isReasonNeeded && reason === ''
  const open = isPressed && !isReasonMissing ? { reason: isReasonNeeded ? reason : undefined } : null
  return { open, isReasonNeeded, isReasonMissing }
}
