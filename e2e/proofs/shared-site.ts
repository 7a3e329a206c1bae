import { createHash, createHmac } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataPaths } from '../../functions/local/data-folder.ts'
import { freePort } from '../../functions/local/port.ts'
import { startRuntime } from '../../functions/local/runtime.ts'
import { createHttpClient } from '../../functions/test-bench/http-client.ts'
import { clockFrom, shiftDate } from '../../functions/test-bench/moment.ts'
import { startQuickHasher } from '../../functions/test-bench/quick-hasher.ts'
import { chosenMoment } from './chosen-moment.ts'
import { moreDatabases, preparedSite, proofFolder } from './prepared-site.ts'
import { actsOf, beforeWorker, databaseIn, runtimeOfProofs, writeDatabase } from './proof-site.ts'

type SharedRuntime = {
  url: string
  call: ReturnType<typeof createHttpClient>
  /** The file of the database with this binding. */
  fileOf: (binding: string) => string
  /** Bindings of unused databases. */
  free: string[]
  stop: () => Promise<void>
}
let current: Promise<SharedRuntime> | null = null
let started = 0

/**
 * The built worker on its own empty, migrated database, at its own time, in a shared runtime, because starting a
 * runtime takes longer than most proofs. A process has one such site at a time. A proof that kills its runtime, reads
 * its log or sets its bindings opens a separate one.
 */
export async function openSharedSite({ name, schema }: { name: string; schema?: (sql: string) => string }) {
  const runtime = await runtimeWithRoom()
  const { url, call } = runtime
  const binding = runtime.free.shift() as string
  const file = runtime.fileOf(binding)
  if (schema) await writeDatabase(file, schema)
  else await copyMigrated(file)
  const clock = clockFrom(chosenMoment(name))
  const acts = actsOf({ name, url, call, clock, hashing: 'quick' })
  await acts.send('/proof/open', { binding, offsetMs: clock.offsetMs })
  // The clock's offset is read once per isolate, so it is still that of the previous site.
  await acts.send('/dev/clock', { reset: true })
  return { ...acts, stop: async () => acts.calm() }
}

/** Ends the shared runtime of this process. */
export async function closeSharedRuntime(): Promise<void> {
  const ended = await current
  current = null
  await ended?.stop()
}

async function runtimeWithRoom(): Promise<SharedRuntime> {
  if (current && (await current).free.length === 0) await closeSharedRuntime()
  current ??= start()
  return current
}

async function start(): Promise<SharedRuntime> {
  const { sharedConfig } = await preparedSite()
  started += 1
  const folder = join(proofFolder, `shared-${process.pid}-${started}`)
  const { data } = dataPaths(folder)
  rmSync(folder, { recursive: true, force: true })
  const databases = join(data, 'd1', objectClass)
  mkdirSync(databases, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const served = await startRuntime({
    ...{ port, data, config: sharedConfig, ...runtimeOfProofs(url) },
    before: (entry) => `${beforeWorker(entry)}${shiftDate.toString()}\n`,
    startHasher: startQuickHasher,
    report: () => {},
  })
  const call = createHttpClient(() => url)
  return {
    url,
    call,
    fileOf: (binding) => join(databases, `${objectId(binding)}.sqlite`),
    free: [...moreDatabases],
    stop: async () => {
      call.close()
      await served.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function copyMigrated(file: string): Promise<void> {
  const from = databaseIn((await preparedSite()).migratedData)
  for (const end of ['', '-wal']) if (existsSync(from + end)) cpSync(from + end, file + end)
}

const objectClass = 'miniflare-D1DatabaseObject'
/** The runtime's file name of a database: an object id derived from the class and the database's id. */
function objectId(databaseId: string): string {
  const key = createHash('sha256').update(objectClass).digest()
  const half = (text: string | Buffer) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
  const name = half(databaseId)
  return Buffer.concat([name, half(name)]).toString('hex')
}
