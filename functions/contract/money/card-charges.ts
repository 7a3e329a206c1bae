import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { code } from '../field-rules.ts'

/** The version of the words that a customer agrees to. */
export const ChargeConsentVersion = z
  .string({ error: code('required') })
  .check(z.minLength(1, code('required')), z.maxLength(40))

const words = { version: z.string(), text: z.string(), limit: Money }
/**
 * Whether a customer lets a program charge their stored card for what its staff charge later. `offered` is null for a
 * program that does not charge stored cards; `agreed` is null without a consent.
 */
export const CardChargeConsent = z.strictObject({
  object: z.literal('card_charge_consent'),
  program_id: z.string(),
  offered: z.nullable(z.strictObject(words)),
  agreed: z.nullable(z.strictObject({ ...words, agreed_at: z.string() })),
})
export type CardChargeConsent = z.infer<typeof CardChargeConsent>

/** Body of POST payment_methods/consent: the version that the customer read. */
export const AgreeToChargesRequest = z.strictObject({ version: ChargeConsentVersion })
