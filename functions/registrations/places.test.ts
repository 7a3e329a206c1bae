import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../contract/api-error.ts'
import type { Registration } from '../contract/registration.ts'
import { type Ctx, makeContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { database } from '../database/database.ts'
import { eventOptions, events, orders, payments, pools, programs, registrations, statusHistory, waivers } from '../database/tables.ts'
import { type Bench, bench } from '../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../test-bench/people.ts'
import { makeEvent, makePool, makeProgram, makeWaiver } from '../test-bench/programs.ts'
import { expireLapsedHolds } from './expire-lapsed-holds.ts'
import { findOwnRegistrations } from './find-own-registrations.ts'
import { missingWaivers } from './missing-waivers.ts'
import { placeStatuses } from './registration-states.ts'
import { attachToOrder, holdUntil, moveRegistration } from './registration-steps.ts'
import { releaseLapsed } from './release-lapsed.ts'

const minute = 60_000
let b: Bench
let programId: string
const touched = new Set<string>()
let ada: Person

beforeAll(async () => {
  b = await bench()
})
beforeEach(async () => {
  programId = await makeProgram(b, { preferences: { ignore_attendee_conflicts: true } })
  ada = await makeCustomer(b, { programIds: [programId] })
})

type Buyer = { person: Person; attendee: string }
const buyers = async (count: number): Promise<Buyer[]> => Promise.all(Array.from({ length: count }, async () => {
  const person = await makeCustomer(b, { programIds: [programId] })
  return { person, attendee: (await makeAttendee(b, person, { programId })).attendee_profile_id }
}))
const child = async (person = ada) => (await makeAttendee(b, person, { programId })).attendee_profile_id
async function take(event: { event_id: string; option_ids: string[] }, { person, attendee }: Buyer, option = 0): Promise<Response> {
  touched.add(event.event_id)
  return b.call('/v1/profile/registrations', person.json({ event_id: event.event_id, option_id: event.option_ids[option], customer_profile_id: person.profileId(programId), attendee_profile_id: attendee }))
}
const made = async (answer: Response) => (await answer.json()) as Registration
const typeOf = async (answer: Response) => ((await answer.json()) as ErrorBody).type
const context = (person: Person | null = ada): Ctx => makeContext({ env: b.env, now: b.now(), requestId: 'test', identity: person?.identity ?? null })
const taken = async (optionId: string) => (await database(b.env.DB).select().from(eventOptions).where(eq(eventOptions.id, optionId)))[0]?.spots_taken
const inPool = async (poolId: string) => (await database(b.env.DB).select().from(pools).where(eq(pools.id, poolId)))[0]?.spots_taken
const statusOf = async (id: string) => (await database(b.env.DB).select().from(registrations).where(eq(registrations.id, id)))[0]?.status
const stepsOf = async (id: string) => (await database(b.env.DB).select().from(statusHistory).where(and(eq(statusHistory.object_id, id), eq(statusHistory.object, 'registration')))).map(({ step, to_status }) => `${step} ${to_status}`)
async function makeOrder(person: Person, status: 'draft' | 'pending', live = false): Promise<string> {
  const id = `ord_${unique()}`
  const db = database(b.env.DB)
  await db.insert(orders).values({ id, program_id: programId, customer_id: person.identity.customer_id, customer_profile_id: person.profileId(programId), status, currency: 'CAD', timezone: 'UTC', created: b.now(), updated: b.now() })
  if (live) await db.insert(payments).values({ id: `pay_${id}`, order_id: id, customer_id: person.identity.customer_id, status: 'processing', checkout_method: 'card', amount_total: 100, currency: 'CAD', created: b.now(), updated: b.now() })
  return id
}
async function attach(id: string, orderId: string): Promise<void> {
  const ctx = context()
  const [found] = await findOwnRegistrations(ctx, [id])
  if (!found) throw new Error('not found')
  await commit(ctx, attachToOrder(ctx, found, { order_id: orderId, hold_expires_at: ctx.now + 15 * minute }))
}

describe('the last place', () => {
  it('goes to one of twenty who ask at once; the others read that it is gone', async () => {
    const event = await makeEvent(b, { programId, options: [{ spots: 1 }] })
    const answers = await Promise.all((await buyers(20)).map((buyer) => take(event, buyer)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    expect(others.map(({ status }) => status)).toEqual(Array(19).fill(409))
    expect(new Set(await Promise.all(others.map(typeOf)))).toEqual(new Set(['sold_out']))
    expect(await taken(event.option_ids[0])).toBe(1)
  })

  it('of five is sold five times in each of two options, none more and none fewer', async () => {
    const event = await makeEvent(b, { programId, options: [{ spots: 5 }, { spots: 5 }] })
    const answers = await Promise.all((await buyers(20)).map((buyer, at) => take(event, buyer, at % 2)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(await Promise.all(event.option_ids.map(taken))).toEqual([5, 5])
  })

  it('on the bus that two options share is sold once per seat', async () => {
    const bus = await makePool(b, programId, 3)
    const event = await makeEvent(b, { programId, options: [{ spots: 10, poolIds: [bus] }, { spots: 10, poolIds: [bus] }] })
    const answers = await Promise.all((await buyers(12)).map((buyer, at) => take(event, buyer, at % 2)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await inPool(bus)).toBe(3)
    const each = await Promise.all(event.option_ids.map(taken))
    expect(each.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(3)
  })
})

describe('a lapsed hold', () => {
  it('gives its place to the next who asks, without waiting for the clock', async () => {
    const event = await makeEvent(b, { programId, options: [{ spots: 1 }] })
    const [first, second] = (await buyers(2)) as [Buyer, Buyer]
    const { id } = await made(await take(event, first))
    b.pass(15 * minute)
    await second.person.renew()
    expect(await typeOf(await take(event, second))).toBe('sold_out')
    b.pass(1)
    expect((await take(event, second)).status).toBe(201)
    expect(await statusOf(id)).toBe('expired')
    expect(await stepsOf(id)).toEqual(['0 pending', '1 expired'])
    expect(await taken(event.option_ids[0])).toBe(1)
  })

  it('lets the same person take the place anew', async () => {
    const event = await makeEvent(b, { programId })
    const buyer = { person: ada, attendee: await child() }
    await take(event, buyer)
    b.pass(15 * minute + 1)
    await ada.renew()
    expect((await take(event, buyer)).status).toBe(201)
    expect(await taken(event.option_ids[0])).toBe(1)
  })

  it('keeps its place while a payment is under way', async () => {
    const event = await makeEvent(b, { programId, options: [{ spots: 1 }] })
    const { id } = await made(await take(event, { person: ada, attendee: await child() }))
    await attach(id, await makeOrder(ada, 'pending', true))
    b.pass(60 * minute)
    const [other] = (await buyers(1)) as [Buyer]
    expect(await typeOf(await take(event, other))).toBe('sold_out')
    await b.tick()
    expect(await statusOf(id)).toBe('pending')
  })

  it('is released by the clock, whether in a cart or in none; the cart itself stays', async () => {
    const event = await makeEvent(b, { programId, options: [{ spots: 9 }] })
    const lone = await made(await take(event, { person: ada, attendee: await child() }))
    const carted = await made(await take(event, { person: ada, attendee: await child() }))
    const cart = await makeOrder(ada, 'draft')
    await attach(carted.id, cart)
    b.purged.length = 0
    b.pass(15 * minute)
    await expireLapsedHolds(context(null))
    expect(await taken(event.option_ids[0])).toBe(2)
    b.pass(1)
    await expireLapsedHolds(context(null))
    expect(await Promise.all([statusOf(lone.id), statusOf(carted.id)])).toEqual(['expired', 'expired'])
    expect(await taken(event.option_ids[0])).toBe(0)
    expect(b.purged).toContain(`event:${event.event_id}`)
    expect((await database(b.env.DB).select().from(orders).where(eq(orders.id, cart)))[0]?.status).toBe('draft')
    await expireLapsedHolds(context(null))
    expect(await stepsOf(lone.id)).toEqual(['0 pending', '1 expired'])
  })

  it('in a submitted order waits for the verb that asks the provider first', async () => {
    const event = await makeEvent(b, { programId })
    const { id } = await made(await take(event, { person: ada, attendee: await child() }))
    await attach(id, await makeOrder(ada, 'pending'))
    b.pass(20 * minute)
    await expireLapsedHolds(context(null))
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('holding more than twelve places', () => {
  it('429 with when to come back; what lapsed does not count', async () => {
    const strict = { ...b.env, RATE_LIMITS: 'strict' as const }
    const wide = b.env.RATE_LIMITS
    Object.assign(b.env, { RATE_LIMITS: strict.RATE_LIMITS })
    try {
      const event = await makeEvent(b, { programId })
      for (let n = 0; n < 12; n += 1) expect((await take(event, { person: ada, attendee: await child() })).status).toBe(201)
      const answer = await take(event, { person: ada, attendee: await child() })
      expect(answer.status).toBe(429)
      expect(answer.headers.get('Retry-After')).toBe('60')
      expect(await taken(event.option_ids[0])).toBe(12)
      b.pass(15 * minute + 1)
      await ada.renew()
      expect((await take(event, { person: ada, attendee: await child() })).status).toBe(201)
    } finally {
      Object.assign(b.env, { RATE_LIMITS: wide })
    }
  })
})

describe('moving a registration', () => {
  it('lets one of two rivals win and takes the whole batch of the other back', async () => {
    const event = await makeEvent(b, { programId })
    const { id } = await made(await take(event, { person: ada, attendee: await child() }))
    const ctx = context()
    const [found] = await findOwnRegistrations(ctx, [id])
    if (!found) throw new Error('not found')
    const move = (to: 'confirmed' | 'expired') => commit(context(), moveRegistration(ctx, found, to, { actor: { type: 'system', id: null } }))
    const outcomes = await Promise.allSettled([move('confirmed'), move('expired'), move('confirmed')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ type: 'state_conflict' })
    expect(await stepsOf(id)).toHaveLength(2)
    expect(() => moveRegistration(ctx, { ...found, registration: { ...found.registration, status: 'cancelled' } }, 'confirmed', { actor: { type: 'system', id: null } })).toThrow(expect.objectContaining({ type: 'state_conflict' }))
  })

  it('into an order happens once; its hold then follows the order', async () => {
    const event = await makeEvent(b, { programId })
    const { id } = await made(await take(event, { person: ada, attendee: await child() }))
    const [one, other] = [await makeOrder(ada, 'draft'), await makeOrder(ada, 'draft')]
    const outcomes = await Promise.allSettled([attach(id, one), attach(id, other)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [row] = await database(b.env.DB).select().from(registrations).where(eq(registrations.id, id))
    const ctx = context()
    await commit(ctx, holdUntil(ctx, row?.order_id ?? '', ctx.now + 40 * minute))
    expect((await database(b.env.DB).select().from(registrations).where(eq(registrations.id, id)))[0]?.hold_expires_at).toBe(ctx.now + 40 * minute)
  })

  it('takes the place of an expired one again only while one is left', async () => {
    const event = await makeEvent(b, { programId, options: [{ spots: 1 }] })
    const { id } = await made(await take(event, { person: ada, attendee: await child() }))
    b.pass(15 * minute + 1)
    const [other] = (await buyers(1)) as [Buyer]
    expect((await take(event, other)).status).toBe(201)
    const again = async () => {
      const ctx = context()
      await ada.renew()
      const [found] = await findOwnRegistrations(ctx, [id])
      if (!found) throw new Error('not found')
      return commit(ctx, [...releaseLapsed(ctx, [event.option_ids[0]]), ...moveRegistration(ctx, found, 'pending', { actor: { type: 'customer', id: null }, set: { hold_expires_at: ctx.now + 15 * minute } })])
    }
    await expect(again()).rejects.toMatchObject({ type: 'sold_out' })
    expect(await statusOf(id)).toBe('expired')
    b.pass(15 * minute + 1)
    await again()
    expect(await statusOf(id)).toBe('pending')
    expect(await taken(event.option_ids[0])).toBe(1)
  })
})

describe('findOwnRegistrations', () => {
  it('keeps the asked order and finds nothing of anybody else', async () => {
    const event = await makeEvent(b, { programId })
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await made(await take(event, { person: ada, attendee: await child() }))).id)
    const asked = [ids[2], ids[0], ids[1]] as string[]
    expect((await findOwnRegistrations(context(), asked)).map(({ registration, event: found, option }) => [registration.id, found.id, option.id])).toEqual(asked.map((id) => [id, event.event_id, event.option_ids[0]]))
    const [other] = (await buyers(1)) as [Buyer]
    await expect(findOwnRegistrations(context(other.person), asked)).rejects.toMatchObject({ type: 'not_found' })
  })
})

describe('waivers that keep an order from being paid', () => {
  it('are those not accepted in their present version, unless the event lets them wait until two days before', async () => {
    const waiverId = await makeWaiver(b, programId)
    const plain = await makeEvent(b, { programId })
    const strict = await makeEvent(b, { programId, waiverId })
    const patient = await makeEvent(b, { programId, waiverId, startsAt: b.now() + 3 * 86_400_000 })
    const db = database(b.env.DB)
    await db.update(events).set({ waiver_may_wait: true }).where(eq(events.id, patient.event_id))
    const ids: string[] = []
    for (const event of [plain, strict, patient]) ids.push((await made(await take(event, { person: ada, attendee: await child() }))).id)
    expect(await missingWaivers(context(), ids)).toEqual([ids[1]])
    await b.call(`/v1/profile/registrations/${ids[1]}`, { ...ada.json({ waiver: { waiver_id: waiverId, version: 1 } }), method: 'PUT' })
    expect(await missingWaivers(context(), ids)).toEqual([])
    b.pass(86_400_000 + 1)
    expect(await missingWaivers(context(), ids)).toEqual([ids[2]])
    await db.update(waivers).set({ version: 2 }).where(eq(waivers.id, waiverId))
    expect(new Set(await missingWaivers(context(), ids))).toEqual(new Set([ids[1], ids[2]]))
    expect(await missingWaivers(context(), [])).toEqual([])
  })

  it('counts the waiver of the program where the event has none', async () => {
    const waiverId = await makeWaiver(b, programId)
    const [program] = await database(b.env.DB).select().from(programs).where(eq(programs.id, programId))
    if (!program) throw new Error('no program')
    await database(b.env.DB).update(programs).set({ preferences: { ...program.preferences, default_event_waiver: waiverId } }).where(eq(programs.id, programId))
    const { id } = await made(await take(await makeEvent(b, { programId }), { person: ada, attendee: await child() }))
    expect(await missingWaivers(context(), [id])).toEqual([id])
  })
})

describe('counters', () => {
  it('stand where the registrations say, after everything above', async () => {
    const db = database(b.env.DB)
    for (const eventId of touched) {
      const options = await db.select().from(eventOptions).where(eq(eventOptions.event_id, eventId))
      const held = (await db.select().from(registrations).where(eq(registrations.event_id, eventId))).filter(({ status }) => (placeStatuses as readonly string[]).includes(status))
      expect(options.map(({ id, spots_taken }) => [id, spots_taken])).toEqual(options.map(({ id }) => [id, held.filter(({ option_id }) => option_id === id).length]))
    }
    expect(touched.size).toBeGreaterThan(10)
  })
})
