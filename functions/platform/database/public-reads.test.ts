import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EventOption } from '../../contract/offering/event.ts'
import type { List } from '../../contract/paging.ts'
import { pageProgram } from '../../in-process.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { openFamily } from '../../test-bench/registering.ts'

/** A test database that records how each session starts: with a constraint or with a bookmark. */
function noted(bench: Bench) {
  let sent: string[] = []
  const noting = (db: D1Database | D1DatabaseSession, where: () => string) =>
    ({
      ...db,
      prepare: (sql: string) => noteCalls(db.prepare(sql), sql, where),
      batch: (statements: D1PreparedStatement[]) => {
        sent.push(...statements.map(() => where()))
        return db.batch(statements.map((each) => inner.get(each) ?? each))
      },
    }) as unknown as D1Database
  const inner = new WeakMap<object, D1PreparedStatement>()
  function noteCalls(statement: D1PreparedStatement, sql: string, where: () => string): D1PreparedStatement {
    const wrapped = new Proxy(statement, {
      get: (target, key) => {
        if (key === 'bind') return (...values: unknown[]) => noteCalls(target.bind(...values), sql, where)
        const value = Reflect.get(target, key, target) as unknown
        if (typeof value !== 'function') return value
        return (...values: unknown[]) => {
          sent.push(where())
          return value.apply(target, values) as unknown
        }
      },
    })
    inner.set(wrapped, statement)
    return wrapped
  }
  const DB = {
    ...noting(bench.bareDb, () => 'primary'),
    withSession: (start: string) => {
      const session = bench.bareDb.withSession(start)
      return noting(session, () => (session.getBookmark() === null ? start : 'at least as new'))
    },
  } as unknown as D1Database
  const take = () => {
    const these = [...new Set(sent)]
    sent = []
    return these
  }
  return { DB, take }
}

describe('D-04: a stale replica', () => {
  afterEach(() => void vi.useRealTimers())

  it('a stale replica answers public reads only', async () => {
    const bench = await openBench()
    const family = await openFamily(bench)
    const event = await family.event({ spots: 3 })
    const path = `/v1/explore/events/${event.event_id}/options`
    const { DB, take } = noted(bench)
    const placesLeft = async (headers: Record<string, string> = {}) =>
      ((await (await bench.call(path, { headers }, DB)).json()) as List<EventOption>).data[0]?.order_availability
        .available_spots
    vi.useFakeTimers({ toFake: ['Date'] })
    await placesLeft()
    // A session lasts a minute. The next session begins at the nearest instance.
    vi.advanceTimersByTime(60_000)
    take()

    expect(await placesLeft()).toBe(3)
    expect(take()).toEqual(['first-unconstrained'])
    await placesLeft()
    expect(take()).toEqual(['at least as new'])

    // Bookings and a customer's own data are read from the primary.
    expect((await family.placeFor(event, { database: DB })).status).toBe(201)
    expect(take()).toEqual(['primary'])
    await bench.call('/v1/profile/registrations', { headers: family.ada.headers }, DB)
    await placesLeft(family.ada.headers)
    await pageProgram({ ...bench.env, DB }, family.programId, { isForKept: false, language: null })
    expect(take()).toEqual(['primary'])

    // A page that renders again after a booking shows the new availability.
    expect(await placesLeft()).toBe(2)
    expect(take()).toEqual(['first-primary'])
    expect(await placesLeft()).toBe(2)
    expect(take()).toEqual(['at least as new'])
  })

  it('a failing replica is replaced by the primary', async () => {
    const bench = await openBench()
    const { programId } = await openFamily(bench)
    const starts: string[] = []
    const DB = {
      ...bench.bareDb,
      withSession: (start: string) => {
        starts.push(start)
        const session = bench.bareDb.withSession(start)
        const lost = async () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
        return starts.length > 1
          ? session
          : { ...session, batch: lost, prepare: () => ({ bind: () => ({ raw: lost }) }) }
      },
    } as unknown as D1Database
    expect((await bench.call(`/v1/explore/programs/${programId}`, {}, DB)).status).toBe(200)
    expect(starts[1]).toBe('first-primary')
  })
})
