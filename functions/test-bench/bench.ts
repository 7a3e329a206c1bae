import { api } from '../api.ts'
import { unstable_readConfig as readConfig } from 'wrangler'
import type { Bindings } from '../platform/context.ts'
import { waitLonger } from '../platform/database/retry-lost-write.ts'
import { deliverAfterAnswer } from '../deliver-outbox.ts'
import { runScheduled } from '../scheduled.ts'
import { quickHasher } from './quick-hasher.ts'
import { advanceClock, clockTime, setClock, suiteNumber } from './bench-clock.ts'
import { memoryBucket } from './memory-bucket.ts'
import { copySchema, migrate } from './migrate.ts'
import { migratedD1 } from './migrated-d1.ts'
import { startRealDatabases } from './real-databases.ts'
import { recorded } from './recorded-d1.ts'
import { benchSecrets } from './stand-ins.ts'

/** One process has fewer suites than this. */
const suitesOfOneProcess = 400
const siteOrigin = 'http://localhost:8787'

export type Bench = Awaited<ReturnType<typeof createBench>>
/** A database and its clock: all that the factories of people, programs and places need. */
export type World = Pick<Bench, 'env' | 'now'>
type Databases = { next: () => Promise<D1Database> }
let shared: { suite: number; bench: Promise<Bench> } | undefined

/**
 * The real API on a migrated D1, one per suite, so that no suite sees another's due work. The database is in memory,
 * unless a suite needs something only the platform counts (rows read), or PLATFORM_DATABASE=on.
 */
export function openBench({ isOnPlatform = process.env.PLATFORM_DATABASE === 'on' } = {}): Promise<Bench> {
  const suite = suiteNumber()
  if (shared?.suite !== suite) shared = { suite, bench: createBench(isOnPlatform ? onPlatform() : inMemory()) }
  return shared.bench
}

const inMemory = async (): Promise<Databases> => ({ next: () => migratedD1() })

let platform: Promise<Databases> | undefined
const onPlatform = (): Promise<Databases> =>
  (platform ??= (async () => {
    const opened = await startRealDatabases(suitesOfOneProcess)
    const migrated = opened.next()
    await migrate(migrated)
    const next = async () => {
      const db = opened.next()
      await copySchema(migrated, db)
      return db
    }
    return { next }
  })())

async function createBench(databases: Promise<Databases>) {
  waitLonger(60_000)
  const { vars } = readConfig({ config: 'wrangler.toml' })
  const db = await (await databases).next()
  let waiting: Promise<unknown>[] = []
  const purged: string[] = []
  const env: Bindings = {
    ...(vars as unknown as Bindings),
    DB: db,
    FILES: memoryBucket(),
    ADDRESS_LIMIT: addressLimit(),
    HASHER: quickHasher,
    SITE_ORIGIN: siteOrigin,
    RESPONSE_CHECKS: 'on',
    RATE_LIMITS: 'wide',
    // The limit is high here, because another suite tests the budget of a run.
    OUTBOX_STATEMENTS: '1000000',
    ...benchSecrets,
    fixedNow: clockTime,
    purgePages: async (tags) => void purged.push(...tags),
    deliver: deliverAfterAnswer,
  }
  // Only statements of the calls and the scheduler are recorded, not those of the tests.
  const watched = recorded(db)
  const executionCtx = collectInto((work) => void waiting.push(work))
  return {
    env,
    bareDb: db,
    purged,
    now: clockTime,
    /** A test moves the clock and need not wait. */
    pass: advanceClock,
    setNow: setClock,
    /** One call of the API, `/v1/…`, on another database if given. Waits for its background work. */
    call: async (path: string, init: RequestInit = {}, DB: D1Database = watched): Promise<Response> => {
      const answer = await api.request(`${siteOrigin}${path}`, init, { ...env, DB }, executionCtx)
      while (waiting.length > 0) {
        const these = waiting
        waiting = []
        await Promise.allSettled(these)
      }
      return answer
    },
    /** Runs the scheduler until all due work is done, because one run takes fifty items. */
    tick: async () => {
      for (let run = 0; run < 10; run += 1) {
        const due = await countMostDue(db)
        await runScheduled({ ...env, DB: watched })
        if (due <= dueOfOneRun) return
      }
    },
  }
}

/** An execution context that collects a request's background work. */
export const collectInto = (waitUntil: (work: Promise<unknown>) => void): ExecutionContext =>
  ({ waitUntil, passThroughOnException: () => {}, props: {} }) as unknown as ExecutionContext

const dueOfOneRun = 50
/** The largest of three numbers: expired orders, unsettled card payments, due deliveries. */
const countMostDue = async (db: D1Database) =>
  (await db
    .prepare(
      `SELECT max(
        (SELECT count(*) FROM orders WHERE status IN ('pending', 'requires_action') AND hold_expires_at < ?1),
        (SELECT count(*) FROM payments WHERE status IN ('created', 'processing', 'requires_action') AND checkout_method = 'card'
          AND coalesce(provider_called_at, 0) <= ?1 - 120000),
        (SELECT count(*) FROM outbox WHERE due_at <= ?1 AND done_at IS NULL AND dead_at IS NULL)) AS n`,
    )
    .bind(clockTime())
    .first<number>('n')) ?? 0

/** The limit of the platform's binding in wrangler.toml: 300 per key; no test takes a minute. */
export function addressLimit(): RateLimit {
  const counts = new Map<string, number>()
  return {
    limit: async ({ key }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: (counts.get(key) ?? 0) <= 300 }
    },
  }
}
