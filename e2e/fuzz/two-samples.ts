export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/**
 * Probability that two samples as different as these come from the same source: the rank-sum test of Mann and Whitney
 * with its normal approximation, two-sided. Ranks are insensitive to long tails.
 */
export function likelihoodOfSame(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let index = 0; index < all.length; ) {
    let end = index
    while (end < all.length && all[end]?.value === all[index]?.value) end += 1
    // Equal values share the mean of their ranks.
    for (let tied = index; tied < end; tied += 1) if (all[tied]?.isOne) rankSum += (index + 1 + end) / 2
    index = end
  }
  const [n, m] = [one.length, other.length]
  const distance = Math.abs(rankSum - (n * (n + 1)) / 2 - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(distance))
}

/** Share of the standard normal distribution below `z` (Abramowitz and Stegun 26.2.17, to seven digits). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduce(
    (sum, factor, index) => sum + factor * t ** (index + 1),
    0,
  )
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
