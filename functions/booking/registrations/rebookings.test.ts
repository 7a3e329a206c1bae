import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { List } from '../../contract/paging.ts'
import type { Rebooking } from '../../contract/booking/rebooking.ts'
import { database } from '../../platform/database/database.ts'
import { eventOptions, events, registrations, relations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { type Family, made, openFamily } from '../../test-bench/registering.ts'

let bench: Bench
let f: Family

beforeEach(async () => {
  bench = await openBench()
  f = await openFamily(bench)
})

/** A confirmed place in an event that is over now. */
async function wasAt(name: string, daysAgo: number, { attendee = f.maya, person = f.ada, tags = [] as string[] } = {}) {
  const event = await f.event({ name: 'Full day' }, { name, tags })
  const { id } = await made(await f.placeFor(event, { person, attendee }))
  const db = database(bench.env.DB)
  const startsAt = bench.now() - daysAgo * dayMs
  await db.update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
  await db
    .update(events)
    .set({ starts_at: startsAt, ends_at: startsAt + dayMs })
    .where(eq(events.id, event.event_id))
  return id
}
const ahead = (name: string, daysAgo: number, part: Parameters<Family['event']>[0] = {}, tags: string[] = []) =>
  f.event({ name: 'Full day', ...part }, { name, tags, startsAt: bench.now() + (364 - daysAgo) * dayMs })
const list = async (person = f.ada, query = '') => {
  const answer = await f.get(person, `/v1/profile/rebookings?program_id=${f.programId}${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as List<Rebooking>
}

describe('GET rebookings', () => {
  it('the response has last year’s week with the same child and option', async () => {
    const before = await wasAt('Sail Week 2026', 250)
    const next = await ahead('Sail Week 2027', 250)
    expect(await list()).toMatchObject({
      total: 1,
      data: [
        {
          object: 'rebooking',
          registration_id: before,
          first_name: 'Maya',
          match: 'next_year',
          booked_event: { name: 'Sail Week 2026' },
          event: { id: next.event_id },
          option: { id: next.option_ids[0], name: 'Full day' },
        },
      ],
    })
  })
  it('two names match without regard to letter case and accents', async () => {
    await wasAt('Semaine d’Été 2026', 250)
    const next = await ahead('SEMAINE D’ÉTÉ (2027)', 250)
    expect((await list()).data.map(({ event }) => event.id)).toEqual([next.event_id])
  })
  it('every booking of the last two years is considered', async () => {
    await wasAt('Sail Week', 300, { tags: ['Water'] })
    const next = await ahead('Paddle Week', 300, {}, ['Water'])
    const weekly = await f.event({ name: 'Evening' }, { name: 'Swim club' })
    const { id } = await made(await f.placeFor(weekly))
    const db = database(bench.env.DB)
    const [event] = await db.select().from(events).where(eq(events.id, weekly.event_id))
    const [option] = await db
      .select()
      .from(eventOptions)
      .where(eq(eventOptions.id, weekly.option_ids[0] as string))
    const [place] = await db.select().from(registrations).where(eq(registrations.id, id))
    for (let evening = 0; evening < 120; evening += 1) {
      const starts_at = bench.now() - (evening + 2) * dayMs
      const own = { id: `evt_evening_${evening}`, key: `evening-${evening}`, starts_at, ends_at: starts_at + 3_600_000 }
      await db.batch([
        db.insert(events).values({ ...(event as typeof events.$inferSelect), ...own }),
        db.insert(eventOptions).values({
          ...(option as typeof eventOptions.$inferSelect),
          ...{ id: `opt_evening_${evening}`, event_id: own.id, spots_taken: 0 },
        }),
        db.insert(registrations).values({
          ...(place as typeof registrations.$inferSelect),
          ...{
            id: `reg_evening_${evening}`,
            event_id: own.id,
            option_id: `opt_evening_${evening}`,
            status: 'confirmed',
          },
        }),
      ])
    }
    const again = await list()
    expect(again.data.map(({ event: { id }, match }) => [id, match])).toContainEqual([next.event_id, 'same_week'])
  })
  it('an event that is booked or waitlisted already is not suggested', async () => {
    await wasAt('Sail Week', 250)
    const next = await ahead('Sail Week', 250)
    expect((await list()).total).toBe(1)
    const { id } = await made(await f.placeFor(next))
    await database(bench.env.DB).update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
    expect((await list()).total).toBe(0)
  })
  it('each event is suggested once per person', async () => {
    await wasAt('Swim', 250)
    await wasAt('Swim', 257)
    await ahead('Swim', 250)
    expect((await list()).total).toBe(1)
  })
  it("an event that is sold out or does not suit the child's age is not suggested", async () => {
    const big = await makeAttendee(bench, f.ada, { programId: f.programId, bornOn: '2010-01-01' })
    await wasAt('Juniors', 250, { attendee: big.attendee_profile_id })
    await ahead('Juniors', 250, { maximumAge: 9 })
    await wasAt('Full', 240)
    await ahead('Full', 240, { isClosed: true })
    expect((await list()).total).toBe(0)
  })
  it('suggestions cover only the people whom the customer may register', async () => {
    await wasAt('Sail Week', 250)
    await ahead('Sail Week', 250)
    expect((await list(f.ben)).total).toBe(0)
    expect((await list(f.ada, '&attendee_id=att_none')).total).toBe(0)
    await database(bench.env.DB)
      .update(relations)
      .set({ rights: ['view', 'manage'] })
      .where(eq(relations.customer_id, f.ada.identity.customer_id))
    expect((await list()).total).toBe(0)
  })
  it('the response is paged with a total count', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      await wasAt(name, 250)
      await ahead(name, 250)
    }
    expect(await list(f.ada, '&limit=2&skip=2')).toMatchObject({ total: 3, count: 1, page: 1 })
  })
})
