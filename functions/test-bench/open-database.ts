import { createRequire } from 'node:module'
import { unstable_readConfig as readConfig } from 'wrangler'
import { createHttpClient } from './http-client.ts'
import { d1OverHttp } from './d1-over-http.ts'
import { sqlEndpoint } from './sql-endpoint.ts'

export type OpenDatabase = { db: D1Database; vars: Record<string, unknown>; close: () => Promise<void> }

/** The worker that owns the database and does what it is told. */
const door = `${sqlEndpoint}export default { fetch: answerSql }`

/** A real D1 for tests, empty, with the variables of wrangler.toml. It is asked once a batch: the proxy that wrangler has for this asks for each statement three times more. */
export async function openDatabase(): Promise<OpenDatabase> {
  const { vars, compatibility_date } = readConfig({ config: 'wrangler.toml' })
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
          d1Databases: { DB: 'tests' },
        },
      ],
    }),
  )
  const url: URL = await runtime.ready
  const request = createHttpClient(() => url.origin)
  return {
    db: d1OverHttp(request),
    vars,
    close: async () => {
      request.close()
      await runtime.dispose()
    },
  }
}
