import * as z from 'zod/mini'

/**
 * An amount: `value` in minor units of `currency_code`, `display` in the reader's language. Kept apart from its
 * formatter, so that a page that formats amounts loads no schema.
 */
export const Money = z.strictObject({
  value: z.int(),
  currency_code: z.string(),
  major_value: z.number(),
  display: z.string(),
  language: z.string(),
})
export type Money = z.infer<typeof Money>

/** A price: three Money values, none of them null. */
export const Price = z.strictObject({ cost: Money, fee: Money, tax: Money })
export type Price = z.infer<typeof Price>
