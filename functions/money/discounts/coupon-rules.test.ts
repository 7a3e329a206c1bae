import { plainCoupon } from '../../test-bench/plain-coupon.ts'
import { describe, expect, it } from 'vitest'
import { checkCoupon, codeKey, type CouponCustomer, type CouponLine, type CouponTerms } from './coupon-rules.ts'

const now = Date.UTC(2027, 0, 4, 12)
const newcomer: CouponCustomer = { uses: 0, othersUses: 0, hasEarlierOrder: false, packages: [] }
const line: CouponLine = {
  id: 'itm_1',
  kinds: ['event_option', 'camp'],
  product_id: 'evt_1',
  product_variation_id: 'opt_1',
  quantity: 1,
  amount: 8000,
}
const validate = (coupon: Partial<CouponTerms> | null, customer: Partial<CouponCustomer> = {}, lines = [line]) =>
  checkCoupon(
    coupon === null ? null : { ...plainCoupon, ...coupon },
    { currency: 'CAD', lines },
    { customer: { ...newcomer, ...customer }, now },
  )

describe('M-12: a discount code', () => {
  it.each([
    { name: 'does not exist', coupon: null, type: 'coupon_not_found' },
    { name: 'is disabled', coupon: { is_enabled: false }, type: 'coupon_not_found' },
    { name: 'is not valid yet', coupon: { redeem_after: now + 1 }, type: 'coupon_not_started' },
    { name: 'has expired', coupon: { redeem_before: now - 1 }, type: 'coupon_expired' },
    { name: 'is used up', coupon: { max_redemptions: 5 }, customer: { othersUses: 5 }, type: 'coupon_max_redemptions' },
    {
      name: 'was used by this customer before',
      coupon: { limit_customer: 1 },
      customer: { uses: 1 },
      type: 'coupon_customer_limit',
    },
    {
      name: 'is for a first order',
      coupon: { first_time_transaction: true },
      customer: { hasEarlierOrder: true },
      type: 'coupon_first_time_only',
    },
    { name: 'is for members', coupon: { membership_packages: ['pkg_1'] }, type: 'coupon_membership_required' },
    {
      name: 'is in another currency',
      coupon: { type: 'amount_off', amount_off: 100, percent_off: null, currency: 'USD' },
      type: 'coupon_currency_mismatch',
    },
    {
      name: 'fits no line item',
      coupon: { applies_to: { products: ['evt_2'], product_types: [] } },
      type: 'coupon_not_applicable',
    },
    { name: 'needs one item more', coupon: { minimum_items: 2 }, type: 'coupon_minimum_items', subject: '1' },
    {
      name: 'needs 20.00 more in the cart',
      coupon: { minimum_amount: 10_000 },
      type: 'coupon_minimum_amount',
      subject: '2000',
    },
    { name: 'has no price to reduce yet', coupon: {}, lines: [], type: 'coupon_not_applicable' },
  ] as {
    name: string
    coupon: Partial<CouponTerms> | null
    customer?: Partial<CouponCustomer>
    lines?: CouponLine[]
    type: string
    subject?: string
  }[])('a code that $name is refused with $type', ({ coupon, customer, lines, type, subject }) => {
    expect(validate(coupon, customer, lines)).toEqual({ ok: false, type, param: 'code', ...(subject && { subject }) })
  })

  it.each([
    { name: 'in its first moment', coupon: { redeem_after: now } },
    { name: 'in its last moment', coupon: { redeem_before: now } },
    { name: 'with one use left', coupon: { max_redemptions: 5 }, customer: { othersUses: 4 } },
    { name: 'for exactly the minimum amount', coupon: { minimum_amount: 8000, minimum_items: 1 } },
    { name: 'for this event', coupon: { applies_to: { products: ['evt_1'], product_types: [] } } },
    { name: 'for this option', coupon: { applies_to: { products: ['opt_1'], product_types: [] } } },
    { name: 'for camps', coupon: { applies_to: { products: [], product_types: ['camp'] } } },
    { name: 'for places in events', coupon: { applies_to: { products: [], product_types: ['event_option'] } } },
    { name: 'with percent off in another currency', coupon: { currency: 'USD' } },
  ] as { name: string; coupon: Partial<CouponTerms>; customer?: Partial<CouponCustomer> }[])(
    'a discount code is accepted $name',
    ({ coupon, customer }) => expect(validate(coupon, customer)).toEqual({ ok: true }),
  )

  it('the minimums of a code count only the items it is for', () => {
    const workshop = { ...line, id: 'itm_2', kinds: ['event_option', 'class'], product_id: 'evt_2', amount: 50_000 }
    expect(
      validate({ minimum_amount: 10_000, applies_to: { products: [], product_types: ['camp'] } }, {}, [line, workshop]),
    ).toEqual({ ok: false, type: 'coupon_minimum_amount', param: 'code', subject: '2000' })
  })

  it('a code that fails several checks gets the most permanent refusal', () => {
    const everythingWrong: Partial<CouponTerms> = {
      redeem_before: now - 1,
      max_redemptions: 1,
      limit_customer: 1,
      first_time_transaction: true,
      membership_packages: ['pkg_1'],
      type: 'amount_off',
      amount_off: 1,
      percent_off: null,
      currency: 'USD',
      applies_to: { products: ['evt_2'], product_types: [] },
      minimum_items: 9,
      minimum_amount: 90_000,
    }
    const cures: [string, Partial<CouponTerms>][] = [
      ['coupon_expired', { redeem_before: null }],
      ['coupon_max_redemptions', { max_redemptions: null }],
      ['coupon_customer_limit', { limit_customer: null }],
      ['coupon_first_time_only', { first_time_transaction: false }],
      ['coupon_membership_required', { membership_packages: [] }],
      ['coupon_currency_mismatch', { currency: 'CAD' }],
      ['coupon_not_applicable', { applies_to: { products: [], product_types: [] } }],
      ['coupon_minimum_items', { minimum_items: null }],
      ['coupon_minimum_amount', { minimum_amount: null }],
    ]
    let coupon = everythingWrong
    for (const [type, cure] of cures) {
      expect(validate(coupon, { uses: 1, othersUses: 1, hasEarlierOrder: true })).toMatchObject({ type })
      coupon = { ...coupon, ...cure }
    }
    expect(validate(coupon, { uses: 1, othersUses: 1, hasEarlierOrder: true })).toEqual({ ok: true })
  })

  it.each([
    { typed: '  welcome10 ', key: 'WELCOME10' },
    { typed: 'Lake_20-b', key: 'LAKE_20-B' },
    { typed: 'SUMMER–25', key: 'SUMMER–25' },
    { typed: 'AB', key: null },
    { typed: 'A'.repeat(41), key: null },
    { typed: 'WELCOМE10', key: null },
    { typed: 'TEN%', key: null },
  ])('the code "$typed" has the key $key', ({ typed, key }) => expect(codeKey(typed)).toBe(key))
})
