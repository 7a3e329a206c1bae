import type { Actor, CustomerActor, Identity, OrganiserClient } from './actor.ts'
import type { Language } from './contract/field-rules.ts'
import { type Db, database } from './database/database.ts'
import { publicDatabase } from './database/public-reads.ts'
import type { Priority } from './database/outbox.ts'
import { type LogDetail, logLine, requestId } from './log-line.ts'
import type { MailSender } from './mail/compose-mail.ts'
import { mailSender } from './mail/senders/choose.ts'
import type { PaymentProvider } from './payments/providers/provider.ts'
import { paymentProvider } from './payments/providers/choose.ts'
import type { StripeSettings } from './payments/providers/stripe-client.ts'
import { clockOffsetMs } from './database/clock-offset.ts'

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

/** What the platform and whoever runs the site have set. */
type Settings = Env & StripeSettings

/** Bindings of the worker with what only our own code puts there: no header of a client can. */
export type Bindings = Settings & {
  identity?: Identity
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
  /** Keys of Web push, the newest first (push/vapid-keys.ts), and hosts of push services beside those of the known browsers. */
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
  payments: PaymentProvider
  mail: MailSender
  request: RequestState
  log: (event: string, detail?: LogDetail) => void
}

/** The context of a signed-in customer. `signedIn` makes it: a verb that takes it has someone to act for. */
export type CustomerContext = Ctx & { actor: CustomerActor }

/** The context of a program's client, made by `organiserClient`. */
export type OrganiserContext = Ctx & { actor: OrganiserClient }

type ContextInput = {
  env: Bindings
  now: number
  requestId?: string
  language?: Language | null
  actor?: Actor | null
  callerAddress?: string
  addressPrefix?: string | null
  userAgent?: string | null
  deviceMark?: string | null
  idempotency?: Idempotency | null
  /** Only public pages and answers are read: any replica of the database may answer. */
  isPublicRead?: boolean
}

/** An id that no one can guess or count: 128 random bits, six more than a UUID has. */
const newId = (prefix: string): string =>
  `${prefix}_${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}`

/** Builds the context of a request or of a run of the clock. */
export function makeContext(input: ContextInput): Ctx {
  const { env } = input
  const id = input.requestId ?? requestId()
  let marker: string | undefined
  return {
    db: input.isPublicRead ? publicDatabase(env.DB) : database(env.DB),
    env,
    now: input.now,
    newId,
    language: input.language ?? 'en',
    contentLanguage: input.language ?? null,
    actor: input.actor ?? null,
    callerAddress: input.callerAddress ?? 'local',
    userAgent: input.userAgent ?? null,
    deviceMark: input.deviceMark ?? null,
    addressPrefix: input.addressPrefix ?? null,
    requestId: id,
    get writeMarker() {
      marker ??= crypto.randomUUID()
      return marker
    },
    siteOrigin: env.SITE_ORIGIN,
    get payments() {
      return paymentProvider(env)
    },
    get mail() {
      return mailSender(env)
    },
    request: requestState(input.idempotency ?? null),
    log: (event, detail) => logLine(event, detail, { at: input.now, requestId: id }),
  }
}

function requestState(idempotency: Idempotency | null): RequestState {
  const state: RequestState = {
    idempotency,
    outboxPriority: null,
    staleTags: new Set(),
    cacheTags: new Set(),
    invalidateTags: (...tags) => {
      for (const tag of tags) state.staleTags.add(tag)
    },
    addCacheTags: (...tags) => {
      for (const tag of tags) state.cacheTags.add(tag)
    },
    setCreatedLocation: (address) => {
      if (state.idempotency) state.idempotency.createdLocation = address
    },
  }
  return state
}

/** The same request with another actor: its batches are not bound to the caller's session. Everything else is shared. */
export function actAs(ctx: Ctx, actor: Actor | null): Ctx {
  return Object.create(ctx, { actor: { value: actor } }) as Ctx
}

/** True in the context of a signed-in customer. */
export const isCustomer = (ctx: Ctx): ctx is CustomerContext => ctx.actor?.type === 'customer'

/** The customer who calls; null for everyone else. */
export const customerOf = (ctx: Ctx): CustomerActor | null => (isCustomer(ctx) ? ctx.actor : null)

/** The worker's clock, ms since 1970. A local build may have been moved by POST /dev/clock; the test bench brings its own. */
export async function clockNow(env: Bindings): Promise<number> {
  if (env.fixedNow) return env.fixedNow()
  if (DEVELOPMENT_TOOLS) return Date.now() + (await clockOffsetMs(env.DB))
  return Date.now()
}
