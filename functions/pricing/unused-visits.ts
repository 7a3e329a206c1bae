import { type PaidLine, paidParts } from './refund-amount.ts'
import { inProportion } from './shares.ts'

/** The visits of a package that was bought: `available` are neither used nor reserved. */
export type Visits = { amount: number; available: number; is_unlimited: boolean }

/** What the unused visits of a package are worth: their part of its price, with the tax on it; the booking fee stays. Of a package without limit nothing is left to count. */
export function unusedWorth(line: PaidLine, { amount, available, is_unlimited }: Visits): number {
  if (is_unlimited || amount === 0) return 0
  const { base, tax } = paidParts(line)
  return inProportion(base + tax, available, amount)
}
