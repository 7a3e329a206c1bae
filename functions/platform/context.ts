import type { Actor, CustomerActor, Identity, OrganiserClient } from './actor.ts'
import type { Language } from '../contract/field-rules.ts'
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

/** The file of a multipart body (middleware/read-upload.ts). */
export type Upload = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** The worker behind `signedIn`: its calls are made by a customer. */
export type CustomerWorker = Worker & { Variables: { ctx: CustomerContext } }

/** The worker behind `organiserClient`: its calls are made by a program's client. */
export type OrganiserWorker = Worker & { Variables: { ctx: OrganiserContext } }

/** What a site with Stripe has to be told; the last three only where they differ. */
export type StripeSettings = {
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  /** One signing secret, or several with a comma between: while one replaces another, and for the connected accounts' own. */
  STRIPE_WEBHOOK_SECRET?: string
  /** Origin of a server that answers as Stripe does. */
  STRIPE_API_BASE?: string
  /** How the connected account of a program is paid: `direct` (the charge is theirs) or `destination` (the charge is the platform's and goes on to them). */
  STRIPE_CHARGES?: string
  /** Percent of each payment of a connected account that the platform keeps. */
  STRIPE_PLATFORM_FEE?: string
}

/** What the platform and whoever runs the site have set. */
type Settings = Env & StripeSettings

/** Bindings of the worker with what only our own code puts there: no header of a client can. */
export type Bindings = Settings & {
  identity?: Identity
  /** `wide` on one machine for trying out: each limit times 100. */
  RATE_LIMITS?: string
  /** What is missing or wrong in these settings, one sentence each (setting-faults.ts). */
  settingFaults?: readonly string[]
  purgePages?: (tags: string[]) => Promise<void>
  /** What is kept for half a minute, or until its tag is purged. */
  memoize?: <Value>(tag: string, name: string) => { known: Value | null; keep: (value: Value) => void }
  /** Delivers what the request left in the outbox. */
  deliver?: (env: Bindings, leastUrgent: Priority) => Promise<void>
  /** Statements that one run of the outbox may send: what the platform allows an invocation, less a margin. */
  OUTBOX_STATEMENTS?: string
  TOKEN_SECRET: string
  PASSWORD_PEPPER: string
  HEALTH_KEY: string
  /** Hashes outside of this isolate, where there is one (local/hash-in-threads.ts). */
  HASHER?: Fetcher
  /** How many it hashes at once. */
  HASHER_THREADS?: string
  /** `on`: every answer of the API is compared with its description, and a mismatch is an error. */
  RESPONSE_CHECKS?: string
  /** What customers upload. */
  FILES: R2Bucket
  /** Sends mail on Cloudflare; and on one machine, by the process that serves (local/smtp-door.ts). */
  EMAIL?: SendEmail
  SMTP_DOOR?: Fetcher
  /** Senders of mail where they are not `bookings@` and `news@` the site's host, and where returned mail goes. */
  MAIL_FROM?: string
  MAIL_FROM_MARKETING?: string
  MAIL_RETURN?: string
  /** The mailbox that replies to messages come to, `reply+<token>@…`; without one they go from mail to mail. */
  MAIL_REPLY?: string
  /** The name under which the mail server that takes replies writes `Authentication-Results`. */
  MAIL_REPLY_AUTHSERV_ID?: string
  /** `on`: the mail server that takes replies refuses spoofed mail itself. */
  MAIL_REPLY_SERVER_CHECKS?: string
  /** Makes pictures smaller outside of this isolate, where there is one (local/picture-resizer.ts). */
  PICTURE_RESIZER?: Fetcher
  /** Keys of Web push, the newest first (delivery/push/vapid-keys.ts), and hosts of push services beside those of the known browsers. */
  VAPID_KEYS?: string
  PUSH_HOSTS?: string
  /** The push services, where they are reached otherwise than over the network. */
  PUSH_SERVICES?: Pick<Fetcher, 'fetch'>
  ORGANISER_CLIENTS: string
  /** Programs that act for one customer each, by Basic credentials: `id:secret:customer_id`. */
  CUSTOMER_CLIENTS?: string
  /** In a run of the clock: whether the verb at hand has used its share of the run. */
  isBudgetSpent?: () => boolean
  /** Test bench only: a fixed clock. */
  fixedNow?: () => number
}

export type Idempotency = {
  scope: string
  key: string
  fingerprint: string
  isWritten: boolean
  /** Address of the GET that shows what was created. */
  createdLocation?: string
}

/** What leaves first (database/outbox.ts). */
export type Priority = 'security' | 'transactional' | 'bulk'

/** What a request gathers on its way for its answer, the page cache and a repeat with the same key. */
export type RequestState = {
  idempotency: Idempotency | null
  /** The least urgent of the rows this request left in the outbox, null where it left none. */
  outboxPriority: Priority | null
  staleTags: Set<string>
  cacheTags: Set<string>
  /** Names the cached pages that show what this request changes; commit purges them. */
  invalidateTags: (...tags: string[]) => void
  /** Names what a public answer shows, so that it may be cached until one of them is invalidated. */
  addCacheTags: (...tags: string[]) => void
  /** Address of the GET that shows what this POST creates, for a repeat whose answer was lost. */
  setCreatedLocation: (address: string) => void
}

/** What every verb is given: one object a request. `now` is ms since 1970, read once. */
export type Ctx = {
  db: Db
  env: Bindings
  now: number
  newId: (prefix: string) => string
  language: Language
  /** The language that texts of organisations are shown in; null: each in its program's own. */
  contentLanguage: Language | null
  /** Who acts; null for a visitor who is not signed in. */
  actor: Actor | null
  /** The caller for limits by network address: IPv6 by its /64. */
  callerAddress: string
  /** What the caller's browser or program says it is; null when it says nothing. */
  userAgent: string | null
  /** The mark of a browser that an account has signed in from, as a page's form passes it on; only a mark that is signed counts. */
  deviceMark: string | null
  /** First part of the caller's network address, for waiver records: /24 or /48. */
  addressPrefix: string | null
  requestId: string
  /** Marks the rows this context writes, so that a write whose answer was lost is recognised. */
  writeMarker: string
  siteOrigin: string
  request: RequestState
  log: (event: string, detail?: LogDetail) => void
}

/** The context of a signed-in customer. `signedIn` makes it: a verb that takes it has someone to act for. */
export type CustomerContext = Ctx & { actor: CustomerActor }

/** The context of a program's client, made by `organiserClient`. */
export type OrganiserContext = Ctx & { actor: OrganiserClient }

/** The same request with another actor: its batches are not bound to the caller's session. Everything else is shared. */
export function actAs(ctx: Ctx, actor: Actor | null): Ctx {
  return Object.create(ctx, { actor: { value: actor } }) as Ctx
}

/** True in the context of a signed-in customer. */
export const isCustomer = (ctx: Ctx): ctx is CustomerContext => ctx.actor?.type === 'customer'

/** The customer who calls; null for everyone else. */
export const customerOf = (ctx: Ctx): CustomerActor | null => (isCustomer(ctx) ? ctx.actor : null)
