import { inProportion, percentOf, sum } from '../pricing/shares.ts'
import type { CancellationPolicy, Tier } from './cancellation-policy.ts'

/** A paid line of an order, in minor units. Of each tax, `amount` is what lies on the price and `fee_amount` what lies on the fee. */
export type PaidLine = {
  amount: number
  amount_discount: number
  amount_fee: number
  is_fee_included: boolean
  taxes: readonly { is_included: boolean; amount: number; fee_amount?: number }[]
}
/** What was paid for a line, taken apart: the price, the tax on it, the fee and the tax on that. The four add up to what was paid. */
export type PaidParts = { base: number; tax: number; fee: number; fee_tax: number }

/** Takes a line apart: included taxes come out of the price, a fee inside the price takes its share of price and tax. */
export function paidParts(line: PaidLine): PaidParts {
  const gross = line.amount - line.amount_discount
  const tax = sum(line.taxes.map((each) => each.amount))
  const fee_tax = sum(line.taxes.map((each) => each.fee_amount ?? 0))
  const net = gross - sum(line.taxes.map((each) => (each.is_included ? each.amount : 0)))
  if (!line.is_fee_included)
    return {
      base: net,
      tax,
      fee: line.amount_fee - sum(line.taxes.map((each) => (each.is_included ? (each.fee_amount ?? 0) : 0))),
      fee_tax,
    }
  const base = inProportion(net, gross - line.amount_fee, gross)
  const priceTax = inProportion(tax, gross - line.amount_fee, gross)
  return { base, tax: priceTax, fee: net - base, fee_tax: tax - priceTax + fee_tax }
}

/** What a cancellation gives back, with every figure it came from; stored with the refund. */
export type CancellationAmount = {
  base: number
  kept: number
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
  /** paid − returned (and being returned) of the order: never more than this. */
  remaining: number
  /** The organiser cancels, or the place was gone: everything, fees too. */
  everything?: boolean
}

/**
 * The one sum behind preview, request and refund: base; kept of it; the tier's part of the rest, half up;
 * tax in the same proportion; the fee with its tax only where the policy does not keep it and everything comes back.
 */
export function cancellationAmount({
  parts,
  tier,
  retention,
  remaining,
  everything = false,
}: CancellationInput): CancellationAmount {
  const { base } = parts
  const percent = everything ? 100 : tier.percent
  const kept = everything
    ? 0
    : Math.min(base, percentOf(base, retention.percent * 100) + retention.fixed + tier.fixed_penalty)
  const price = percentOf(base - kept, percent * 100)
  const tax = inProportion(parts.tax, price, base)
  const givesFee = everything || (!retention.keep_fees && percent === 100)
  const fee = givesFee ? parts.fee : 0
  const fee_tax = givesFee ? parts.fee_tax : 0
  const total = Math.max(0, Math.min(remaining, price + tax + fee + fee_tax))
  return {
    base,
    kept,
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

/** What a line gives back when the organisation cancels: all that was paid for it, fees too. */
export function everythingPaid(line: PaidLine, remaining: number): CancellationAmount {
  return cancellationAmount({
    parts: paidParts(line),
    tier: wholeTier,
    retention: { fixed: 0, percent: 0, keep_fees: false },
    remaining,
    everything: true,
  })
}
