import { setImmediate } from 'node:timers/promises'
import { api } from '../api.ts'
import type { Bench } from './bench.ts'

// Statements of the local tools and the sandbox do not count.
const isOurs = (texts: readonly string[]) => texts.some((text) => !/\bsandbox_|clock_offset_ms/i.test(text))

type Input = [bench: Bench, path: string, init: RequestInit, app?: Pick<typeof api, 'request'>]

/**
 * Runs one call of the API, or another part of the worker, and counts its database round trips before the response. Its
 * background work is left to the scheduler.
 */
export async function countTrips(...input: Input): Promise<{ status: number; trips: number }> {
  const { status, trips } = await countCall(...input)
  return { status, trips }
}

/** Counts the rounds of one call: round trips that are on the way at the same time are one round. */
export const countRounds = async (...input: Input): Promise<number> => (await countCall(...input)).rounds

async function countCall(
  bench: Bench,
  path: string,
  init: RequestInit,
  app: Pick<typeof api, 'request'> = api,
): Promise<{ status: number; trips: number; rounds: number }> {
  let trips = 0
  let rounds = 0
  let onTheWay = 0
  const count: Count = async (texts, send) => {
    if (!isOurs(texts)) return send()
    trips += 1
    if (onTheWay === 0) rounds += 1
    onTheWay += 1
    try {
      await setImmediate()
      return await send()
    } finally {
      onTheWay -= 1
    }
  }
  const env = { ...bench.env, DB: counting(bench.env.DB, count) }
  delete env.deliver
  const later: Promise<unknown>[] = []
  const executionCtx = {
    waitUntil: (work: Promise<unknown>) => void later.push(work),
    passThroughOnException: () => {},
    props: {},
  } as unknown as ExecutionContext

  const { status } = await app.request(`${bench.env.SITE_ORIGIN}${path}`, init, env, executionCtx)
  const counted = { status, trips, rounds }
  await Promise.allSettled(later)
  return counted
}

/** Counts a round trip, and sends it. */
type Count = <Answer>(texts: readonly string[], send: () => Answer | Promise<Answer>) => Promise<Answer>

function counting<Db extends D1Database | D1DatabaseSession>(db: Db, count: Count): Db {
  const texts = new WeakMap<object, string>()
  const inner = new WeakMap<object, D1PreparedStatement>()
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get: (target, key) => {
        const value = Reflect.get(target, key, target) as unknown
        if (typeof value !== 'function') return value
        if (key === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), text)
        return (...answerIds: unknown[]) => count([text], () => value.apply(target, answerIds) as unknown)
      },
    })
    texts.set(wrapped, text)
    inner.set(wrapped, statement)
    return wrapped
  }
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'prepare') return (text: string) => wrap(target.prepare(text), text)
      if (key === 'withSession') return (start?: string) => counting((target as D1Database).withSession(start), count)
      if (key !== 'batch') return Reflect.get(target, key, target) as unknown
      return (statements: D1PreparedStatement[]) =>
        count(
          statements.map((each) => texts.get(each) ?? ''),
          () => target.batch(statements.map((each) => inner.get(each) ?? each)),
        )
    },
  })
}
