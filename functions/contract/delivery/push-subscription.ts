import * as z from 'zod/mini'
import { code, isPublicUrl, ProgramId } from '../field-rules.ts'
import { paging } from '../paging.ts'

/** Maximum number of browsers with notifications per account; also enforced by the schema. */
export const maxPushSubscriptions = 10

/**
 * `stale`: the last two messages did not arrive. A subscription is removed when its push service no longer has it, or
 * when its browser logs out.
 */
export const pushStatuses = ['active', 'stale'] as const
export type PushStatus = (typeof pushStatuses)[number]

const endpointLength = 1000
const base64url = (characters: RegExp) => z.string({ error: code('required') }).check(z.regex(characters))

/** URL of a browser at its push service. */
const PushEndpoint = z.string({ error: code('required') }).check(
  z.maxLength(endpointLength, code('too_long')),
  z.refine((text) => isPublicUrl(text), code('invalid_url')),
)
/** A point of P-256 in 65 bytes, uncompressed: the first byte is 4. */
const P256PublicKey = base64url(/^B[\w-]{86}=?$/)

/**
 * A browser of the caller that shows notifications. The times and `is_current` (the browser of this call) are our
 * additions.
 */
export const PushSubscription = z.strictObject({
  id: z.string(),
  object: z.literal('push_subscription'),
  endpoint: z.string(),
  keys: z.strictObject({ p256dh: z.string(), auth: z.string() }),
  public_key: z.string(),
  status: z.enum(pushStatuses),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  is_current: z.boolean(),
  created: z.string(),
  reached_at: z.nullable(z.string()),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/**
 * Body of POST profile/subscriptions/notifications: the output of a browser's `PushSubscription.toJSON()`. `public_key`
 * is the key with which it was created (by default the newest). `renews` names a subscription of the caller to replace;
 * another customer's is refused.
 */
export const AddPushSubscriptionRequest = z.strictObject({
  endpoint: PushEndpoint,
  keys: z.strictObject({ p256dh: P256PublicKey, auth: base64url(/^[\w-]{22}(?:==)?$/) }),
  expirationTime: z.optional(z.nullable(z.number())),
  public_key: z.optional(P256PublicKey),
  renews: z.optional(PushEndpoint),
  program_id: z.optional(ProgramId),
})
export type AddPushSubscriptionRequest = z.infer<typeof AddPushSubscriptionRequest>

/**
 * What a page may do about the browser's permission prompt. `ask`: there is something to notify about; `wait`: not yet;
 * `granted`: this browser is subscribed; `renew`: this browser is subscribed with an outdated key.
 */
export const pushPermissionHints = ['ask', 'wait', 'granted', 'renew'] as const

/**
 * Response of GET profile/subscriptions/notifications/preload; `public_key` is null when the site sends no push
 * messages.
 */
export const PushPreload = z.strictObject({
  object: z.literal('push_preload'),
  public_key: z.nullable(z.string()),
  has_subscription: z.boolean(),
  permission_hint: z.enum(pushPermissionHints),
})
export type PushPreload = z.infer<typeof PushPreload>

/** Body of POST profile/subscriptions/notifications/test: the browser, by default the calling one. */
export const TestPushRequest = z.optional(z.strictObject({ endpoint: z.optional(PushEndpoint) }))
export type TestPushRequest = z.infer<typeof TestPushRequest>

/**
 * Outcome of a test message: `sent` to the push service, `removed` because the service no longer has the subscription,
 * or `failed`.
 */
export const PushTest = z.strictObject({
  object: z.literal('push_test'),
  result: z.enum(['sent', 'removed', 'failed']),
})
export type PushTest = z.infer<typeof PushTest>

/** Number of subscriptions that a DELETE removed. */
export const PushRemoval = z.strictObject({ object: z.literal('push_removal'), removed: z.int() })
export type PushRemoval = z.infer<typeof PushRemoval>

/** `/profile/subscriptions/notifications/{endpoint}` in a path: the endpoint, percent-encoded, or the `id`. */
export const InPushSubscription = z.strictObject({ endpoint: z.string().check(z.maxLength(endpointLength)) })

/** Query of GET profile/subscriptions/notifications: newest first by default. */
export const PushSubscriptionListQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['created']), 'created'),
})
