import type { CancelRegistrationRequest } from '../contract/registration.ts'

/** These reasons say nothing without words. */
const needsWords = new Set(['not_as_described', 'unrecognised_charge', 'other'])

/** Whether a reason may be given so: null = yes, else the field that is wrong and how. A reason is never required to cancel. */
export function checkReason(
  input: Pick<CancelRegistrationRequest, 'reason' | 'reason_other'>,
): { type: 'required' | 'invalid_option'; param: 'reason' | 'reason_other' } | null {
  if (input.reason === 'event_cancelled') return { type: 'invalid_option', param: 'reason' }
  if (input.reason && needsWords.has(input.reason) && !input.reason_other)
    return { type: 'required', param: 'reason_other' }
  return null
}
