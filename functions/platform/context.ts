import type { Actor, CustomerActor, PageIdentity, OrganiserActor } from './actor.ts'
import type { Language } from '../contract/field-rules.ts'
import type { Shade } from '../contract/organisation/rights.ts'
import type { Db } from './database/database.ts'
import type { LogDetail } from './log-line.ts'

export type Worker = {
  Bindings: Bindings
  Variables: {
    ctx: Ctx
    callAgain: (request: Request) => Promise<Response>
    bodyIsAbsent: boolean
    isWrittenInParts?: boolean
    upload?: Upload
  }
}

/** The uploaded file of a multipart body (middleware/read-upload.ts). */
export type Upload = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** The worker type behind `signedIn`: the caller is a customer. */
export type CustomerWorker = Worker & { Variables: { ctx: CustomerContext } }

/** The worker type behind `organiser`: the caller acts for a program. */
export type OrganiserWorker = Worker & { Variables: { ctx: OrganiserContext } }

/** Settings of a site that uses Stripe; the last three are optional. */
export type StripeSettings = {
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  /**
   * One or several signing secrets, separated by commas. Several are needed during a rotation, and for connected
   * accounts.
   */
  STRIPE_WEBHOOK_SECRET?: string
  /** Origin of a server that implements Stripe's API. */
  STRIPE_API_BASE?: string
  /**
   * Charge type for connected accounts: `direct` (charged on their account) or `destination` (charged on the platform's
   * and transferred).
   */
  STRIPE_CHARGES?: string
  /** Percentage of each payment of a connected account that the platform keeps. */
  STRIPE_PLATFORM_FEE?: string
}

/** Settings of the platform and of the site's operator. */
type Settings = Env & StripeSettings

/** Bindings of the worker, plus values that only our own code can set, never a client's header. */
export type Bindings = Settings & {
  identity?: PageIdentity
  /** `wide` multiplies each limit by 100, for trials on one machine. */
  RATE_LIMITS?: string
  /** Missing or wrong settings, one sentence each (setting-faults.ts). */
  settingFaults?: readonly string[]
  purgePages?: (tags: string[]) => Promise<void>
  /** Keeps a value for half a minute, or until its tag is purged. */
  memoize?: <Value>(tag: string, name: string) => { known: Value | null; keep: (value: Value) => void }
  /** Delivers the outbox rows that the request wrote. */
  deliver?: (env: Bindings, leastUrgent: Priority) => Promise<void>
  /**
   * Maximum number of statements that one run of the outbox may send: the platform's limit per invocation, less a
   * margin.
   */
  OUTBOX_STATEMENTS?: string
  TOKEN_SECRET: string
  PASSWORD_PEPPER: string
  HEALTH_KEY: string
  /** Hashes passwords outside this isolate, where available (local/hash-in-threads.ts). */
  HASHER?: Fetcher
  /** Number of parallel hashes. */
  HASHER_THREADS?: string
  /** `on`: each API response is validated against its description, and a mismatch is an error. */
  RESPONSE_CHECKS?: string
  /** Uploads of customers. */
  FILES: R2Bucket
  /** Sends mail: on Cloudflare, or on one machine through the serving process (local/smtp-door.ts). */
  EMAIL?: SendEmail
  SMTP_DOOR?: Fetcher
  /** Sender and return addresses, where they differ from `bookings@`, `news@` and `bounces@` of the site's host. */
  MAIL_FROM?: string
  MAIL_FROM_MARKETING?: string
  MAIL_RETURN?: string
  /**
   * The mailbox for replies to messages, `reply+<token>@…`. Without it, replies go directly to the other side's
   * address.
   */
  MAIL_REPLY?: string
  /** The `authserv-id` of the mail server that receives replies, as in its `Authentication-Results`. */
  MAIL_REPLY_AUTHSERV_ID?: string
  /** `on`: the mail server that receives replies rejects spoofed mail itself. */
  MAIL_REPLY_SERVER_CHECKS?: string
  /** Resizes pictures outside this isolate, where available (local/picture-resizer.ts). */
  PICTURE_RESIZER?: Fetcher
  /**
   * Keys of Web Push, newest first (delivery/push/vapid-keys.ts), and push hosts allowed in addition to those of the
   * known browsers.
   */
  VAPID_KEYS?: string
  PUSH_HOSTS?: string
  /** Replaces the network for requests to push services. */
  PUSH_SERVICES?: Pick<Fetcher, 'fetch'>
  ORGANISER_CLIENTS: string
  /** Programs that each act for one customer, by Basic credentials: `id:secret:customer_id`. */
  CUSTOMER_CLIENTS?: string
  /** In a run of the scheduler: true when the current task has used its share of the run. */
  isBudgetSpent?: () => boolean
  /** Test bench only: a fixed current time. */
  fixedNow?: () => number
}

