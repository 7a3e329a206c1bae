import * as z from 'zod/mini'
import { SourceId } from '../card.ts'
import { code, Id } from '../field-rules.ts'
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

/**
 * Body of POST payment_methods/{source_id}/attach. `return_url` (our addition) is the page of this site to open after a
 * bank step.
 */
export const AttachSourceRequest = z.strictObject({
  source_id: z.optional(SourceId),
  is_default: z.optional(z.boolean()),
  return_url: z.optional(z.string().check(z.maxLength(2000, code('too_long')))),
})

/** Maximum number of cards per customer and program. */
export const maxSources = 10
