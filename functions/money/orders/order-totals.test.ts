import { plainCoupon } from '../../test-bench/plain-coupon.ts'
import { describe, expect, it } from 'vitest'
import type { CouponLine, CouponTerms } from '../discounts/coupon-rules.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'
import type { Selling } from '../../offering/pricing/line-price.ts'
import { amountDue, paymentStatus } from './order-money.ts'
import { orderTotals } from './order-totals.ts'

const hst: Selling = {
  fee: { percent: 0, fixed: 300, included: false },
  taxes: [{ name: 'HST', percent: 1300, included: false }],
}
const plain: Selling = { fee: { percent: 0, fixed: 0, included: false }, taxes: [] }
const line = (id: string, amount: number, quantity = 1, kinds = ['event_option', 'camp']): CouponLine => ({
  id,
  kinds,
  product_id: `evt_${id}`,
  product_variation_id: `opt_${id}`,
  quantity,
  amount,
})
const coupon = (id: string, off: { amount?: number; percent?: number; types?: string[] }): CouponTerms => ({
  ...plainCoupon,
  id,
  type: off.amount === undefined ? 'percent_off' : 'amount_off',
  amount_off: off.amount ?? null,
  percent_off: off.percent ?? null,
  applies_to: { products: [], product_types: off.types ?? [] },
})

describe('the totals of an order', () => {
  it('the totals match the receipt of the design with LAKE20, a family discount, fee and HST', () => {
    const totals = orderTotals([line('maya', 34_500), line('samuel', 34_500)], hst, {
      automatic: [coupon('two-camps', { percent: 1000 })],
      entered: coupon('lake20', { amount: 2000 }),
    })
    expect(totals).toMatchObject({
      amount_subtotal: 69_000,
      amount_discount: 8700,
      amount_fee: 600,
      amount_tax: 7918,
      amount_total: 68_818,
    })
    expect(totals.discounts.map(({ coupon_id, amount }) => [coupon_id, amount])).toEqual([
      ['two-camps', 6700],
      ['lake20', 2000],
    ])
    for (const each of totals.lines)
      expect(each).toMatchObject({
        amount_discount: 4350,
        amount_fee: 300,
        amount_tax: 3920,
        taxes: [{ name: 'HST', amount: 3920, fee_amount: 39 }],
      })
  })

  it('the total of one item equals the price in the catalogue', () => {
    for (const selling of [
      hst,
      { fee: { percent: 250, fixed: 50, included: true }, taxes: [{ name: 'VAT', percent: 2000, included: true }] },
      {
        fee: { percent: 250, fixed: 50, included: false },
        taxes: [
          { name: 'GST', percent: 500, included: false },
          { name: 'QST', percent: 998, included: false },
        ],
      },
    ]) {
      for (const cost of [0, 1, 99, 2000, 34_500, 99_999]) {
        const shown = linePrice(cost, selling)
        expect(orderTotals([line('a', cost)], selling, { automatic: [], entered: null })).toMatchObject({
          amount_fee: shown.fee,
          amount_tax: shown.tax,
          amount_total: shown.total,
        })
      }
    }
  })

  it.each([
    { name: 'an empty order costs nothing', lines: [], entered: null, total: 0, discount: 0, fee: 0, tax: 0 },
    { name: 'a free place has no fee', lines: [line('a', 0)], entered: null, total: 0, discount: 0, fee: 0, tax: 0 },
    {
      name: 'a place made free by a code has no fee',
      lines: [line('a', 5000)],
      entered: coupon('all', { percent: 10_000 }),
      total: 0,
      discount: 5000,
      fee: 0,
      tax: 0,
    },
    {
      name: 'a code above the price of the order lowers it to 0',
      lines: [line('a', 5000)],
      entered: coupon('much', { amount: 9000 }),
      total: 0,
      discount: 5000,
      fee: 0,
      tax: 0,
    },
    {
      name: 'tax is rounded half up per item',
      lines: [line('a', 50), line('b', 50)],
      entered: null,
      total: 100 + 600 + 14 + 78,
      discount: 0,
      fee: 600,
      tax: 92,
    },
  ])('the totals of an order: $name', ({ lines, entered, total, discount, fee, tax }) => {
    expect(orderTotals(lines, hst, { automatic: [], entered })).toMatchObject({
      amount_total: total,
      amount_discount: discount,
      amount_fee: fee,
      amount_tax: tax,
    })
  })

  it('an included tax or fee does not increase the total', () => {
    const selling: Selling = {
      fee: { percent: 0, fixed: 300, included: true },
      taxes: [{ name: 'VAT', percent: 2000, included: true }],
    }
    const totals = orderTotals([line('a', 12_000)], selling, { automatic: [], entered: null })
    expect(totals).toMatchObject({
      amount_total: 12_000,
      amount_fee: 300,
      amount_tax: 2000,
      tax_items: [{ name: 'VAT', is_included: true, amount: 2000 }],
    })
    expect(totals.lines[0]?.is_fee_included).toBe(true)
  })

  it('each item gets the better of two automatic coupons, never both', () => {
    const automatic = [coupon('ten-percent', { percent: 1000 }), coupon('fifteen-off', { amount: 1500 })]
    const { discounts, amount_discount } = orderTotals([line('dear', 20_000), line('cheap', 5000)], plain, {
      automatic,
      entered: null,
    })
    expect(discounts).toEqual([{ coupon_id: 'ten-percent', is_entered: false, amount: 2500, parts: [2000, 500] }])
    expect(amount_discount).toBe(2500)
  })

  it('a coupon lowers only the items that it is for', () => {
    const lines = [line('camp', 10_000), line('class', 10_000, 1, ['event_option', 'class'])]
    expect(
      orderTotals(lines, plain, {
        automatic: [],
        entered: coupon('camps', { percent: 2000, types: ['camp'] }),
      }).lines.map((each) => each.amount_discount),
    ).toEqual([2000, 0])
  })

  it('an entered code that takes nothing off stays on the order', () => {
    const { discounts } = orderTotals([line('a', 1000)], plain, {
      automatic: [coupon('all', { percent: 10_000 })],
      entered: coupon('ten', { percent: 1000 }),
    })
    expect(discounts).toEqual([
      { coupon_id: 'all', is_entered: false, amount: 1000, parts: [1000] },
      { coupon_id: 'ten', is_entered: true, amount: 0, parts: [0] },
    ])
  })
})

