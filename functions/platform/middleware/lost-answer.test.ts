import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { type Family, openFamily } from '../../test-bench/registering.ts'

let opened: Bench
let family: Family
beforeAll(async () => {
  opened = await openBench()
  family = await openFamily(opened)
})

type Registered = { id: string }
const forgetAnswer = async (key: string, status: number | null) =>
  opened.bareDb.prepare('UPDATE idempotency_keys SET body = NULL, status = ? WHERE key = ?').bind(status, key).run()

/** Takes a place with a key, but never stores the response. */
async function lostPlace(status: number | null) {
  const event = await family.event()
  const key = `key-${unique()}`
  const input = { key, attendee: await family.childOf(family.ada) }
  const first = (await (await family.placeFor(event, input)).json()) as Registered
  await forgetAnswer(key, status)
  return { first, again: () => family.placeFor(event, input) }
}

describe('a repeated key of a request whose response was lost', () => {
  it('returns 409 while the first request may still be running', async () => {
    const { again } = await lostPlace(null)
    const answer = await again()
    expect(answer.status).toBe(409)
    expect(((await answer.json()) as { type: string }).type).toBe('request_in_progress')
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('returns 201 with the resource of the first request after its time is up', async () => {
    const { first, again } = await lostPlace(null)
    opened.pass(61_000)
    const answer = await again()
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Idempotency-Replayed')).toBe('true')
    expect(((await answer.json()) as Registered).id).toBe(first.id)
  })

  it('returns 201 at once when the first request failed', async () => {
    const { first, again } = await lostPlace(503)
    const answer = await again()
    expect(answer.status).toBe(201)
    expect(((await answer.json()) as Registered).id).toBe(first.id)
  })

  it('returns 201 with the resource of the first request, even when the connection was lost while its commit was checked', async () => {
    const event = await family.event()
    const input = { key: `key-${unique()}`, attendee: await family.childOf(family.ada) }
    const first = await family.placeFor(event, { ...input, database: losing(opened.bareDb) })
    expect(first.status).toBe(503)
    const again = await family.placeFor(event, input)
    expect(again.status).toBe(201)
    const { n } = (await opened.bareDb
      .prepare('SELECT count(*) AS n FROM registrations WHERE attendee_profile_id = ?')
      .bind(input.attendee)
      .first<{ n: number }>()) ?? { n: 0 }
    expect(n).toBe(1)
  })

  it('returns its own result when another request held the key and released it', async () => {
    const event = await family.event()
    const input = { key: `key-${unique()}`, attendee: await family.childOf(family.ada) }
    const first = await family.placeFor(event, { ...input, database: meetingRival(opened.bareDb) })
    expect(first.status).toBe(409)
    expect((await family.placeFor(event, input)).status).toBe(201)
  })
})

const gone = () => new Error('D1_ERROR: Network connection lost.')
const isWrite = (statement: unknown) =>
  /^\s*(?:insert|update|delete)/i.test(String((statement as { statement?: string }).statement ?? ''))
const through = (db: D1Database, calls: Partial<D1Database>) =>
  new Proxy(db, {
    get: (target, key) => calls[key as 'batch'] ?? (target[key as 'prepare'] as (text: string) => unknown).bind(target),
  })

/**
 * A database that runs the first write and loses its response, and then loses every check for the writer of the key.
 */
function losing(db: D1Database): D1Database {
  let writes = 0
  return through(db, {
    batch: async <Row>(statements: D1PreparedStatement[]) => {
      if (statements.some(isWrite)) writes += 1
      const answers = await db.batch<Row>(statements)
      if (writes === 1) throw gone()
      return answers
    },
    prepare: (text) => {
      if (/select "write_marker" from "idempotency_keys"/.test(text)) throw gone()
      return db.prepare(text)
    },
  })
}

/** A database in which the first write fails as if another request had the key. */
function meetingRival(db: D1Database): D1Database {
  return through(db, {
    batch: async <Row>(statements: D1PreparedStatement[]) => {
      if (statements.some(isWrite))
        throw new Error(
          'D1_ERROR: UNIQUE constraint failed: idempotency_keys.scope, idempotency_keys.key: SQLITE_CONSTRAINT',
        )
      return db.batch<Row>(statements)
    },
  })
}
