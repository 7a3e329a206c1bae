// This module runs before the built worker while the benchmark fills its database and counts its queries. It is never
// part of a build. The path of the built entry replaces `WORKER`, and `answerSql` is prepended (d1-over-http.ts).
import { withEnv } from 'cloudflare:workers'
import worker from 'WORKER'

// Queries of the local tools and the sandbox provider do not count.
const isOurs = (sql) => !/\bsandbox_|clock_offset_ms/i.test(sql)
let counted
const begin = () => {
  counted = { trips: 0, statements: 0, inSequence: 0, whenAnswered: 0 }
}
begin()

/** The step of a query is one more than the step of the last query that had ended before this query was sent. */
async function through(texts, run) {
  if (!texts.some(isOurs)) return run()
  const step = counted.inSequence + 1
  counted.trips += 1
  counted.statements += texts.length
  const mine = counted
  try {
    return await run()
  } finally {
    mine.inSequence = Math.max(mine.inSequence, step)
  }
}

function wrapStatement(statement, sql) {
  return {
    sql,
    statement,
    bind: (...values) => wrapStatement(statement.bind(...values), sql),
    all: () => through([sql], () => statement.all()),
    run: () => through([sql], () => statement.run()),
    raw: (...requested) => through([sql], () => statement.raw(...requested)),
    first: (...requested) => through([sql], () => statement.first(...requested)),
  }
}

const wrapDatabase = (db) => ({
  prepare: (sql) => wrapStatement(db.prepare(sql), sql),
  batch: (statements) =>
    through(
      statements.map(({ sql }) => sql),
      () => db.batch(statements.map(({ statement }) => statement)),
    ),
  withSession: (start) => wrapDatabase(db.withSession(start)),
})

let wrapped = null
function wrap(env) {
  wrapped ??= { ...env, DB: wrapDatabase(env.DB) }
  return wrapped
}

export default {
  fetch: async (request, env, executionCtx) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/proof/sql') return answerSql(request, env)
    if (pathname === '/bench/trips') {
      const before = counted
      begin()
      return Response.json(before)
    }
    // Pages read the bindings from the module, not from the request.
    const answer = await withEnv(wrap(env), () => worker.fetch(request, wrap(env), executionCtx))
    counted.whenAnswered = counted.inSequence
    return answer
  },
  scheduled: (event, env, executionCtx) => worker.scheduled(event, env, executionCtx),
}
