import * as z from 'zod/mini'
import { code } from './field-rules.ts'
import { maxEnteredAmount } from './limits.ts'

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

/** An amount that an organisation enters, in minor units, from `minimum`. */
export const enteredAmount = (minimum: number) =>
  z
    .int({ error: code('invalid_amount') })
    .check(z.minimum(minimum, code('invalid_amount')), z.maximum(maxEnteredAmount, code('invalid_amount')))

/** A price: three Money values, none of them null. */
export const Price = z.strictObject({ cost: Money, fee: Money, tax: Money })
export type Price = z.infer<typeof Price>
