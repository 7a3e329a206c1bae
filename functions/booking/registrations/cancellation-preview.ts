import type { StatusIn } from '../../contract/states/status-set.ts'
import type { CancellationPreview } from '../../contract/booking/registration.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import { type PaidLine, type PaidParts, paidParts } from '../../offering/pricing/refund-amount.ts'
import { type CancellationAmount, cancellationAmount } from './cancellation-amount.ts'
import type { KeptFor } from '../../contract/sentences/kept-words.ts'
import { type LostDiscounts, lostByLeaving, type RestOfOrder } from '../../offering/pricing/lost-discounts.ts'
import { type CancellableBooking, type Tier, tierAt } from './cancellation-policy.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** The sentence in contract/sentences that describes the refund of a cancellation. */
export type CancellationSentence =
  | 'automatic'
  | 'free'
  | 'request'
  | 'request_after_tiers'
  | 'no_refund_here'
  | 'no_refund'
  | 'from_cart'
  | 'being_paid'
  | 'waiting'
  | 'late'
  | 'late_fee'
  | 'credit_back'
  | 'credit_used'
  | 'started'
  | 'contact_only'
  | 'over'
export type CancellationOutcome = {
  result: CancellationPreview['result']
  sentence: CancellationSentence
  /** Status of the registration after the cancellation; null when it cannot be cancelled. */
  to: StatusIn<typeof registrationStates.ended> | null
  /** The refund: `paid` less `kept` and a lost discount. */
  amount: number
  /** What was paid for the place, with a discount that an earlier refund lost and this place restores. */
  paid: number
  /** The part of `paid` that is neither refunded nor requested, and the reason. */
  kept: number
  keptFor: KeptFor | null
  /** False when the policy refunds nothing and the customer can only request a refund, up to what was paid. */
  is_in_policy: boolean
  /** The late fee of a session, as far as the paid amount covers it; its tax is kept too. */
  late_fee: number
  tier_ends_at: number | null
  detail: CancellationAmount | null
  /** Unpaid instalments of the place that will not be charged. */
  waived: number
  /**
   * Discounts that the remaining items of the order no longer qualify for, deducted from the refund; `amount` is
   * already reduced by them.
   */
  lost: LostDiscounts | null
  /**
   * What the cancelled item stores: the refund by its policy, and the discount that is deducted from the refund or
   * restored.
   */
  stored: { refund_policy: number; discount_lost: number } | null
}
export type CancellationInput = {
  status: RegistrationStatus
  booking: CancellableBooking
  /** The paid line item of the registration; null before it is ordered. */
  line: PaidLine | null
  /** The refundable remainder of its order: paid less refunds, complete or pending. */
  remaining: number
  /** Unpaid instalments of the line item. */
  open?: number
  /** The order around the place; null when it has no automatic discount. */
  around?: RestOfOrder | null
  /** The order is payable later, and nothing is paid yet. */
  isPromised?: boolean
  /** True when the place is paid with a visit of a package. */
  isByCredit?: boolean
  /**
   * True when a card charge is in progress or a part of the money has arrived. The order must not change before that is
   * settled.
   */
  isBeingPaid?: boolean
  /** True when staff cancel. They may cancel what a customer must contact the organisation about. */
  isByStaff?: boolean
  now: number
}

/** The result of cancelling now under the policy, for the preview, the button and the cancellation itself. */
export function cancellationOutcome(input: CancellationInput): CancellationOutcome {
  const nothing = {
    amount: 0,
    paid: 0,
    kept: 0,
    keptFor: null,
    is_in_policy: true,
    late_fee: 0,
    tier_ends_at: null,
    detail: null,
    waived: 0,
    lost: null,
    stored: null,
  }
  if (input.status === 'pending' && input.isBeingPaid)
    return { result: 'not_possible', sentence: 'being_paid', to: null, ...nothing }
  if (input.status === 'pending' && input.isPromised)
    return { result: 'automatic', sentence: 'free', to: 'cancelled', ...nothing }
  if (input.status === 'pending') return { result: 'no_refund', sentence: 'from_cart', to: 'expired', ...nothing }
  if (registrationStates.listed.has(input.status))
    return { result: 'no_refund', sentence: 'waiting', to: 'cancelled', ...nothing }
  if (input.status !== 'confirmed') return { result: 'not_possible', sentence: 'over', to: null, ...nothing }
  if (input.now >= input.booking.starts_at) return { result: 'not_possible', sentence: 'started', to: null, ...nothing }
  const tier = tierAt(input.booking, input.now)
  if (tier.is_contact_only && !input.isByStaff)
    return { result: 'not_possible', sentence: 'contact_only', to: null, ...nothing }
  const { open = 0 } = input
  const returned = input.line?.amount_cancelled ?? 0
  const parts = input.line ? paidParts(input.line) : { base: 0, tax: 0, fee: 0, fee_tax: 0 }
  const retention = input.booking.refund.retention
  const detail = cancellationAmount({ parts, tier, retention, remaining: input.remaining, open, returned })
  const isFree = parts.base + parts.fee === 0
  const refund = amountOf(tier, detail)
  const lost = input.around ? lostByLeaving(input.around, refund) : { amount: 0, coupons: [] }
  const amount = refund - lost.amount
  const restored = Math.max(0, -lost.amount)
  const result = input.isByCredit
    ? ofCredit(input.booking, tier)
    : withRestored(resultOf(tier, { isFree, refund }), restored)
  if (result.result === 'request' && amount === 0) return beyondPolicy(input, { parts, tier })
  const paid = paidOf(parts, open + returned)
  const kept = paid - refund
  return {
    ...result,
    to: tier.is_late ? 'late_cancelled' : 'cancelled',
    amount,
    paid: paid + restored,
    kept,
    keptFor: kept > 0 ? keptFor(tier, { detail, retention, parts, refund }) : null,
    is_in_policy: true,
    late_fee: input.isByCredit ? 0 : detail.penalty,
    tier_ends_at: tier.ends_at,
    detail,
    waived: open,
    lost: lost.amount > 0 ? lost : null,
    stored: input.line && { refund_policy: refund, discount_lost: lost.amount },
  }
}

