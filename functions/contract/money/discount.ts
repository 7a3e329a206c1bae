import * as z from 'zod/mini'
import { code } from '../field-rules.ts'
import { Money } from '../amount.ts'
import { TextLanguages } from '../texts.ts'

/** A coupon. `amount_off` is Money, `percent_off` a percentage with at most two decimals. */
export const Coupon = z.strictObject({
  id: z.string(),
  object: z.literal('coupon'),
  name: z.nullable(z.string()),
  text_languages: TextLanguages,
  type: z.enum(['amount_off', 'percent_off']),
  code: z.nullable(z.string()),
  amount_off: z.nullable(Money),
  percent_off: z.nullable(z.number()),
  redeem_after: z.nullable(z.string()),
  redeem_before: z.nullable(z.string()),
  restrictions: z.strictObject({
    first_time_transaction: z.boolean(),
    minimum_items: z.nullable(z.int()),
    minimum_amount: z.nullable(Money),
    max_redemptions: z.nullable(z.int()),
    limit_customer: z.nullable(z.int()),
    membership_packages: z.array(z.string()),
  }),
  is_enabled: z.boolean(),
  times_redeemed: z.int(),
  applies_to: z.strictObject({ products: z.array(z.string()), product_types: z.array(z.string()) }),
  apply_automatically: z.boolean(),
  currency: z.nullable(z.string()),
  language: z.nullable(z.string()),
})
export type Coupon = z.infer<typeof Coupon>

/** A coupon on an order. `redeemed` is the time at which it became final, or null. */
export const Discount = z.strictObject({
  id: z.string(),
  object: z.literal('discount'),
  coupon: Coupon,
  amount: Money,
  redeemed: z.nullable(z.string()),
  redeemed_by: z.nullable(z.string()),
})
export type Discount = z.infer<typeof Discount>

/** Body of POST orders/{id}/discounts. Codes are compared trimmed and case-insensitively. */
export const ApplyDiscountRequest = z.strictObject({
  code: z
    .string({ error: code('required') })
    .check(z.trim(), z.minLength(1, code('required')), z.maxLength(64, code('too_long'))),
})
export type ApplyDiscountRequest = z.infer<typeof ApplyDiscountRequest>