describe('the amount due', () => {
  const paidInPart = {
    amount_total: 10_000,
    amount_paid: 4_000,
    amount_cancelled: 0,
    amount_waived: 0,
    amount_carried: 0,
    amount_returned: 0,
  }
  it.each([
    { status: 'pending', amount_refunding: 0, due: 6_000, why: 'a pending offline order owes the rest' },
    {
      status: 'expired',
      amount_refunding: 0,
      due: 6_000,
      why: 'an expired order owes the rest while it keeps its payment',
    },
    {
      status: 'expired',
      amount_refunding: 4_000,
      due: 10_000,
      why: 'an expired order owes everything once its payment is being refunded',
    },
    { status: 'cancelled', amount_refunding: 4_000, due: 0, why: 'a cancelled order owes nothing' },
  ] as const)('the amount due: $why', ({ due, why: _, ...order }) => {
    expect(amountDue({ ...paidInPart, ...order })).toBe(due)
  })
})

describe('the payment status', () => {
  const none = { amount_total: 10_000, amount_returned: 0, amount_waived: 0, amount_carried: 0 }
  const sums = (amount_paid: number, amount_refunding: number, amount_cancelled: number) => ({
    ...none,
    amount_paid,
    amount_refunding,
    amount_cancelled,
  })
  it.each([
    { why: 'a refund of cancelled places leaves an order paid', ...sums(10_000, 6_000, 6_000), paid_at: 1, is: 'paid' },
    { why: 'a cancellation without a refund leaves an order paid', ...sums(10_000, 0, 6_000), paid_at: 1, is: 'paid' },
    {
      why: 'a returned charge makes an order partially paid',
      ...sums(10_000, 4_000, 0),
      paid_at: 1,
      is: 'partially_paid',
    },
    { why: 'the refund of an overpayment leaves an order paid', ...sums(12_000, 2_000, 0), paid_at: 1, is: 'paid' },
    { why: 'a kept overpayment makes an order overpaid', ...sums(12_000, 0, 0), paid_at: 1, is: 'overpaid' },
    {
      why: 'a part of the price makes an unpaid order partially paid',
      ...sums(4_000, 4_000, 0),
      paid_at: null,
      is: 'partially_paid',
    },
  ] as const)('the payment status: $why', ({ why: _, is, ...order }) => {
    expect(paymentStatus({ ...order, status: order.paid_at === null ? 'cancelled' : 'paid' })).toBe(is)
  })
})
