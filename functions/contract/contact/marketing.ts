import * as z from 'zod/mini'
import { Email, ProgramId, code, optionalLine } from '../field-rules.ts'
import { marketingStates } from '../states/marketing-states.ts'

/** Reasons why news stop. Only the site sets `bounced`, never a reader. */
export const unsubscribeReasons = [
  'normal',
  'nosignup',
  'inappropriate',
  'spam',
  'bounced',
  'other',
  'unspecified',
] as const
export type UnsubscribeReason = (typeof unsubscribeReasons)[number]
/** The reasons that a reader may give, stored in their profile with the program. */
export const storedUnsubscribeReasons = ['normal', 'nosignup', 'inappropriate', 'spam', 'other', 'unspecified'] as const
export type StoredUnsubscribeReason = (typeof storedUnsubscribeReasons)[number]

export const reasonOtherLength = 255

/** Whether a customer gets the news of a program, and otherwise the reason. */
export const MarketingSubscription = z.strictObject({
  object: z.literal('marketing_subscription'),
  program_id: z.string(),
  state: z.enum(marketingStates),
  is_subscribed: z.boolean(),
  reason: z.nullable(z.enum(unsubscribeReasons)),
  reason_other: z.nullable(z.string()),
  unsubscribed: z.nullable(z.string()),
})
export type MarketingSubscription = z.infer<typeof MarketingSubscription>

/** The token in a mail: it identifies program, customer and list, and gives no other access. */
const Token = z.string({ error: code('required') }).check(z.maxLength(400))

/** Body of POST profile/notifications/subscribe: for the caller, or for the reader of the token. */
export const SubscribeRequest = z.strictObject({ program_id: ProgramId, token: z.optional(Token) })
export type SubscribeRequest = z.infer<typeof SubscribeRequest>

/** Body of POST profile/notifications/unsubscribe. `other` needs a text. */
export const UnsubscribeRequest = z
  .strictObject({
    program_id: ProgramId,
    token: z.optional(Token),
    reason: z._default(z.enum(storedUnsubscribeReasons, { error: code('invalid_option') }), 'unspecified'),
    reason_other: z.optional(z.nullable(optionalLine(reasonOtherLength))),
  })
  .check(
    z.refine(({ reason, reason_other }) => reason !== 'other' || Boolean(reason_other), {
      error: code('required'),
      path: ['reason_other'],
    }),
  )
export type UnsubscribeRequest = z.infer<typeof UnsubscribeRequest>

/** The form of a reader whose unsubscribe link is unknown or expired. */
export const UnsubscribeLinkRequest = z.strictObject({ program_id: ProgramId, email: Email })
export type UnsubscribeLinkRequest = z.infer<typeof UnsubscribeLinkRequest>
