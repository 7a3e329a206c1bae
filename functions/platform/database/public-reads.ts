import { minuteMs } from '../../contract/limits.ts'
import { type Db, database } from './database.ts'

/** The maximum age of a session. Without it, a session would wait forever for a bookmark that a restore has undone. */
const maxSessionMs = minuteMs
let publicChanges = 0

/**
 * Makes the next public read of this isolate start at the primary, and later reads see at least the same state.
 * `commit` calls it after a change of public data, and after a refusal.
 */
export function readPublicFromPrimary(): void {
  publicChanges += 1
}

const publicDatabases = new WeakMap<D1Database, D1Database>()

/**
 * The query builder of public reads. They share one session per isolate for a minute: any replica may respond, but
 * never with older data than the session has read or the isolate has written. Without replicas the primary responds.
 * Decisions about money or places never use it.
 */
export function publicDatabase(binding: D1Database): Db {
  const through = publicDatabases.get(binding) ?? throughSession(binding)
  publicDatabases.set(binding, through)
  return database(through)
}

/**
 * The database in which every statement is sent through the current session. Statements are built once, and belong to
 * no session until they are sent.
 */
function throughSession(binding: D1Database): D1Database {
  type InSession = (session: D1DatabaseSession) => D1PreparedStatement
  let open: { session: D1DatabaseSession; until: number } | null = null
  let changesSeen = 0
  const inSession = new WeakMap<object, InSession>()

  function currentSession(): D1DatabaseSession {
    const isBehind = changesSeen !== publicChanges
    if (open && !isBehind && Date.now() < open.until) return open.session
    changesSeen = publicChanges
    const session = binding.withSession(isBehind ? 'first-primary' : 'first-unconstrained')
    open = { session, until: Date.now() + maxSessionMs }
    return session
  }

  async function read<Answer>(run: (session: D1DatabaseSession) => Promise<Answer>): Promise<Answer> {
    try {
      return await run(currentSession())
    } catch (error) {
      // The next session after a failure begins at the primary.
      changesSeen = -1
      throw error
    }
  }

  function wrap(prepare: InSession, sql: string): D1PreparedStatement {
    const statement = {
      bind: (...values: unknown[]) => wrap((session) => session.prepare(sql).bind(...values), sql),
      all: async () => read(async (session) => prepare(session).all()),
      run: async () => read(async (session) => prepare(session).run()),
      first: async (...column: [string]) => read(async (session) => prepare(session).first(...column)),
      raw: async (...options: []) => read(async (session) => prepare(session).raw(...options)),
    }
    inSession.set(statement, prepare)
    return statement as unknown as D1PreparedStatement
  }

  return {
    prepare: (sql: string) => wrap((session) => session.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) =>
      read(async (session) => session.batch(statements.map((each) => inSession.get(each)?.(session) ?? each))),
  } as unknown as D1Database
}
