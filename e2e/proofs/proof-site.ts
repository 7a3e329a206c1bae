import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dataPaths } from '../../functions/local/data-folder.ts'
import { freePort } from '../../functions/local/port.ts'
import { waitLonger } from '../../functions/platform/database/retry-lost-write.ts'
import { startRuntime } from '../../functions/local/runtime.ts'
import { migratedD1 } from '../../functions/test-bench/migrated-d1.ts'
import { type HttpClient, createHttpClient } from '../../functions/test-bench/http-client.ts'
import {
  cheaperHasher,
  quickHasher,
  startCheaperHasher,
  startQuickHasher,
} from '../../functions/test-bench/quick-hasher.ts'
import { d1OverHttp, rowsFrom, sqlEndpoint, worldAt } from '../../functions/test-bench/d1-over-http.ts'
import { isAlive, runtimeAt } from '../runtimes.ts'
import { preparedSite, proofFolder } from './prepared-site.ts'
import { clockFrom } from '../../functions/test-bench/moment.ts'
import { benchSecrets } from '../../functions/test-bench/stand-ins.ts'
import { chosenMoment } from './chosen-moment.ts'

/**
 * Faults of the database: shares of calls that fail before they run, after they ran, or stall. `failAt` and
 * `failAfterAt` are call numbers since this was set.
 */
export type Disturbance = Partial<{
  before: number
  after: number
  stall: number
  stallMs: number
  /** Delay before every write batch, which widens the gap between reading and writing for a control. */
  pauseWritesMs: number
  failAt: number
  failAfterAt: number
  /**
   * Number of the first call that fails before it runs. Every later call fails as well, as if the request had ended
   * there.
   */
  failFrom: number
  /** The kind of calls that are numbered and fail at random. */
  count: 'all' | 'reads' | 'writes'
  /** Statements matching one of these expressions do nothing. */
  drop: string[]
  /** True to run a batch statement by statement, for a control. */
  split: boolean
  /** True to record every statement. */
  note: boolean
}>
export type Counters = { trips: number; statements: number; reads: number; writes: number }
/** A site in its own runtime or in a shared one. */
export type ProofSite = ReturnType<typeof actsOf>
export type OwnProofSite = Awaited<ReturnType<typeof openProofSite>>
type Clock = ReturnType<typeof clockFrom>
export type Hashing = 'product' | 'cheaper' | 'quick'
type ProofSiteInput = {
  name: string
  /** Rewrites the migrations, for a control. */
  schema?: (sql: string) => string
  bindings?: Record<string, string>
  /** The cost of a password's hash: the product's, for proofs of its duration; a quarter of it; or almost none. */
  hashing?: Hashing
  /** Answers requests to other hosts. */
  outside?: (request: Request) => Promise<Response>
}
let opened = 0
// The factories of this process write to the site's database, which answers late on a busy machine.
waitLonger(60_000)

/** The source text inserted before the worker of a proof site. */
export const beforeWorker = (entry: string): string => harness.replaceAll('WORKER', entry) + sqlEndpoint
const harness = readFileSync(new URL('before-worker.mjs', import.meta.url), 'utf8')

/** Options of a proof runtime besides its port and data. */
export const runtimeOfProofs = (url: string) => ({
  everyMs: 2 ** 31 - 1,
  bindings: { ...benchSecrets, SITE_ORIGIN: url, RESPONSE_CHECKS: 'on' },
})

