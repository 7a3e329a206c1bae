import type { Actor } from './actor.ts'
import type { Bindings, Ctx, Idempotency, RequestState } from './context.ts'
import type { Language } from '../contract/field-rules.ts'
import { clockOffsetMs } from './database/clock-offset.ts'
import { database } from './database/database.ts'
import { publicDatabase } from './database/public-reads.ts'
import { logLine, requestId } from './log-line.ts'

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
  /** True when the context reads only public data, so that any replica of the database may respond. */
  isPublicRead?: boolean
}

/** An unguessable id: 128 random bits, six more than a UUID. */
const newId = (prefix: string): string =>
  `${prefix}_${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}`

/** Builds the context of a request or of a scheduler run. */
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
    reach: { shade: 'yes', event_ids: 'all' },
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

/**
 * The worker's current time, in ms since 1970. POST /dev/clock may have moved it in a local build; the test bench sets
 * its own.
 */
export async function clockNow(env: Bindings): Promise<number> {
  if (env.fixedNow) return env.fixedNow()
  if (DEVELOPMENT_TOOLS) return Date.now() + (await clockOffsetMs(env.DB))
  return Date.now()
}
