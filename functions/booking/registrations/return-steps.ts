import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import type { PaidLine } from '../../offering/pricing/refund-amount.ts'
import { cancellationOutcome } from './cancellation-preview.ts'
import type { CancellableBooking } from './cancellation-policy.ts'

/**
 * The refund of a whole order up to a moment, in minor units; `until` is null for the last step. A refund beyond the
 * policy counts only in the current step, because later steps state the policy.
 */
export type ReturnStep = { until: number | null; returned: number; requested: number }
export type ReturnPlace = {
  status: RegistrationStatus
  booking: CancellableBooking
  line: PaidLine | null
  open?: number
}

/** `restored`: discounts that earlier cancellations lost; the last cancellation refunds them. */
type Paid = { remaining: number; restored?: number }

/**
 * The refund if all of these places are cancelled, now and after each coming deadline. Places share one refundable
 * remainder. The last step has no refund. There are no steps when the places cannot be cancelled.
 */
export function returnSteps(places: readonly ReturnPlace[], paid: Paid & { now: number }): ReturnStep[] {
  const steps: ReturnStep[] = []
  let at: number | null = paid.now
  while (at !== null) {
    const step = stepAt(places, { ...paid, now: at, isLater: at > paid.now })
    if (!step) return steps
    steps.push(step)
    if (step.returned + step.requested === 0) return steps
    at = step.until === null ? null : step.until + 1
  }
  return steps
}

function stepAt(
  places: readonly ReturnPlace[],
  { remaining, restored = 0, now, isLater }: Paid & { now: number; isLater: boolean },
) {
  let step: ReturnStep | null = null
  for (const { status, booking, line, open = 0 } of places) {
    const { returned, requested, until }: ReturnStep = step ?? { until: null, returned: 0, requested: 0 }
    const outcome = cancellationOutcome({
      status,
      booking,
      line,
      open,
      remaining: remaining - returned - requested,
      now,
    })
    if (outcome.to === null) return null
    const ends: number[] = [until, outcome.tier_ends_at].filter((end) => end !== null)
    const isRequest = outcome.result === 'request'
    const amount: number = outcome.amount + (step === null ? restored : 0)
    step = {
      until: ends.length === 0 ? null : Math.min(...ends),
      returned: returned + (isRequest ? 0 : amount),
      requested: requested + (isRequest && (outcome.is_in_policy || !isLater) ? amount : 0),
    }
  }
  return step
}
