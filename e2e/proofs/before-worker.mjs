// This module runs before the built worker on a proof site. It wraps the database so that calls can fail on purpose,
// and opens the database to the harness. The build does not include it. The path of the built entry replaces
// `WORKER`, and `answerSql` is prepended (d1-over-http.ts).
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
const uncounted = { trips: 0, statements: 0, reads: 0, writes: 0 }
const lost = () => new Error('D1_ERROR: Network connection lost.')
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const isRead = (sql) => /^\s*(?:select|with|pragma)\b/i.test(sql)
const isDropped = ({ branding }, sql) => branding.drop.some((each) => new RegExp(each, 'i').test(sql))

async function through(state, texts, run) {
  const { branding, counted } = state
  const isWrite = !texts.every(isRead)
  if (branding.note) for (const each of texts) state.noted.add(each)
  counted.trips += 1
  counted.statements += texts.length
  counted[isWrite ? 'writes' : 'reads'] += 1
  const isCounted = branding.count === 'all' || (branding.count === 'writes') === isWrite
  if (isCounted) state.trip += 1
  const number = isCounted ? state.trip : -1
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

function wrapStatement(db, state, sql, params) {
  const real = () => {
    const statement = db.prepare(isDropped(state, sql) ? 'SELECT 1 AS dropped' : sql)
    return isDropped(state, sql) || params.length === 0 ? statement : statement.bind(...params)
  }
  return {
    sql,
    real,
    bind: (...values) => wrapStatement(db, state, sql, values),
    all: () => through(state, [sql], () => real().all()),
    run: () => through(state, [sql], () => real().run()),
    raw: (...requested) => through(state, [sql], () => real().raw(...requested)),
    first: (...requested) => through(state, [sql], () => real().first(...requested)),
  }
}

const kept = new WeakMap()
function wrapDatabase(db, state) {
  if (kept.has(db)) return kept.get(db)
  const wrapped = {
    prepare: (sql) => wrapStatement(db, state, sql, []),
    batch: (statements) => {
      const run = async () => {
        const { branding } = state
        if (!branding.split) return db.batch(statements.map((each) => each.real()))
        const answers = []
        for (const each of statements) {
          if (branding.pauseWritesMs > 0) await pause(branding.pauseWritesMs)
          answers.push(await each.real().all())
        }
        return answers
      }
      return through(
        state,
        statements.map((each) => each.sql),
        run,
      )
    },
    exec: (sql) => through(state, [sql], () => db.exec(sql)),
    withSession: (start) => wrapDatabase(db.withSession(start), state),
  }
  kept.set(db, wrapped)
  return wrapped
}

/** The binding of the database for new requests. Requests that started on another database continue there. */
let current = 'DB'
const states = new Map()
function stateOf(name) {
  if (!states.has(name))
    states.set(name, { branding: { ...calm }, counted: { ...uncounted }, trip: 0, noted: new Set(), env: null })
  return states.get(name)
}
function wrap(env) {
  const state = stateOf(current)
  const name = current
  // Sites in one runtime must not use up each other's calls of an address.
  const ADDRESS_LIMIT = { limit: ({ key }) => env.ADDRESS_LIMIT.limit({ key: `${name}:${key}` }) }
  state.env ??= { ...env, DB: wrapDatabase(env[name], state), ADDRESS_LIMIT }
  return state.env
}

async function harness(request, env) {
  const { pathname } = new URL(request.url)
  if (pathname === '/proof/open') {
    const input = await request.json()
    current = input.binding
    shiftDate(input.offsetMs)
    return Response.json(input)
  }
  const state = stateOf(current)
  if (pathname === '/proof/sql') return answerSql(request, { DB: env[current] })
  if (pathname === '/proof/disturb') {
    state.branding = { ...calm, ...(await request.json()) }
    state.trip = 0
    return Response.json(state.branding)
  }
  if (pathname === '/proof/statements') return Response.json([...state.noted])
  if (pathname === '/proof/objects') return Response.json((await env.FILES.list()).objects.map(({ key }) => key))
  if (pathname === '/proof/counters') {
    const before = state.counted
    if (request.method === 'POST') state.counted = { ...uncounted }
    return Response.json(before)
  }
  return new Response('No such door.', { status: 404 })
}

export default {
  fetch(request, env, executionCtx) {
    if (new URL(request.url).pathname.startsWith('/proof/')) return harness(request, env)
    const wrapped = wrap(env)
    return withEnv(wrapped, () => worker.fetch(request, wrapped, executionCtx))
  },
  scheduled: (event, env, executionCtx) => worker.scheduled(event, wrap(env), executionCtx),
}
