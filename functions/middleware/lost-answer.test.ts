import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, bench } from '../test-bench/bench.ts'
import { unique } from '../test-bench/people.ts'
import { type Family, openFamily } from '../test-bench/registering.ts'

let opened: Bench
let family: Family
beforeAll(async () => {
  opened = await bench()
  family = await openFamily(opened)
})

type Registered = { id: string }
const forgetAnswer = async (key: string, status: number | null) => opened.bareDb.prepare('UPDATE idempotency_keys SET body = NULL, status = ? WHERE key = ?').bind(status, key).run()

/** A place taken with a key, whose answer was then never kept. */
async function lostPlace(status: number | null) {
  const event = await family.event()
  const key = `key-${unique()}`
  const ask = { key, attendee: await family.childOf(family.ada) }
  const first = (await (await family.placeFor(event, ask)).json()) as Registered
  await forgetAnswer(key, status)
  return { first, again: () => family.placeFor(event, ask) }
}

describe('a repeat with the key of a request whose answer was lost', () => {
  it('409 while the first may still be running', async () => {
    const { again } = await lostPlace(null)
    const answer = await again()
    expect(answer.status).toBe(409)
    expect(((await answer.json()) as { type: string }).type).toBe('request_in_progress')
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('201 with what the first one made, once its time is up', async () => {
    const { first, again } = await lostPlace(null)
    opened.pass(61_000)
    const answer = await again()
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Idempotency-Replayed')).toBe('true')
    expect(((await answer.json()) as Registered).id).toBe(first.id)
  })

  it('201 at once where the first one is known to have ended badly', async () => {
    const { first, again } = await lostPlace(503)
    const answer = await again()
    expect(answer.status).toBe(201)
    expect(((await answer.json()) as Registered).id).toBe(first.id)
  })
})
