/** The sum of amounts. */
export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Part of an amount in basis points (10,000 = 100 %), rounded half up to whole steps, exact for every allowed amount.
 */
export function percentOf(amount: number, basisPoints: number, step = 1): number {
  const scaled = BigInt(amount) * BigInt(basisPoints)
  const sign = scaled < 0n ? -1n : 1n
  const half = 5000n * BigInt(step)
  return Number((sign * (sign * scaled + half)) / (2n * half)) * step
}

/** Part of an amount in the proportion `share / of`, rounded half up; 0 when `of` is 0. */
export function inProportion(amount: number, share: number, of: number): number {
  if (of === 0) return 0
  return Number((2n * BigInt(amount) * BigInt(share) + BigInt(of)) / (2n * BigInt(of)))
}

/**
 * Shares a whole over weights (whole ≤ their sum): parts add up exactly, and remainder units go to the largest weights
 * first. When whole and weights are multiples of the step, so are the parts.
 */
export function shareOut(whole: number, weights: readonly number[], step = 1): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map(() => 0)
  const unit = [whole, ...weights].every((amount) => amount % step === 0) ? step : 1
  const parts = weights.map(
    (weight) => Number((BigInt(whole) * BigInt(weight)) / (BigInt(total) * BigInt(unit))) * unit,
  )
  const byWeightDesc = weights
    .map((weight, index) => ({ weight, index }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  const remainder = (whole - sum(parts)) / unit
  for (const { index } of byWeightDesc.slice(0, remainder)) parts[index] = (parts[index] ?? 0) + unit
  return parts
}
