import { benchSecrets } from './stand-ins.ts'
import type { World } from './bench.ts'
import type { HttpClient } from './http-client.ts'

type D1OverHttpInput = { sql: string; params: unknown[] }
type Result = { results: Record<string, unknown>[]; success: true; meta: Record<string, unknown> }

/** A D1 database for the test factories, with sessions, through the worker that owns it: one request per batch. */
export function d1OverHttp(request: HttpClient, path = '/proof/sql'): D1Database {
  const input = new WeakMap<object, D1OverHttpInput>()
  const opened = (start: string | null) => {
    let bookmark: string | null = null
    const send = async <Answer>(how: 'batch' | 'raw', statements: D1OverHttpInput[]): Promise<Answer> => {
      const answer = await request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ how, statements, session: bookmark ?? start }),
      })
      const body = answer.body as { error?: string; answer: Answer; bookmark: string | null }
      if (body?.error !== undefined || answer.status !== 200)
        throw new Error(body?.error ?? `the site answered ${answer.status} to a statement`)
      if (body.bookmark && body.bookmark > (bookmark ?? '')) bookmark = body.bookmark
      return body.answer
    }
    const one = async (statement: D1OverHttpInput): Promise<Result> =>
      (await send<Result[]>('batch', [statement]))[0] as Result
    const prepared = (statement: D1OverHttpInput): D1PreparedStatement => {
      const made = {
        // D1's own statements have this field. Tests that lose some statements read it.
        statement: statement.sql,
        bind: (...params: unknown[]) => prepared({ sql: statement.sql, params }),
        all: async () => one(statement),
        run: async () => one(statement),
        raw: async () => send('raw', [statement]),
        first: async (column?: string) => {
          const row = (await one(statement)).results[0]
          return row === undefined ? null : column === undefined ? row : row[column]
        },
      }
      input.set(made, statement)
      return made as unknown as D1PreparedStatement
    }
    return {
      prepare: (sql: string) => prepared({ sql, params: [] }),
      batch: async (statements: D1PreparedStatement[]) =>
        send(
          'batch',
          statements.map((each) => input.get(each) as D1OverHttpInput),
        ),
      getBookmark: () => bookmark,
    }
  }
  return {
    ...opened(null),
    withSession: (start = 'first-unconstrained') => opened(start),
  } as unknown as D1Database
}

/**
 * Source of the function with which a worker of a test runs SQL on its real D1 and responds with the rows, or with the
 * database's own error. Tests add it to a worker that runs before or next to the built one.
 */
export const sqlEndpoint = `
async function answerSql(request, env) {
  const { how, statements, session = null } = await request.json()
  const db = session === null ? env.DB : env.DB.withSession(session)
  try {
    const made = statements.map(({ sql, params }) => (params.length === 0 ? db.prepare(sql) : db.prepare(sql).bind(...params)))
    const answer = how === 'raw' ? await made[0].raw() : await db.batch(made)
    return Response.json({ answer, bookmark: session === null ? null : db.getBookmark() })
  } catch (error) {
    return Response.json({ error: String(error?.message ?? error) })
  }
}
`

/** The rows of one statement. */
export const rowsFrom =
  (db: D1Database) =>
  // biome-ignore lint/suspicious/noExplicitAny: rows as the database returns them
  async (text: string, ...params: unknown[]): Promise<any[]> =>
    (
      await db
        .prepare(text)
        .bind(...params)
        .all()
    ).results

/** The world of a served site, for the test factories. */
export const worldAt = (url: string, db: D1Database, now: () => number): World => ({
  env: { ...benchSecrets, SITE_ORIGIN: url, DB: db } as unknown as World['env'],
  now,
})
