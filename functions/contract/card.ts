import * as z from 'zod/mini'
import { code } from './field-rules.ts'

/** The card details from the provider, of a stored card or the one that paid. */
export const Card = z.strictObject({
  brand: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  exp_month: z.nullable(z.int()),
  exp_year: z.nullable(z.int()),
  funding: z.nullable(z.string()),
  country: z.nullable(z.string()),
  three_d_secure: z.nullable(z.string()),
  is_default: z.boolean(),
  status: z.nullable(z.string()),
  usage: z.nullable(z.string()),
  currency: z.nullable(z.string()),
})
export type Card = z.infer<typeof Card>

/** The id of a card at the provider, or the token of its card form for a new one. */
export const SourceId = z.string().check(z.regex(/^[A-Za-z0-9_]{1,100}$/, code('invalid_option')))

/** A card without details: older payments only have brand, number and expiry. */
export const unknownCard: Card = {
  brand: null,
  last4: null,
  exp_month: null,
  exp_year: null,
  funding: null,
  country: null,
  three_d_secure: null,
  is_default: false,
  status: null,
  usage: null,
  currency: null,
}
