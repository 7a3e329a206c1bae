// Stands before the built worker in a proof site: wraps its database so that it can fail on purpose, and opens it to the
// harness. The site's build knows nothing of it; `WORKER` is replaced by the address of the built entry; `answerSql` is put in front (d1-over-http.ts).
import { withEnv } from 'cloudflare:workers'
import worker from 'WORKER'

const calm = {
  before: 0,
  after: 0,
  stall: 0,
  stallMs: 0,
  pauseWritesMs: 0,
  failAt: 0,
  failAfterAt: 0,
  failFrom: 0,
  drop: [],
  split: false,
  count: 'all',
  note: false,
}
let branding = { ...calm }
let counted = { trips: 0, statements: 0, reads: 0, writes: 0 }
let trip = 0
const noted = new Set()
const lost = () => new Error('D1_ERROR: Network connection lost.')
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const isRead = (sql) => /^\s*(?:select|with|pragma)\b/i.test(sql)
const isDropped = (sql) => branding.drop.some((each) => new RegExp(each, 'i').test(sql))

async function through(texts, run) {
  const isWrite = !texts.every(isRead)
  if (branding.note) for (const each of texts) noted.add(each)
  counted.trips += 1
  counted.statements += texts.length
  counted[isWrite ? 'writes' : 'reads'] += 1
  const isCounted = branding.count === 'all' || (branding.count === 'writes') === isWrite
  if (isCounted) trip += 1
  const number = isCounted ? trip : -1
  if (isWrite && branding.pauseWritesMs > 0) await pause(branding.pauseWritesMs)
  if (branding.stall > 0 && Math.random() < branding.stall) await pause(branding.stallMs)
  if (
    number === branding.failAt ||
    (branding.failFrom > 0 && number >= branding.failFrom) ||
    (isCounted && Math.random() < branding.before)
  )
    throw lost()
  const answer = await run()
  if (number === branding.failAfterAt || (isCounted && Math.random() < branding.after)) throw lost()
  return answer
}

function wrapStatement(db, sql, params) {
  const real = () => {
    const statement = db.prepare(isDropped(sql) ? 'SELECT 1 AS dropped' : sql)
    return isDropped(sql) || params.length === 0 ? statement : statement.bind(...params)
  }
  return {
    sql,
    real,
    bind: (...values) => wrapStatement(db, sql, values),
    all: () => through([sql], () => real().all()),
    run: () => through([sql], () => real().run()),
    raw: (...requested) => through([sql], () => real().raw(...requested)),
    first: (...requested) => through([sql], () => real().first(...requested)),
  }
}

const kept = new WeakMap()
function wrapDatabase(db) {
  if (kept.has(db)) return kept.get(db)
  const wrapped = {
    prepare: (sql) => wrapStatement(db, sql, []),
    batch: (statements) => {
      const run = async () => {
        if (!branding.split) return db.batch(statements.map((each) => each.real()))
        const answers = []
        for (const each of statements) {
          if (branding.pauseWritesMs > 0) await pause(branding.pauseWritesMs)
          answers.push(await each.real().all())
        }
        return answers
      }
      return through(
        statements.map((each) => each.sql),
        run,
      )
    },
    exec: (sql) => through([sql], () => db.exec(sql)),
    withSession: (start) => wrapDatabase(db.withSession(start)),
  }
  kept.set(db, wrapped)
  return wrapped
}

let wrappedEnv = null
function wrap(env) {
  wrappedEnv ??= { ...env, DB: wrapDatabase(env.DB) }
  return wrappedEnv
}

async function harness(request, env) {
  const { pathname } = new URL(request.url)
  if (pathname === '/proof/sql') return answerSql(request, env)
  if (pathname === '/proof/disturb') {
    branding = { ...calm, ...(await request.json()) }
    trip = 0
    return Response.json(branding)
  }
  if (pathname === '/proof/statements') return Response.json([...noted])
  if (pathname === '/proof/objects') return Response.json((await env.FILES.list()).objects.map(({ key }) => key))
  if (pathname === '/proof/counters') {
    const before = counted
    if (request.method === 'POST') counted = { trips: 0, statements: 0, reads: 0, writes: 0 }
    return Response.json(before)
  }
  return new Response('No such door.', { status: 404 })
}

export default {
  fetch: (request, env, executionCtx) =>
    new URL(request.url).pathname.startsWith('/proof/')
      ? harness(request, env)
      : withEnv(wrap(env), () => worker.fetch(request, wrap(env), executionCtx)),
  scheduled: (event, env, executionCtx) => worker.scheduled(event, wrap(env), executionCtx),
}
