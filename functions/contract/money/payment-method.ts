import * as z from 'zod/mini'
import { SourceId } from '../card.ts'
import { code, Id } from '../field-rules.ts'
import { ChargeConsentVersion } from './card-charges.ts'
import { cardSetupStatuses } from '../states/card-setup-states.ts'

/** An attempt to store a card, with what the provider's card form needs, and the bank step if there is one. */
export const CardSetup = z.strictObject({
  id: z.string(),
  object: z.literal('card_setup'),
  status: z.enum(cardSetupStatuses),
  payment_provider: z.string(),
  publishable_key: z.nullable(z.string()),
  account: z.nullable(z.string()),
  client_secret: z.nullable(z.string()),
  has_next_action: z.boolean(),
  next_action_url: z.nullable(z.string()),
})
export type CardSetup = z.infer<typeof CardSetup>

export const InPaymentMethod = z.strictObject({ program_id: Id, source_id: SourceId })

const returnUrl = z.optional(z.string().check(z.maxLength(2000, code('too_long'))))

/**
 * Body of POST payment_methods/setup. With `on_provider_page`, the customer enters the card on the provider's own page,
 * at `next_action_url`; the other fields are for that page. With `charge_consent`, the customer agrees to later charges
 * by the organisation, in these words.
 */
export const SetUpCardRequest = z.strictObject({
  on_provider_page: z.optional(z.boolean()),
  is_default: z.optional(z.boolean()),
  return_url: returnUrl,
  charge_consent: z.optional(ChargeConsentVersion),
})
export type SetUpCardRequest = z.infer<typeof SetUpCardRequest>

/**
 * Body of POST payment_methods/{source_id}/attach. `return_url` (our addition) is the page of this site to open after a
 * bank step.
 */
export const AttachSourceRequest = z.strictObject({
  source_id: z.optional(SourceId),
  is_default: z.optional(z.boolean()),
  return_url: returnUrl,
  charge_consent: z.optional(ChargeConsentVersion),
})

/** Maximum number of cards per customer and program. */
export const maxSources = 10
