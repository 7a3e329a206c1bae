import type { ItemRow } from './order-rows.ts'

/** Columns of an item that pricing fills in. */
export const unpriced = {
  amount_discount: 0,
  amount_fee: 0,
  amount_tax: 0,
  is_fee_included: false,
  taxes: [],
  discount_parts: [],
} satisfies Partial<ItemRow>

/** Default columns of an item: quantity 1, without person, place or product. Each kind of item overrides some. */
export const blankLine = {
  ...unpriced,
  parent: null,
  product_variation_id: null,
  product_category_id: null,
  registration_id: null,
  attendee_name: null,
  quantity: 1,
  cancelled_at: null,
  amount_cancelled: 0,
  refund_policy: null,
  discount_lost: 0,
  product_type: null,
  confirm_text: null,
  pickup_text: null,
  return_days: null,
  return_on_request: false,
  stock_taken: 0,
  stock_held_until: null,
  attendee_profile_id: null,
  package_terms: null,
  membership_terms: null,
  price_reason: null,
} satisfies Partial<ItemRow>
