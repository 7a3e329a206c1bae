import { type PaidLine, type PaidParts, paidParts, refundParts } from '../../offering/pricing/refund-amount.ts'
import type { CancellationPolicy, Tier } from './cancellation-policy.ts'

/** The refund of a cancellation, with every amount it was calculated from; stored with the refund. */
export type CancellationAmount = {
  base: number
  kept: number
  /** The part of the kept amount that is the late fee of a session. */
  penalty: number
  price: number
  tax: number
  fee: number
  fee_tax: number
  total: number
  percent: number
  until: string | null
  ends_at: number | null
}
export type CancellationInput = {
  parts: PaidParts
  tier: Tier
  retention: CancellationPolicy['retention']
  /** The refundable remainder of the order: paid less refunds, complete or pending. The refund never exceeds it. */
  remaining: number
  /**
   * Unpaid instalments of the line item. They are no longer charged, and kept amounts are deducted from what was paid.
   */
  open?: number
  /** What of the line item was refunded already. All its refunds together never exceed what was paid for it. */
  returned?: number
  /** True when the organiser cancels or the place was lost: everything is refunded, including fees. */
  everything?: boolean
}

/**
 * The refund of a cancelled line item: its parts by `refundParts`, less unpaid instalments, and at most what was paid for
 * it less what was refunded, and the remainder of the order.
 */
export function cancellationAmount({
  parts,
  tier,
  retention,
  remaining,
  open = 0,
  returned = 0,
  everything = false,
}: CancellationInput): CancellationAmount {
  const percent = everything ? 100 : tier.percent
  const { kept, penalty, price, tax, fee, fee_tax } = everything
    ? { kept: 0, penalty: 0, price: parts.base, tax: parts.tax, fee: parts.fee, fee_tax: parts.fee_tax }
    : refundParts(parts, { percent, retention, penalty: tier.fixed_penalty })
  const paid = parts.base + parts.tax + parts.fee + parts.fee_tax
  const total = Math.max(0, Math.min(remaining, price + tax + fee + fee_tax - open, paid - open - returned))
  return {
    base: parts.base,
    kept,
    penalty,
    price,
    tax,
    fee,
    fee_tax,
    total,
    percent,
    until: everything ? null : tier.until,
    ends_at: everything ? null : tier.ends_at,
  }
}

const wholeTier: Tier = {
  until: null,
  percent: 100,
  ends_at: null,
  is_late: false,
  fixed_penalty: 0,
  is_automatic: true,
  is_request: false,
  is_contact_only: false,
}

/** The refund of a line item when the organisation cancels: everything that was paid for it, including fees. */
export function everythingPaid(line: PaidLine, remaining: number, open = 0): CancellationAmount {
  return cancellationAmount({
    parts: paidParts(line),
    tier: wholeTier,
    retention: { fixed: 0, percent: 0, keep_fees: false },
    remaining,
    open,
    returned: line.amount_cancelled ?? 0,
    everything: true,
  })
}
