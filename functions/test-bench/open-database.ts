import { createRequire } from 'node:module'
import { unstable_readConfig as readConfig } from 'wrangler'
import { asker } from './ask.ts'
import { d1OverHttp } from './d1-over-http.ts'

export type OpenDatabase = { db: D1Database; vars: Record<string, unknown>; close: () => Promise<void> }

/** The worker that owns the database and does what it is told; a refusal is told back in the database's own words. */
const door = `export default {
  async fetch(request, env) {
    const { how, statements } = await request.json()
    try {
      const made = statements.map(({ sql, params }) => (params.length === 0 ? env.DB.prepare(sql) : env.DB.prepare(sql).bind(...params)))
      return Response.json({ answer: how === 'raw' ? await made[0].raw() : await env.DB.batch(made) })
    } catch (error) {
      return Response.json({ error: String(error?.message ?? error) })
    }
  },
}`

/** A real D1 for tests, empty, with the variables of wrangler.toml. It is asked once a batch: the proxy that wrangler has for this asks for each statement three times more. */
export async function openDatabase(): Promise<OpenDatabase> {
  const { vars, compatibility_date } = readConfig({ config: 'wrangler.toml' })
  const { Miniflare, convertV4MiniflareOptions, Log, LogLevel } = await import(createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('miniflare'))
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      cf: false,
      log: new Log(LogLevel.ERROR),
      workers: [{ name: 'door', compatibilityDate: compatibility_date, modules: [{ type: 'ESModule', path: 'door.mjs', contents: door }], d1Databases: { DB: 'tests' } }],
    }),
  )
  const url: URL = await runtime.ready
  const ask = asker(() => url.origin)
  return {
    db: d1OverHttp(ask),
    vars,
    close: async () => {
      ask.close()
      await runtime.dispose()
    },
  }
}