export type Idempotency = {
  scope: string
  key: string
  fingerprint: string
  isWritten: boolean
  /** URL of the GET that returns the created resource. */
  createdLocation?: string
}

/** Delivery priority (database/outbox.ts). */
export type Priority = 'security' | 'transactional' | 'bulk'

/** State that a request collects for its response, the page cache and a repeated request with the same key. */
export type RequestState = {
  idempotency: Idempotency | null
  /** The least urgent priority of the outbox rows that this request wrote, or null without any. */
  outboxPriority: Priority | null
  staleTags: Set<string>
  cacheTags: Set<string>
  /** Adds tags of cached pages that show data changed by this request. `commit` purges them. */
  invalidateTags: (...tags: string[]) => void
  /** Adds tags of the data in a public response, so that it may be cached until one of them is invalidated. */
  addCacheTags: (...tags: string[]) => void
  /**
   * Sets the URL of the GET that shows the resource created by this POST, for a repeated request after a lost response.
   */
  setCreatedLocation: (address: string) => void
}

/** The part of a program that the caller's right reaches. Everything for every caller but a staff member. */
export type Reach = {
  shade: Shade
  /** Ids of events and appointment types. */
  event_ids: readonly string[] | 'all'
}

/** The argument of every use case: one object per request. `now` is in ms since 1970, read once. */
export type Ctx = {
  db: Db
  env: Bindings
  now: number
  newId: (prefix: string) => string
  language: Language
  /** The language for an organisation's texts; null means each in its program's own language. */
  contentLanguage: Language | null
  /** The actor, or null for a visitor who is not logged in. */
  actor: Actor | null
  /** Set by `organiser`, for the right of the call. */
  reach: Reach
  /** The caller's network address for rate limits: IPv6 by its /64. */
  callerAddress: string
  /** The caller's User-Agent, or null. */
  userAgent: string | null
  /** The device mark from a page's form: a browser in which the account has logged in. Only a signed mark counts. */
  deviceMark: string | null
  /** Prefix of the caller's network address, for waiver records: /24 or /48. */
  addressPrefix: string | null
  requestId: string
  /** Marks the rows written by this context, so that a write whose response was lost can be recognised. */
  writeMarker: string
  siteOrigin: string
  request: RequestState
  log: (event: string, detail?: LogDetail) => void
}

/** The context of a logged-in customer, made by `signedIn`. */
export type CustomerContext = Ctx & { actor: CustomerActor }

/** The context of a known actor: a customer, or an organisation that acts for one. */
export type ActingContext = Ctx & { actor: Actor }

/** The context of a caller who acts for a program, made by `organiser`. */
export type OrganiserContext = Ctx & { actor: OrganiserActor }

/** The same request with another actor; its batches are not bound to the caller's session. */
export function actAs(ctx: Ctx, actor: Actor | null): Ctx {
  return Object.create(ctx, { actor: { value: actor } }) as Ctx
}

/** The same request, in which the organisation's caller acts for a customer. */
export const actForCustomer = (
  ctx: OrganiserContext,
  { customer_id, user_id }: Pick<CustomerActor, 'customer_id' | 'user_id'>,
): CustomerContext =>
  actAs(ctx, { type: 'customer', customer_id, user_id, session_id: '', by: ctx.actor }) as CustomerContext

/** True in the context of a logged-in customer. */
export const isCustomer = (ctx: Ctx): ctx is CustomerContext => ctx.actor?.type === 'customer'

/** The calling customer, or null for every other actor. */
export const customerOf = (ctx: Ctx): CustomerActor | null => (isCustomer(ctx) ? ctx.actor : null)