const paidOf = ({ base, tax, fee, fee_tax }: PaidParts, less: number): number =>
  Math.max(0, base + tax + fee + fee_tax - less)

// The customer may request all that was paid for the place, and the organisation decides the amount. No request is
// possible when the whole payment was refunded.
function beyondPolicy(
  { remaining, open = 0, booking, line }: CancellationInput,
  { parts, tier }: { parts: PaidParts; tier: Tier },
): CancellationOutcome {
  const retention = booking.refund.retention
  const returned = line?.amount_cancelled ?? 0
  const detail = cancellationAmount({ parts, tier, retention, remaining, open, returned, everything: true })
  const paid = paidOf(parts, open + returned)
  return {
    ...(detail.total > 0
      ? { result: 'request' as const, sentence: 'request_after_tiers' as const }
      : { result: 'no_refund' as const, sentence: 'no_refund' as const }),
    to: 'cancelled',
    amount: detail.total,
    paid,
    kept: paid - detail.total,
    keptFor: null,
    is_in_policy: detail.total === 0,
    late_fee: 0,
    tier_ends_at: tier.ends_at,
    detail,
    waived: open,
    lost: null,
    stored: line && { refund_policy: 0, discount_lost: 0 },
  }
}

function keptFor(
  { percent }: Tier,
  about: { detail: CancellationAmount; retention: KeptFor['retention']; parts: PaidParts; refund: number },
): KeptFor {
  const { detail, retention, parts, refund } = about
  return {
    lateFee: detail.penalty > 0,
    retention,
    percent: refund === 0 ? 0 : percent,
    bookingFee: parts.fee > detail.fee || (refund === 0 && parts.fee > 0),
  }
}

// A discount that an earlier refund lost is refunded even where the place itself is not.
function withRestored<R extends Pick<CancellationOutcome, 'result' | 'sentence'>>(result: R, restored: number) {
  if (restored === 0 || result.result === 'request') return result
  return { result: 'automatic' as const, sentence: 'automatic' as const }
}

// The ledger returns a visit when the place is released; after a late cancellation only if the rule allows it.
function ofCredit({ refund }: CancellableBooking, tier: Tier): Pick<CancellationOutcome, 'result' | 'sentence'> {
  const isUsed = tier.is_late && refund.session?.late !== 'return_credit'
  return isUsed ? { result: 'no_refund', sentence: 'credit_used' } : { result: 'automatic', sentence: 'credit_back' }
}

function resultOf(
  tier: Tier,
  { isFree, refund }: { isFree: boolean; refund: number },
): Pick<CancellationOutcome, 'result' | 'sentence'> {
  if (tier.is_late && tier.percent === 0) return { result: 'no_refund', sentence: 'late' }
  if (isFree) return { result: 'automatic', sentence: 'free' }
  if (tier.fixed_penalty > 0)
    return refund > 0 ? { result: 'automatic', sentence: 'late_fee' } : { result: 'no_refund', sentence: 'late' }
  if (tier.percent > 0) {
    if (tier.is_automatic) return { result: 'automatic', sentence: 'automatic' }
    if (tier.is_request) return { result: 'request', sentence: 'request' }
    return { result: 'no_refund', sentence: 'no_refund_here' }
  }
  return tier.is_request
    ? { result: 'request', sentence: 'request_after_tiers' }
    : { result: 'no_refund', sentence: 'no_refund' }
}

// Without an automatic refund or a request the page promises nothing, even if the tier allows a refund.
function amountOf(tier: Tier, detail: CancellationAmount): number {
  return tier.is_automatic || tier.is_request ? detail.total : 0
}
