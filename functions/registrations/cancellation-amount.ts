import { inProportion, percentOf } from '../contract/money.ts'
import type { CancellationPolicy, Tier } from './cancellation-policy.ts'

/** A paid line of an order, in minor units; percents of its taxes in basis points. */
export type PaidLine = { amount: number; amount_discount: number; amount_fee: number; amount_tax: number; is_fee_included: boolean; taxes: readonly { percent: number; is_included: boolean; amount: number }[] }
/** What was paid for a line, taken apart: the price, the tax on it, the fee and the tax on that. */
export type PaidParts = { base: number; tax: number; fee: number; fee_tax: number }

/** Takes a line apart. Taxes included in the price are taken out of it, half up; what is left of the tax belongs to the fee. */
export function paidParts(line: PaidLine): PaidParts {
  const gross = line.amount - line.amount_discount - (line.is_fee_included ? line.amount_fee : 0)
  const includedPercent = line.taxes.reduce((sum, tax) => sum + (tax.is_included ? tax.percent : 0), 0)
  const included = line.taxes.map((tax) => (tax.is_included ? inProportion(gross, tax.percent, 10_000 + includedPercent) : 0)).reduce(add, 0)
  const base = gross - included
  const added = line.taxes.map((tax) => (tax.is_included ? 0 : percentOf(base, tax.percent))).reduce(add, 0)
  const tax = Math.min(line.amount_tax, included + added)
  return { base, tax, fee: line.amount_fee, fee_tax: line.amount_tax - tax }
}

/** What a cancellation gives back, with every figure it came from; stored with the refund. */
export type CancellationAmount = { base: number; kept: number; price: number; tax: number; fee: number; fee_tax: number; total: number; percent: number; until: string | null; ends_at: number | null }
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
 * The one sum behind preview, request and refund (decisions.md §3): base; kept of it; the tier's part of the rest, half up;
 * tax in the same proportion; the fee with its tax only where the policy does not keep it and everything comes back.
 */
export function cancellationAmount({ parts, tier, retention, remaining, everything = false }: CancellationInput): CancellationAmount {
  const { base } = parts
  const percent = everything ? 100 : tier.percent
  const kept = everything ? 0 : Math.min(base, percentOf(base, retention.percent * 100) + retention.fixed + tier.fixed_penalty)
  const price = percentOf(base - kept, percent * 100)
  const tax = inProportion(parts.tax, price, base)
  const givesFee = everything || (!retention.keep_fees && percent === 100)
  const fee = givesFee ? parts.fee : 0
  const fee_tax = givesFee ? parts.fee_tax : 0
  const total = Math.max(0, Math.min(remaining, price + tax + fee + fee_tax))
  return { base, kept, price, tax, fee, fee_tax, total, percent, until: everything ? null : tier.until, ends_at: everything ? null : tier.ends_at }
}

function add(one: number, other: number): number {
  return one + other
}
