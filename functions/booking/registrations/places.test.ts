import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '../../platform/database/database.ts'
import { eventOptions, orders, pools, registrations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeEvent, makePool } from '../../test-bench/programs.ts'
import {
  attachTo,
  type Buyer,
  clockContext,
  type Family,
  made,
  openFamily,
  refused,
  statusOf,
  stepsOf,
  takenOf,
} from '../../test-bench/registering.ts'
import { expireLapsedHolds } from './expire-lapsed-holds.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

const minute = 60_000
const touched = new Set<string>()
let bench: Bench
let f: Family

beforeEach(async () => {
  bench = await openBench()
  f = await openFamily(bench, { preferences: { ignore_attendee_conflicts: true } })
})

const take = async (
  event: { event_id: string; option_ids: string[] },
  { person, attendee }: Buyer,
  option = 0,
): Promise<Response> => {
  touched.add(event.event_id)
  return f.placeFor(event, { person, attendee, option })
}
const typeOf = async (answer: Response) => (await refused(answer)).type
const taken = (optionId: string) => takenOf(bench, optionId)
const inPool = async (poolId: string) =>
  (await database(bench.env.DB).select().from(pools).where(eq(pools.id, poolId)))[0]?.spots_taken
const status = (id: string) => statusOf(bench, id)
const steps = (id: string) => stepsOf(bench, id)
const attach = (id: string, order_id: string) => attachTo(bench, f.ada, { id, order_id })

describe('M-04: the last place', () => {
  it('the last place goes to one of twenty concurrent requests', async () => {
    const event = await makeEvent(bench, { programId: f.programId, options: [{ spots: 1 }] })
    const answers = await Promise.all((await f.buyers(20)).map((buyer) => take(event, buyer)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    expect(others.map(({ status }) => status)).toEqual(Array(19).fill(409))
    expect(new Set(await Promise.all(others.map(typeOf)))).toEqual(new Set(['sold_out']))
    expect(await taken(event.option_ids[0])).toBe(1)
  })

  it('each of two options sells its five places exactly five times', async () => {
    const event = await makeEvent(bench, { programId: f.programId, options: [{ spots: 5 }, { spots: 5 }] })
    const answers = await Promise.all((await f.buyers(20)).map((buyer, at) => take(event, buyer, at % 2)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(await Promise.all(event.option_ids.map(taken))).toEqual([5, 5])
  })

  it('a bus shared by two options sells each seat once', async () => {
    const bus = await makePool(bench, f.programId, 3)
    const event = await makeEvent(bench, {
      programId: f.programId,
      options: [
        { spots: 10, poolIds: [bus] },
        { spots: 10, poolIds: [bus] },
      ],
    })
    const answers = await Promise.all((await f.buyers(12)).map((buyer, at) => take(event, buyer, at % 2)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await inPool(bus)).toBe(3)
    const each = await Promise.all(event.option_ids.map(taken))
    expect(each.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(3)
  })
})

describe('a lapsed hold', () => {
  it('a lapsed hold frees its place before the scheduler runs', async () => {
    const event = await makeEvent(bench, { programId: f.programId, options: [{ spots: 1 }] })
    const [first, second] = (await f.buyers(2)) as [Buyer, Buyer]
    const { id } = await made(await take(event, first))
    bench.pass(15 * minute)
    await second.person.renew()
    expect(await typeOf(await take(event, second))).toBe('sold_out')
    bench.pass(1)
    expect((await take(event, second)).status).toBe(201)
    expect(await status(id)).toBe('expired')
    expect(await steps(id)).toEqual(['0 pending', '1 expired'])
    expect(await taken(event.option_ids[0])).toBe(1)
  })

  it('the person of a lapsed hold can take the place again', async () => {
    const event = await f.event()
    const buyer = { person: f.ada, attendee: await f.childOf(f.ada) }
    await take(event, buyer)
    bench.pass(15 * minute + 1)
    await f.ada.renew()
    expect((await take(event, buyer)).status).toBe(201)
    expect(await taken(event.option_ids[0])).toBe(1)
  })

  it('a lapsed hold keeps its place while a payment is in progress', async () => {
    const event = await makeEvent(bench, { programId: f.programId, options: [{ spots: 1 }] })
    const { id } = await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))
    await attach(id, await f.makeOrder(f.ada, 'pending', true))
    bench.pass(60 * minute)
    const [other] = (await f.buyers(1)) as [Buyer]
    expect(await typeOf(await take(event, other))).toBe('sold_out')
    await bench.tick()
    expect(await status(id)).toBe('pending')
  })

  it('the scheduler releases lapsed holds and keeps their cart', async () => {
    const event = await makeEvent(bench, { programId: f.programId, options: [{ spots: 9 }] })
    const lone = await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))
    const carted = await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))
    const cart = await f.makeOrder(f.ada, 'draft')
    await attach(carted.id, cart)
    bench.purged.length = 0
    bench.pass(15 * minute)
    await expireLapsedHolds(clockContext(bench))
    expect(await taken(event.option_ids[0])).toBe(2)
    bench.pass(1)
    await expireLapsedHolds(clockContext(bench))
    expect(await Promise.all([status(lone.id), status(carted.id)])).toEqual(['expired', 'expired'])
    expect(await taken(event.option_ids[0])).toBe(0)
    expect(bench.purged).toContain(`event:${event.event_id}`)
    expect((await database(bench.env.DB).select().from(orders).where(eq(orders.id, cart)))[0]?.status).toBe('draft')
    await expireLapsedHolds(clockContext(bench))
    expect(await steps(lone.id)).toEqual(['0 pending', '1 expired'])
  })

  it('the lapsed hold of a submitted order stays until the provider has reported its payment', async () => {
    const event = await f.event()
    const { id } = await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))
    await attach(id, await f.makeOrder(f.ada, 'pending'))
    bench.pass(20 * minute)
    await expireLapsedHolds(clockContext(bench))
    expect(await status(id)).toBe('pending')
  })
})

