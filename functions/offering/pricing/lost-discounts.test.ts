import { describe, expect, it } from 'vitest'
import { lostByLeaving, type RestOfOrder, type SoldLine, withoutLostDiscounts } from './lost-discounts.ts'

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

const around = (leaving: SoldLine, rest: SoldLine[], more: Partial<RestOfOrder> = {}): RestOfOrder => ({
  leaving,
  rest,
  gone: [],
  automatic: [pair],
  selling,
  ...more,
})

describe('a discount that the rest of an order no longer earns', () => {
  it('a lost discount is deducted from the refund with its tax', () => {
    expect(lostByLeaving(around(sold('a'), [sold('b')]), 35_087)).toMatchObject({
      amount: 3450 + 448,
      coupons: [{ name: 'Two camps' }],
    })
    expect(withoutLostDiscounts([sold('b')], { automatic: [pair], selling }).lines.get('b')).toMatchObject({
      amount_discount: 0,
      discount_parts: [],
      taxes: hst(4485),
    })
  })

  it('cancelling the last place refunds the discount that an earlier cancellation subtracted', () => {
    const gone = [{ ...sold('a'), refund_policy: 35_087, discount_lost: 3898 }]
    expect(lostByLeaving(around(sold('b'), [], { gone }), 35_087).amount).toBe(-3898)
  })

  it.each<[string, RestOfOrder, number]>([
    ['two other places stay', around(sold('a'), [sold('b'), sold('c')]), 35_087],
    ['nothing is refunded', around(sold('a'), [sold('b')]), 0],
    [
      'the remaining place has only an entered code',
      around(sold('a'), [sold('b', { discount_parts: [{ coupon_id: 'code', amount: 3450 }] })]),
      35_087,
    ],
    [
      'the remaining place has the amount that the coupon requires',
      around(sold('a'), [sold('b')], { automatic: [{ ...pair, minimum_items: 1, minimum_amount: 30_000 as never }] }),
      35_087,
    ],
  ])('no discount is deducted from a refund when %s', (_, order, refund) =>
    expect(lostByLeaving(order, refund).amount).toBe(0),
  )

  it('a lost discount is at most the refund', () =>
    expect(lostByLeaving(around(sold('a'), [sold('b')]), 1000).amount).toBe(1000))
})
