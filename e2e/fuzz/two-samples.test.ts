import { describe, expect, it } from 'vitest'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { likelihoodOfSame, median } from './two-samples.ts'

/** Random durations with a long tail around `middle`. */
const times = (seed: number, middle: number): number[] => {
  const choices = seededChoices(seed)
  return Array.from({ length: 200 }, () => middle - 12 * Math.log(1 - choices.below(1e9) / 1e9))
}

describe('comparing two samples of durations', () => {
  it('the rank-sum test detects a shift of five and rarely reports a difference between equal samples', () => {
    const isTold = (shift: number) =>
      Array.from({ length: 300 }, (_, index) =>
        likelihoodOfSame(times(index, 150), times(index + 5000, 150 + shift)),
      ).filter((p) => p <= 0.01).length
    expect(isTold(5)).toBeGreaterThan(270)
    expect(isTold(0)).toBeLessThan(12)
  })

  it('the rank-sum test agrees with a published table: 1–10 against 6–15 gives 0.0057', () => {
    const from = (first: number) => Array.from({ length: 10 }, (_, index) => first + index)
    expect(likelihoodOfSame(from(1), from(6))).toBeCloseTo(0.0057, 2)
    expect(likelihoodOfSame(from(1), from(1))).toBeGreaterThan(0.95)
  })

  it('the median of a sample is its middle value', () =>
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]))
})
