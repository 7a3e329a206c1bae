import { describe, expect, it } from 'vitest'
import { chunk } from './json-lists.ts'

describe('rows as JSON parameters of statements', () => {
  it('JSON lists contain every row once', () => {
    const rows = Array.from({ length: 900 }, (_, index) => ({ at: index, text: 'é'.repeat(1 + ((index * 37) % 2000)) }))
    const parts = chunk(rows)
    expect(parts.flatMap((part) => JSON.parse(part))).toEqual(rows)
    expect(parts.length).toBeGreaterThan(1)
    expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThan(2_000_000)
  })

  it('an empty array makes no list, and one long row makes one', () => {
    expect([chunk([]), chunk([{ text: 'x'.repeat(600_000) }]).length]).toEqual([[], 1])
  })
})
