import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildWhenChanged, hashOf } from '../../functions/local/build.ts'
import { dataPaths } from '../../functions/local/data-folder.ts'
import { freePort } from '../../functions/local/port.ts'
import { startRuntime } from '../../functions/local/runtime.ts'
import { createHttpClient } from '../../functions/test-bench/http-client.ts'
import { d1OverHttp, sqlEndpoint } from '../../functions/test-bench/d1-over-http.ts'
import { migrate } from '../../functions/test-bench/migrate.ts'

/** A folder in memory if the system has one, so that proofs do not wait for a disk. */
export const proofFolder = existsSync('/dev/shm') ? '/dev/shm/muster-proofs' : '.wrangler/proofs'
/** A worker that only opens its database. */
const sqlWorker = `${sqlEndpoint}export default { fetch: answerSql }`

/** Bindings of further databases, which one runtime can serve one after the other. */
export const moreDatabases: readonly string[] = Array.from({ length: 40 }, (_, index) => `DB_${index + 1}`)

type PreparedSite = {
  config: string
  /** The same configuration with more databases, each with its binding's name as id. */
  sharedConfig: string
  /** The data folder of an empty, migrated database, to be copied. */
  migratedData: string
}
let prepared: Promise<PreparedSite> | undefined

/** The build and the empty database that all proof sites share. */
export function preparedSite(): Promise<PreparedSite> {
  prepared ??= prepare()
  return prepared
}

/** vitest's global set-up: creates the build and the database before all proofs. */
export const setup = async (): Promise<void> => void (await preparedSite())

async function prepare(): Promise<PreparedSite> {
  await buildWhenChanged(() => {})
  const version = `${readFileSync('dist/server/inputs.txt', 'utf8').slice(0, 12)}-${hashOf(['functions/platform/database/migrations', 'e2e/proofs/prepared-site.ts']).slice(0, 12)}`
  const folder = join(proofFolder, `prepared-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(proofFolder, { recursive: true })
    const unfinished = join(proofFolder, `unfinished-${process.pid}`)
    await prepareIn(unfinished)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      // Another process created the folder first.
      if (!existsSync(folder)) throw error
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  const { config, data } = dataPaths(folder)
  return { config, sharedConfig: sharedConfigOf(config), migratedData: data }
}

const sharedConfigOf = (config: string) => join(dirname(config), 'wrangler-shared.json')

async function prepareIn(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const { build, config, data } = dataPaths(folder)
  await buildWhenChanged(() => {}, build)
  const settings = JSON.parse(readFileSync(config, 'utf8')) as { d1_databases: object[] }
  for (const binding of moreDatabases)
    settings.d1_databases.push({ binding, database_name: binding, database_id: binding })
  writeFileSync(sharedConfigOf(config), JSON.stringify(settings))
  const port = await freePort()
  const served = await startRuntime({ port, data, config, everyMs: 2 ** 31 - 1, before: () => sqlWorker })
  const client = createHttpClient(() => `http://localhost:${port}`)
  await migrate(d1OverHttp(client))
  client.close()
  await served.stop()
}
