import { ApiError } from '../contract/api-error.ts'
import { declineOf } from '../contract/declines.ts'

/** The refusal of a failed try: 402 with the decline's key; its message is the reason and the next step. */
export function declineOfPayment(payment: { error_type: string | null; id: string }): ApiError {
  return new ApiError('payment_failed', { log: { payment_id: payment.id } }, declineOf(payment.error_type).key)
}