/** The actions of a proof on a site, in any runtime. */
export function actsOf(input: { name: string; url: string; call: HttpClient; clock: Clock; hashing: Hashing }) {
  const { name, url, call, clock, hashing } = input
  const db = d1OverHttp(call)
  const world = worldAt(url, db, () => now())
  if (hashing !== 'product') world.env.HASHER = hashing === 'quick' ? quickHasher : cheaperHasher

  let passedMs = 0
  const now = () => clock.now() + passedMs
  const send = async (path: string, body: unknown) => {
    const answer = await call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.text}`)
    return answer.body
  }
  return {
    name,
    url,
    call,
    send,
    clock,
    now,
    /** The database to which the test bench's factories write. */
    bench: world,
    sql: rowsFrom(db),
    /** Runs the scheduled tasks once. */
    tick: async () => void (await send('/dev/tick', {})),
    /** Moves the site's clock by whole seconds. */
    pass: async (ms: number) => {
      await send('/dev/clock', { advance_seconds: Math.round(ms / 1000) })
      passedMs += Math.round(ms / 1000) * 1000
    },
    disturb: async (how: Disturbance) => void (await send('/proof/disturb', how)),
    calm: async () => void (await send('/proof/disturb', {})),
    /** Number of database calls since the last reset. */
    counters: async (isReset = true) =>
      (await call('/proof/counters', { method: isReset ? 'POST' : 'GET' })).body as Counters,
    /** The recorded statements. */
    statements: async () => (await call('/proof/statements')).body as string[],
  }
}

/** The built worker on its own empty, migrated database, in a runtime that can be disturbed and killed. */
export async function openProofSite({ name, schema, bindings = {}, hashing = 'quick', outside }: ProofSiteInput) {
  opened += 1
  const folder = join(proofFolder, `${name}-${process.pid}-${opened}`)
  rmSync(folder, { recursive: true, force: true })
  const { data } = dataPaths(folder)
  const { config, migratedData } = await preparedSite()
  cpSync(migratedData, data, { recursive: true })
  if (schema) await writeDatabase(databaseIn(data), schema)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const logs: string[] = []
  const clock = clockFrom(chosenMoment(name))
  const { everyMs, bindings: usual } = runtimeOfProofs(url)
  const begin = () =>
    startRuntime({
      ...{ port, data, config, everyMs },
      bindings: { ...usual, ...bindings },
      before: (entry) => beforeWorker(entry) + clock.text,
      ...(outside ? { outside } : {}),
      startHasher: { product: undefined, cheaper: startCheaperHasher, quick: startQuickHasher }[hashing],
      report: (line) => void logs.push(line),
    })
  let served = await begin()
  let request = createHttpClient(() => url)
  const call: HttpClient = (path, init) => request(path, init)
  /** The runtime's own process, because killing only its parent would leave it running. */
  const pid = () => runtimeAt(port)
  return {
    ...actsOf({ name, url, call, clock, hashing }),
    folder,
    logs,
    pid,
    /** Names of the objects in the bucket of files. */
    objects: async () => (await call('/proof/objects')).body as string[],
    /** Kills the runtime with SIGKILL; returns the ms until the first successful response of its successor. */
    kill: async (): Promise<number> => {
      const killed = pid()
      process.kill(killed, 'SIGKILL')
      const started = performance.now()
      while (isAlive(killed)) await wait(5)
      for (;;) {
        const isUp = await call('/api/health', { timeoutMs: 2000 }).then(
          (answer) => answer.status === 200,
          () => false,
        )
        if (isUp) return performance.now() - started
        if (performance.now() - started > 60_000) throw new Error('The runtime did not come back.')
        await wait(20)
      }
    },
    /** Restarts the runtime on the same data and port; `between` has exclusive access to the data. */
    restart: async (between: () => Promise<void> = async () => {}) => {
      await served.stop()
      await between()
      served = await begin()
      request.close()
      request = createHttpClient(() => url)
    },
    /** The database file, for checks after a crash. */
    file: () => databaseIn(data),
    stop: async ({ keepData = false } = {}) => {
      request.close()
      await served.stop()
      if (!keepData) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The only database file in a data folder. */
export const databaseIn = (data: string): string =>
  readdirSync(data, { recursive: true })
    .map(String)
    .filter((each) => /D1DatabaseObject.*\.sqlite$/i.test(each) && !/metadata/.test(each))
    .map((each) => join(data, each))[0] as string

/** Writes an empty database with another schema than the migrated one. */
export async function writeDatabase(path: string, schema: (sql: string) => string): Promise<void> {
  const other = await migratedD1({ schema })
  for (const more of ['-wal', '-shm']) rmSync(path + more, { force: true })
  writeFileSync(path, other.bytes())
}
