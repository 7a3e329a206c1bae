import * as z from 'zod/mini'
import { code, isPublicUrl, ProgramId } from '../field-rules.ts'
import { paging } from '../paging.ts'

/** How many browsers of an account may show notifications; the schema holds it, too. */
export const maxPushSubscriptions = 10

/** `stale`: the last two messages did not get there. One that its push service no longer has is removed, and so is one that is logged out. */
export const pushStatuses = ['active', 'stale'] as const
export type PushStatus = (typeof pushStatuses)[number]

const endpointLength = 1000
const base64url = (characters: RegExp) => z.string({ error: code('required') }).check(z.regex(characters))

/** Address of a browser at its push service. */
const PushEndpoint = z.string({ error: code('required') }).check(
  z.maxLength(endpointLength, code('too_long')),
  z.refine((text) => isPublicUrl(text), code('invalid_url')),
)
/** A point of P-256 as 65 bytes, uncompressed: the first of them is 4. */
const P256PublicKey = base64url(/^B[\w-]{86}=?$/)

/** A browser of the caller that shows notifications. The times are ours, and `is_current`: it is the one that the call came from. */
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
 * Body of POST profile/subscriptions/notifications: what `PushSubscription.toJSON()` of a browser says. `public_key` (the newest one
 * unless given) is the key it was made with. With `renews` it takes the place of one that the caller has, or is refused.
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

/** What a page may do about the browser's question: `ask` there is something to be notified of, `wait` not yet, `granted` this browser is subscribed, `renew` it is, with a former key. */
export const pushPermissionHints = ['ask', 'wait', 'granted', 'renew'] as const

/** Answer of GET profile/subscriptions/notifications/preload; `public_key` is null where the site sends none. */
export const PushPreload = z.strictObject({
  object: z.literal('push_preload'),
  public_key: z.nullable(z.string()),
  has_subscription: z.boolean(),
  permission_hint: z.enum(pushPermissionHints),
})
export type PushPreload = z.infer<typeof PushPreload>

/** Body of POST profile/subscriptions/notifications/test: which browser; the one that calls unless given. */
export const TestPushRequest = z.optional(z.strictObject({ endpoint: z.optional(PushEndpoint) }))
export type TestPushRequest = z.infer<typeof TestPushRequest>

/** What became of a test message: `sent` to the push service, `removed` with a subscription that it no longer has, or `failed`. */
export const PushTest = z.strictObject({
  object: z.literal('push_test'),
  result: z.enum(['sent', 'removed', 'failed']),
})
export type PushTest = z.infer<typeof PushTest>

/** How many subscriptions a DELETE removed. */
export const PushRemoval = z.strictObject({ object: z.literal('push_removal'), removed: z.int() })
export type PushRemoval = z.infer<typeof PushRemoval>

/** `/profile/subscriptions/notifications/{endpoint}` in a path: the endpoint, percent-encoded, or the `id`. */
export const InPushSubscription = z.strictObject({ endpoint: z.string().check(z.maxLength(endpointLength)) })

/** Query of GET profile/subscriptions/notifications: the newest comes first unless asked otherwise. */
export const PushSubscriptionListQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['created']), 'created'),
})
