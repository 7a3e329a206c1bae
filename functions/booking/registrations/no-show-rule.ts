import { type PaidLine, paidParts } from '../../offering/pricing/refund-amount.ts'
import { cancellationAmount } from './cancellation-amount.ts'
import type { CancellableBooking, Tier } from './cancellation-policy.ts'

/** What happens to the payment for a session after a no-show. */
export type NoShowResult = 'kept' | 'fee' | 'returned' | 'credit_used' | 'credit_back'
/** `penalty` is the kept fee without its tax; `returned` is the refund including tax. */
export type NoShowOutcome = { result: NoShowResult; penalty: number; returned: number }
type NoShowInput = {
  booking: CancellableBooking
  /** The paid line item; null when the booking was free or paid with a credit. */
  line: PaidLine | null
  /** The refundable remainder of its order: paid less refunds, complete or pending. */
  remaining: number
  isByCredit: boolean
}

const nothing = { penalty: 0, returned: 0 }

/**
 * The outcome of a no-show under the session rule; null without a rule or when nothing was paid. Under `charge_fee` the
 * fee is kept and the remainder refunded, as after a late cancellation. A credit stays used.
 */
export function noShowOutcome({ booking, line, remaining, isByCredit }: NoShowInput): NoShowOutcome | null {
  const { session, retention } = booking.refund
  if (!booking.is_session || !session) return null
  const rule = session.no_show ?? 'keep_credit_used'
  if (isByCredit) return { result: rule === 'return_credit' ? 'credit_back' : 'credit_used', ...nothing }
  const parts = line && paidParts(line)
  if (!parts || parts.base + parts.fee === 0) return null
  if (rule === 'keep_credit_used') return { result: 'kept', ...nothing }
  const tier = { ...whole, fixed_penalty: rule === 'charge_fee' ? session.late_fee : 0 }
  const { penalty, total } = cancellationAmount({
    parts,
    tier,
    retention,
    remaining,
    returned: line?.amount_cancelled ?? 0,
  })
  if (total === 0) return { result: 'kept', penalty, returned: 0 }
  return { result: penalty > 0 ? 'fee' : 'returned', penalty, returned: total }
}

const whole: Tier = {
  until: null,
  percent: 100,
  ends_at: null,
  is_late: true,
  fixed_penalty: 0,
  is_automatic: true,
  is_request: false,
  is_contact_only: false,
}
