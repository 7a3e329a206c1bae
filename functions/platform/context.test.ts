import { describe, expect, it } from 'vitest'
import type { Bindings } from './context.ts'
import { makeContext } from './make-context.ts'

describe('I-16: ids', () => {
  const ctx = makeContext({ env: { DB: {} } as Bindings, now: 0, requestId: 'r' })
  const ids = Array.from({ length: 4000 }, () => ctx.newId('ord'))

  it('ids have a prefix and 128 random bits', () => {
    expect(ids.filter((id) => !/^ord_[0-9a-f]{32}$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('ids reveal neither a count nor a time', () => {
    const numbers = ids.map((id) => BigInt(`0x${id.slice(4)}`))
    const shares = Array.from(
      { length: 128 },
      (_, bit) => numbers.filter((number) => (number >> BigInt(bit)) & 1n).length / numbers.length,
    )
    // Six standard deviations: catches a bit that is always 0 or always 1.
    expect(shares.filter((share) => Math.abs(share - 0.5) > 0.048)).toEqual([])
    expect([...ids].sort()).not.toEqual(ids)
  })
})
