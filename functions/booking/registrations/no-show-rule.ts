import { type PaidLine, paidParts } from '../../offering/pricing/refund-amount.ts'
import { cancellationAmount } from './cancellation-amount.ts'
import type { CancellableBooking, Tier } from './cancellation-policy.ts'

/** What becomes of what was paid for a session whose person did not come. */
export type NoShowResult = 'kept' | 'fee' | 'returned' | 'credit_used' | 'credit_back'
/** `penalty` is the fee that is kept, without the tax on it; `returned` is what comes back, tax included. */
export type NoShowOutcome = { result: NoShowResult; penalty: number; returned: number }
type NoShowInput = {
  booking: CancellableBooking
  /** What was paid for it; null where a credit did, or nothing. */
  line: PaidLine | null
  /** paid − returned − being returned of its order. */
  remaining: number
  isByCredit: boolean
}

const nothing = { penalty: 0, returned: 0 }

/**
 * What the rule of a session says of a no-show; null where there is no rule, or nothing was paid. With `charge_fee` the fee of
 * the rule is kept of what was paid and the rest comes back, as when it is cancelled late; a credit stays used.
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
  const { penalty, total } = cancellationAmount({ parts, tier, retention, remaining })
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