describe('M-07: the limit of twelve held places', () => {
  it('a thirteenth held place returns 429 with a retry time', async () => {
    const strict = { ...bench.env, RATE_LIMITS: 'strict' as const }
    const wide = bench.env.RATE_LIMITS
    Object.assign(bench.env, { RATE_LIMITS: strict.RATE_LIMITS })
    try {
      const event = await f.event()
      for (let n = 0; n < 12; n += 1)
        expect((await take(event, { person: f.ada, attendee: await f.childOf(f.ada) })).status).toBe(201)
      const answer = await take(event, { person: f.ada, attendee: await f.childOf(f.ada) })
      expect(answer.status).toBe(429)
      expect(answer.headers.get('Retry-After')).toBe('60')
      expect(await taken(event.option_ids[0])).toBe(12)
      bench.pass(15 * minute + 1)
      await f.ada.renew()
      expect((await take(event, { person: f.ada, attendee: await f.childOf(f.ada) })).status).toBe(201)
    } finally {
      Object.assign(bench.env, { RATE_LIMITS: wide })
    }
  })
})

describe('the stored counters of places', () => {
  it('the counters match the registrations after all tests above', async () => {
    const db = database(bench.env.DB)
    for (const eventId of touched) {
      const options = await db.select().from(eventOptions).where(eq(eventOptions.event_id, eventId))
      const held = (await db.select().from(registrations).where(eq(registrations.event_id, eventId))).filter(
        ({ status }) => registrationStates.held.has(status),
      )
      expect(options.map(({ id, spots_taken }) => [id, spots_taken])).toEqual(
        options.map(({ id }) => [id, held.filter(({ option_id }) => option_id === id).length]),
      )
    }
    expect(touched.size).toBeGreaterThan(5)
  })
})
