import { createRequire } from 'node:module'
import { unstable_readConfig as readConfig } from 'wrangler'
import { createHttpClient } from './http-client.ts'
import { d1OverHttp, sqlEndpoint } from './d1-over-http.ts'

export type RealDatabases = {
  /** The next empty database. At most `count` are available. */
  next: () => D1Database
  close: () => Promise<void>
}

/** The worker that owns the databases and runs the tests' statements. */
const door = `${sqlEndpoint}export default {
  fetch: (request, env) => answerSql(request, { DB: env[new URL(request.url).pathname.split('/').at(-1)] }),
}`

/** Real D1s for tests, with one request per batch: wrangler's own proxy makes three more per statement. */
export async function startRealDatabases(count: number): Promise<RealDatabases> {
  const names = Array.from({ length: count }, (_, index) => `DB${index}`)
  const { compatibility_date } = readConfig({ config: 'wrangler.toml' })
  const { Miniflare, convertV4MiniflareOptions, Log, LogLevel } = await import(
    createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare')
  )
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      cf: false,
      log: new Log(LogLevel.ERROR),
      workers: [
        {
          name: 'door',
          compatibilityDate: compatibility_date,
          modules: [{ type: 'ESModule', path: 'door.mjs', contents: door }],
          d1Databases: Object.fromEntries(names.map((name) => [name, name])),
        },
      ],
    }),
  )
  const url: URL = await runtime.ready
  const request = createHttpClient(() => url.origin)
  return {
    next: () => {
      const name = names.shift()
      if (name === undefined) throw new Error(`there are ${count} databases for tests and one more was asked for`)
      return d1OverHttp(request, `/proof/sql/${name}`)
    },
    close: async () => {
      request.close()
      await runtime.dispose()
    },
  }
}
