import { minuteMs } from '../../contract/limits.ts'
import { type Db, database } from './database.ts'

/** No session is kept for longer: a bookmark that a restore has undone would be waited for in vain. */
const maxSessionMs = minuteMs
let publicChanges = 0

/** The next public read of this isolate begins at the primary, and those after it see at least as much. `commit` calls it when it changed something that public pages show, and when it was refused. */
export function readPublicFromPrimary(): void {
  publicChanges += 1
}

const publicDatabases = new WeakMap<D1Database, D1Database>()

/**
 * The query builder of public reads. They share one session of the isolate, which any replica may answer, never with
 * less than it has read in the minute of a session, or changed before; without replicas it is the primary that answers. Nothing that
 * decides over money or places reads through it.
 */
export function publicDatabase(binding: D1Database): Db {
  const through = publicDatabases.get(binding) ?? throughSession(binding)
  publicDatabases.set(binding, through)
  return database(through)
}

/** The binding as a session has it. Statements are built once and belong to no session before they are sent. */
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
      // Whatever instance failed, the next attempt is the primary's.
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
