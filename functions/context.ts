import type { Language } from './contract/field-rules.ts'
import { type Db, database } from './database/database.ts'
import { type LogDetail, logLine } from './log-line.ts'
import type { MailSender } from './mail/sender.ts'
import { mailSender } from './mail/senders/choose.ts'
import type { PaymentProvider } from './payments/providers/provider.ts'
import { paymentProvider } from './payments/providers/choose.ts'
import { requestId } from './request-id.ts'

/** Who is asking. `session_id` is null for identities that a page made from the cookie of a read. */
export type Identity = { user_id: string; customer_id: string; session_id: string }
/** An organisation's machine client (Basic credentials, decisions.md §24). */
export type Organiser = { client_id: string; program_ids: string[] | 'all' }

export type Worker = {
  Bindings: Bindings
  Variables: { ctx: Ctx; callAgain: (request: Request) => Promise<Response>; bodyIsAbsent: boolean }
}

/** Bindings of the worker with what only our own code puts there: no header of a client can. */
export type Bindings = Env & {
  identity?: Identity
  /** Mark of a browser that an account has signed in from, put here by the edge's log-in form (reliability.md A-04). */
  device?: string | null
  /** An API elsewhere (decisions.md §22). */
  API_ORIGIN?: string
  purgePages?: (tags: string[]) => Promise<void>
  /** Delivers what the request left in the outbox. */
  deliver?: (env: Bindings) => Promise<void>
  TOKEN_SECRET: string
  PASSWORD_PEPPER: string
  HEALTH_KEY: string
  /** Hashes outside of this isolate, where there is one (local/hash-in-thread.ts). */
  HASHER?: Fetcher
  ORGANISER_CLIENTS: string
  /** Test bench only: a fixed clock. */
  fixedNow?: () => number
}

export type Idempotency = {
  scope: string
  key: string
  fingerprint: string
  isWritten: boolean /** address of the GET that shows what was made */
  createdLocation?: string
}

/** What every verb is given: one object a request. `now` is ms since 1970, read once. */
export type Ctx = {
  db: Db
  env: Bindings
  now: number
  newId: (prefix: string) => string
  language: Language
  identity: Identity | null
  organiser: Organiser | null
  /** First part of the caller's network address, for waiver records: /24 or /48. */
  addressPrefix: string | null
  requestId: string
  /** Marks the rows this context writes, so that a write whose answer was lost is known again. */
  writeMarker: string
  siteOrigin: string
  payments: PaymentProvider
  mail: MailSender
  idempotency: Idempotency | null
  wroteOutbox: boolean
  staleTags: Set<string>
  /** Names kept pages that show what this request changes; commit purges them. */
  invalidateTags: (...tags: string[]) => void
  /** Names what a public answer shows, so that it may be kept until one of them is forgotten. */
  addCacheTags: (...tags: string[]) => void
  cacheTags: Set<string>
  /** Address of the GET that shows what this POST makes, for a repeat whose answer was lost. */
  setCreatedLocation: (address: string) => void
  purgePages: (tags: string[]) => Promise<void>
  log: (event: string, detail?: LogDetail) => void
}

type ContextInput = {
  env: Bindings
  now: number
  requestId?: string
  language?: Language
  identity?: Identity | null
  organiser?: Organiser | null
  addressPrefix?: string | null
  idempotency?: Idempotency | null
}

/** An id that nobody can guess or count: 128 random bits, of which a UUID has six fewer (decisions.md §21). */
const newId = (prefix: string): string =>
  `${prefix}_${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}`

/** Builds the context of a request or of a run of the clock. */
export function makeContext(input: ContextInput): Ctx {
  const { env } = input
  const [stalePages, shown] = [new Set<string>(), new Set<string>()]
  const id = input.requestId ?? requestId()
  let mark: string | undefined
  const ctx: Ctx = {
    db: database(env.DB),
    env,
    now: input.now,
    newId,
    language: input.language ?? 'en',
    identity: input.identity ?? null,
    organiser: input.organiser ?? null,
    addressPrefix: input.addressPrefix ?? null,
    requestId: id,
    get writeMarker() {
      mark ??= crypto.randomUUID()
      return mark
    },
    siteOrigin: env.SITE_ORIGIN,
    get payments() {
      return paymentProvider(env)
    },
    get mail() {
      return mailSender(env)
    },
    idempotency: input.idempotency ?? null,
    wroteOutbox: false,
    staleTags: stalePages,
    invalidateTags: (...tags) => {
      for (const tag of tags) stalePages.add(tag)
    },
    cacheTags: shown,
    addCacheTags: (...tags) => {
      for (const tag of tags) shown.add(tag)
    },
    setCreatedLocation: (address) => {
      if (ctx.idempotency) ctx.idempotency.createdLocation = address
    },
    purgePages: env.purgePages ?? (async () => {}),
    log: (event, detail) => logLine(event, detail, { at: input.now, requestId: id }),
  }
  return ctx
}
