import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { paging } from '../paging.ts'
import { TextLanguages } from '../texts.ts'

/** An active coupon for the public: the fields that help a visitor, without its internal terms. */
export const Promotion = z.strictObject({
  id: z.string(),
  object: z.literal('promotion'),
  name: z.string(),
  type: z.enum(['amount_off', 'percent_off']),
  /** The code of the promotion; null when none is needed. */
  code: z.nullable(z.string()),
  amount_off: z.nullable(Money),
  percent_off: z.nullable(z.number()),
  redeem_before: z.nullable(z.string()),
  restrictions: z.strictObject({
    first_time_transaction: z.boolean(),
    minimum_items: z.nullable(z.int()),
    minimum_amount: z.nullable(Money),
    limit_customer: z.nullable(z.int()),
  }),
  /** The items to which the promotion applies: everything when both lists are empty. Only public events are listed. */
  applies_to: z.strictObject({
    product_types: z.array(z.string()),
    events: z.array(z.strictObject({ id: z.string(), name: z.string(), text_languages: TextLanguages })),
  }),
  apply_automatically: z.boolean(),
  currency: z.string(),
  text_languages: TextLanguages,
})
export type Promotion = z.infer<typeof Promotion>

/** Query of GET explore/programs/{program_id}/promotions. */
export const PromotionListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created', 'name']), 'created'),
})
export type PromotionListQuery = z.infer<typeof PromotionListQuery>
