import { describe, expect, it } from 'vitest'
import { moveLostDiscounts, paidFor, type SoldLine } from './lost-discounts.ts'

const selling = { fee: { percent: 0, fixed: 300, included: false }, taxes: [] }
const pair = {
  id: 'pair',
  name: 'Two camps',
  translations: {},
  minimum_items: 2,
  minimum_amount: null,
  applies_to: { products: [], product_types: [] },
}
const hst = (amount: number) => [{ name: 'HST', percent: 1300, is_included: false, amount, fee_amount: 39 }]
const sold = (id: string, more: Partial<SoldLine> = {}): SoldLine => ({
  id,
  kinds: ['event_option', 'camp'],
  product_id: 'evt',
  product_variation_id: 'opt',
  quantity: 1,
  amount: 34_500,
  amount_discount: 3450,
  amount_fee: 300,
  is_fee_included: false,
  taxes: hst(4037),
  discount_parts: [{ coupon_id: 'pair', amount: 3450 }],
  ...more,
})

describe('a discount that the remaining items of an order no longer earn', () => {
  it('S7: a lost discount is deducted from the refund with its tax', () => {
    const [leaving, rest] = [sold('a'), sold('b')]
    const lost = moveLostDiscounts({ leaving, rest: [rest] }, { automatic: [pair], selling, refund: 35_087 })
    expect(lost).toMatchObject({ amount: 3450 + 448, coupons: [{ name: 'Two camps' }] })
    const after = { ...rest, ...lost.lines.get('b') }
    expect(after).toMatchObject({ amount_discount: 0, discount_parts: [], taxes: hst(4485) })
    const left = { ...leaving, ...lost.lines.get('a') }
    expect(paidFor(left) + paidFor(after)).toBe(paidFor(leaving) + paidFor(rest))
  })

  it.each<[string, Parameters<typeof moveLostDiscounts>[0], Partial<typeof pair>, number]>([
    ['two others stay', { leaving: sold('a'), rest: [sold('b'), sold('c')] }, {}, 35_087],
    ['nothing comes back', { leaving: sold('a'), rest: [sold('b')] }, {}, 0],
    [
      'the rest has a code of its own alone',
      { leaving: sold('a'), rest: [sold('b', { discount_parts: [{ coupon_id: 'code', amount: 3450 }] })] },
      {},
      35_087,
    ],
    [
      'the amount that is asked for still stands',
      { leaving: sold('a'), rest: [sold('b')] },
      { minimum_items: 1, minimum_amount: 30_000 } as never,
      35_087,
    ],
  ])('S7: no discount is deducted when %s', (_, lines, terms, refund) =>
    expect(moveLostDiscounts(lines, { automatic: [{ ...pair, ...terms }], selling, refund }).amount).toBe(0),
  )

  it('S7: a lost discount is at most the refund', () => {
    const lost = moveLostDiscounts(
      { leaving: sold('a'), rest: [sold('b')] },
      { automatic: [pair], selling, refund: 1000 },
    )
    expect(lost.amount).toBeGreaterThan(800)
    expect(lost.amount).toBeLessThanOrEqual(1000)
  })
})
