import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenChanged, hashOf } from '../../functions/local/build.ts'
import { dataPaths } from '../../functions/local/data-folder.ts'
import { freePort } from '../../functions/local/port.ts'
import { startRuntime } from '../../functions/local/runtime.ts'
import { createHttpClient } from '../../functions/test-bench/http-client.ts'
import { d1OverHttp, sqlEndpoint } from '../../functions/test-bench/d1-over-http.ts'
import { migrate } from '../../functions/test-bench/migrate.ts'

/** In memory where the system has room for files there: a proof waits for its answers, not for a disk. */
export const proofFolder = existsSync('/dev/shm') ? '/dev/shm/muster-proofs' : '.wrangler/proofs'
/** A worker that only opens its database. */
const sqlWorker = `${sqlEndpoint}export default { fetch: answerSql }`

type PreparedSite = {
  config: string
  /** The data of an empty, migrated database, to be copied. */
  migratedData: string
}
let prepared: Promise<PreparedSite> | undefined

/** The build and the empty database that all proof sites share. */
export function preparedSite(): Promise<PreparedSite> {
  prepared ??= prepare()
  return prepared
}

/** vitest's global set-up: before any proof the build and the database are there. */
export const setup = async (): Promise<void> => void (await preparedSite())

async function prepare(): Promise<PreparedSite> {
  await buildWhenChanged(() => {})
  const version = `${readFileSync('dist/server/inputs.txt', 'utf8').slice(0, 12)}-${hashOf(['functions/platform/database/migrations']).slice(0, 12)}`
  const folder = join(proofFolder, `prepared-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(proofFolder, { recursive: true })
    const unfinished = join(proofFolder, `unfinished-${process.pid}`)
    await prepareIn(unfinished)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      // Another process was first.
      if (!existsSync(folder)) throw error
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  const { config, data } = dataPaths(folder)
  return { config, migratedData: data }
}

async function prepareIn(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const { build, config, data } = dataPaths(folder)
  await buildWhenChanged(() => {}, build)
  const port = await freePort()
  const served = await startRuntime({ port, data, config, everyMs: 2 ** 31 - 1, before: () => sqlWorker })
  const client = createHttpClient(() => `http://localhost:${port}`)
  await migrate(d1OverHttp(client))
  client.close()
  await served.stop()
}
