import { describe, expect, it } from 'vitest'
import { receiptYear } from './order-paid.ts'

describe('the year of a receipt', () => {
  it.each([
    { at: '2027-01-01T04:59:59Z', timezone: 'America/Toronto', year: 2026 },
    { at: '2027-01-01T05:00:00Z', timezone: 'America/Toronto', year: 2027 },
    { at: '2026-12-31T12:00:00Z', timezone: 'Pacific/Auckland', year: 2027 },
    { at: '2027-07-01T00:00:00Z', timezone: 'UTC', year: 2027 },
  ])('is $year in $timezone at $at', ({ at, timezone, year }) =>
    expect(receiptYear(Date.parse(at), timezone)).toBe(year),
  )
})
