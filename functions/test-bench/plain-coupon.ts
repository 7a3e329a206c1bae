import type { CouponTerms } from '../money/discounts/coupon-rules.ts'

/** A coupon without conditions or end; tests set its discount. */
export const plainCoupon: CouponTerms = {
  id: 'cou_1',
  type: 'percent_off',
  amount_off: null,
  percent_off: 1000,
  currency: null,
  redeem_after: null,
  redeem_before: null,
  first_time_transaction: false,
  minimum_items: null,
  minimum_amount: null,
  max_redemptions: null,
  limit_customer: null,
  membership_packages: [],
  applies_to: { products: [], product_types: [] },
  is_enabled: true,
  times_redeemed: 0,
}
