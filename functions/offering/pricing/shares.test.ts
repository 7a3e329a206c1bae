import { describe, expect, it } from 'vitest'
import { inProportion, percentOf, shareOut, sum } from './shares.ts'

describe('sums and shares', () => {
  it.each([
    { whole: 1000, weights: [1, 1, 1], parts: [334, 333, 333] },
    { whole: 500, weights: [3333, 6667], parts: [166, 334] },
    { whole: 2, weights: [5, 9, 9], parts: [0, 1, 1] },
    { whole: 0, weights: [0, 0], parts: [0, 0] },
  ])('$whole is shared over $weights without losing a cent', ({ whole, weights, parts }) => {
    expect(shareOut(whole, weights)).toEqual(parts)
    expect(sum(parts)).toBe(whole)
  })

  it.each([
    [50, 100, 1],
    [49, 100, 0],
    [-50, 100, -1],
    [34_500, 1300, 4485],
  ])('of %i a part of %i basis points, rounded half up, is %i', (amount, basisPoints, part) => {
    expect(percentOf(amount, basisPoints)).toBe(part)
  })

  it('a proportion is rounded half up', () => {
    expect(inProportion(11_300, 1300, 11_300)).toBe(1300)
    expect(inProportion(1, 1, 2)).toBe(1)
    expect(inProportion(100, 5, 0)).toBe(0)
  })
})
