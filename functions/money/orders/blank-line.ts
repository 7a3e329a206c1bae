import type { ItemRow } from './order-rows.ts'

/** What pricing adds to a line, before it is priced. */
export const unpriced = {
  amount_discount: 0,
  amount_fee: 0,
  amount_tax: 0,
  is_fee_included: false,
  taxes: [],
  discount_parts: [],
} satisfies Partial<ItemRow>

/** One of something that has no person, place or product: each kind of line says over it what it is for. */
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
} satisfies Partial<ItemRow>
