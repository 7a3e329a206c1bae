import { system } from '../../platform/actor.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { commit } from '../../platform/database/commit.ts'
import { database } from '../../platform/database/database.ts'
import { events, programs, registrations, waivers } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeEvent, makeWaiver } from '../../test-bench/programs.ts'
import {
  attachTo,
  type Buyer,
  contextOf,
  type Family,
  made,
  openFamily,
  statusOf,
  stepsOf,
  takenOf,
} from '../../test-bench/registering.ts'
import { findOwnRegistrations } from './find-own-registrations.ts'
import { missingWaivers } from './accept-waiver.ts'
import { holdUntil, transitionRegistration } from './registration-steps.ts'
import { releaseLapsed } from './release-lapsed.ts'

const minute = 60_000
let bench: Bench
let f: Family

beforeEach(async () => {
  bench = await openBench()
  f = await openFamily(bench, { preferences: { ignore_attendee_conflicts: true } })
})

const take = async (event: { event_id: string; option_ids: string[] }, buyer: Buyer): Promise<Response> =>
  f.placeFor(event, buyer)
const taken = (optionId: string) => takenOf(bench, optionId)
const status = (id: string) => statusOf(bench, id)
const steps = (id: string) => stepsOf(bench, id)
const attach = (id: string, order_id: string) => attachTo(bench, f.ada, { id, order_id })

describe("concurrent changes of a registration's status", () => {
  it('the batch of the slower of two concurrent changes is rolled back', async () => {
    const event = await f.event()
    const { id } = await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))
    const ctx = contextOf(bench, f.ada)
    const [registration] = await findOwnRegistrations(ctx, [id])
    if (!registration) throw new Error('not found')
    const move = (to: 'confirmed' | 'expired') =>
      commit(contextOf(bench, f.ada), transitionRegistration(ctx, registration, to, { actor: system }))
    const outcomes = await Promise.allSettled([move('confirmed'), move('expired'), move('confirmed')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ type: 'state_conflict' })
    expect(await steps(id)).toHaveLength(2)
    expect(() =>
      transitionRegistration(
        ctx,
        { ...registration, registration: { ...registration.registration, status: 'cancelled' } },
        'confirmed',
        {
          actor: system,
        },
      ),
    ).toThrow(expect.objectContaining({ type: 'state_conflict' }))
  })

  it('a registration joins one order and takes over its hold', async () => {
    const event = await f.event()
    const { id } = await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))
    const [one, other] = [await f.makeOrder(f.ada, 'draft'), await f.makeOrder(f.ada, 'draft')]
    const outcomes = await Promise.allSettled([attach(id, one), attach(id, other)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [row] = await database(bench.env.DB).select().from(registrations).where(eq(registrations.id, id))
    const ctx = contextOf(bench, f.ada)
    await commit(ctx, holdUntil(ctx, row?.order_id ?? '', ctx.now + 40 * minute))
    expect(
      (await database(bench.env.DB).select().from(registrations).where(eq(registrations.id, id)))[0]?.hold_expires_at,
    ).toBe(ctx.now + 40 * minute)
  })

  it('an expired registration is restored only while a place is left', async () => {
    const event = await makeEvent(bench, { programId: f.programId, options: [{ spots: 1 }] })
    const { id } = await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))
    bench.pass(15 * minute + 1)
    const [other] = (await f.buyers(1)) as [Buyer]
    expect((await take(event, other)).status).toBe(201)
    const again = async () => {
      const ctx = contextOf(bench, f.ada)
      await f.ada.renew()
      const [registration] = await findOwnRegistrations(ctx, [id])
      if (!registration) throw new Error('not found')
      return commit(ctx, [
        ...releaseLapsed(ctx, [{ kind: 'event', source_id: event.event_id, option_id: event.option_ids[0] }]),
        ...transitionRegistration(ctx, registration, 'pending', {
          actor: ctx.actor,
          set: { hold_expires_at: ctx.now + 15 * minute },
        }),
      ])
    }
    await expect(again()).rejects.toMatchObject({ type: 'sold_out' })
    expect(await status(id)).toBe('expired')
    bench.pass(15 * minute + 1)
    await again()
    expect(await status(id)).toBe('pending')
    expect(await taken(event.option_ids[0])).toBe(1)
  })
})

describe('findOwnRegistrations', () => {
  it('registrations are returned in the requested order without those of other customers', async () => {
    const event = await f.event()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1)
      ids.push((await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))).id)
    const input = [ids[2], ids[0], ids[1]] as string[]
    expect(
      (await findOwnRegistrations(contextOf(bench, f.ada), input)).map(({ registration, booking }) => [
        registration.id,
        booking.source_id,
        booking.option_id,
      ]),
    ).toEqual(input.map((id) => [id, event.event_id, event.option_ids[0]]))
    const [other] = (await f.buyers(1)) as [Buyer]
    await expect(findOwnRegistrations(contextOf(bench, other.person), input)).rejects.toMatchObject({
      type: 'not_found',
    })
  })
})

describe('waivers that block the payment of an order', () => {
  const waiting = async (ids: string[]) => (await missingWaivers(contextOf(bench, f.ada), { ids })).map(({ id }) => id)

  it('an unsigned waiver blocks payment unless the event gives more time', async () => {
    const waiverId = await makeWaiver(bench, f.programId)
    const plain = await f.event()
    const strict = await makeEvent(bench, { programId: f.programId, waiverId })
    const patient = await makeEvent(bench, { programId: f.programId, waiverId, startsAt: bench.now() + 3 * 86_400_000 })
    const db = database(bench.env.DB)
    await db.update(events).set({ waiver_may_wait: true }).where(eq(events.id, patient.event_id))
    const ids: string[] = []
    for (const event of [plain, strict, patient])
      ids.push((await made(await take(event, { person: f.ada, attendee: await f.childOf(f.ada) }))).id)
    expect(await waiting(ids)).toEqual([ids[1]])
    await bench.call(`/v1/profile/registrations/${ids[1]}`, {
      ...f.ada.json({ waiver: { waiver_id: waiverId, version: 1 } }),
      method: 'PUT',
    })
    expect(await waiting(ids)).toEqual([])
    bench.pass(86_400_000 + 1)
    expect(await waiting(ids)).toEqual([ids[2]])
    await db.update(waivers).set({ version: 2 }).where(eq(waivers.id, waiverId))
    expect(new Set(await waiting(ids))).toEqual(new Set([ids[1], ids[2]]))
    expect(await waiting([])).toEqual([])
  })

  it("the program's waiver applies to an event without its own", async () => {
    const waiverId = await makeWaiver(bench, f.programId)
    const [program] = await database(bench.env.DB).select().from(programs).where(eq(programs.id, f.programId))
    if (!program) throw new Error('no program')
    await database(bench.env.DB)
      .update(programs)
      .set({ preferences: { ...program.preferences, default_event_waiver: waiverId } })
      .where(eq(programs.id, f.programId))
    const { id } = await made(await take(await f.event(), { person: f.ada, attendee: await f.childOf(f.ada) }))
    expect(await waiting([id])).toEqual([id])
  })
})
