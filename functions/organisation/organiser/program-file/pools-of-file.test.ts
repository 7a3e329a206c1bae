import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '../../../platform/database/database.ts'
import { eventOptions, events, pools, registrations } from '../../../platform/database/tables.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, unique } from '../../../test-bench/people.ts'
import { organiserHeaders, putFile, shortestFile, type WrittenFile } from '../../../test-bench/program-file.ts'

type Written = NonNullable<WrittenFile['events']>[number]
const event = (key: string, inPools: string[]): Written => ({
  key,
  type: 'camp',
  name: key,
  summary: 'Five days',
  status: 'published',
  online_event: true,
  starts_at: '2027-07-05T09:00',
  ends_at: '2027-07-09T16:00',
  options: [{ key: 'full', name: 'Full week', cost: 320, spots_total: 50, pools: inPools }],
})
const bus = (spots_total: number) => ({ key: 'bus', spots_total })
const van = (spots_total: number) => ({ key: 'van', spots_total })

let bench: Bench
let file: WrittenFile
/** Two places of the canoe week and one of the kiln week are sold; only the canoe week uses the bus. */
beforeEach(async () => {
  bench = await openBench()
  file = { ...shortestFile(), pools: [bus(2)], events: [event('canoe', ['bus']), event('kiln', [])] }
  await putFile(bench, file)
  for (const key of ['canoe', 'canoe', 'kiln']) await register(key)
  bench.pass(1)
})

async function register(key: string): Promise<void> {
  const db = database(bench.env.DB)
  const option = (
    await db
      .select({ key: events.key, option_id: eventOptions.id, event_id: events.id })
      .from(events)
      .innerJoin(eventOptions, eq(eventOptions.event_id, events.id))
      .where(eq(events.program_id, file.program))
  ).find((each) => each.key === key)
  const parent = await makeCustomer(bench, { programIds: [file.program] })
  const child = await makeAttendee(bench, parent, { programId: file.program })
  const now = bench.now()
  await db.insert(registrations).values({
    id: `reg_${unique()}`,
    program_id: file.program,
    event_id: option?.event_id ?? '',
    option_id: option?.option_id ?? '',
    customer_id: parent.identity.customer_id,
    customer_profile_id: parent.profileId(file.program),
    ...child,
    status: 'confirmed',
    created: now,
    updated: now,
  })
}
const taken = async () =>
  (await database(bench.env.DB).select().from(pools).where(eq(pools.program_id, file.program)))
    .map(({ key, spots_taken, spots_total }) => `${key} ${spots_taken} of ${spots_total}`)
    .sort()
const refusalsOf = async (desired: WrittenFile) =>
  (await putFile(bench, desired, { isDryRun: true })).plan.refusals.map(
    ({ type, path, message }) => `${type} ${path} ${message}`,
  )
const remedy = 'so there can be no fewer.'
const joins = (places: number, key: string, all: number) =>
  `${all} places are taken with those of this option, and the pool ${key} has ${places}. Give it more, or leave it out here.`

describe('the places of a shared pool', () => {
  it.each<[string, Pick<WrittenFile, 'pools' | 'events'>, string[]]>([
    [
      'fewer places than the options have sold',
      { pools: [bus(1)], events: [event('canoe', ['bus']), event('kiln', [])] },
      [`sold_out pools.bus.spots_total 2 places are taken, ${remedy}`],
    ],
    [
      'too few places for an option that joins',
      { pools: [bus(2)], events: [event('canoe', ['bus']), event('kiln', ['bus'])] },
      [`sold_out events.kiln.options.full.pools ${joins(2, 'bus', 3)}`],
    ],
    [
      'more places, but too few for an option that joins',
      { pools: [bus(1)], events: [event('canoe', []), event('kiln', ['bus'])] },
      [],
    ],
    [
      'fewer places with an option that joins',
      { pools: [bus(1)], events: [event('canoe', ['bus']), event('kiln', ['bus'])] },
      [`sold_out pools.bus.spots_total 3 places are taken, ${remedy}`],
    ],
    [
      'a new pool that is too small',
      { pools: [bus(2), van(2)], events: [event('canoe', ['bus', 'van']), event('kiln', ['van'])] },
      [`sold_out pools.van.spots_total 3 places are taken, ${remedy}`],
    ],
    [
      'no places when an event with registrations is left out',
      { pools: [bus(0)], events: [event('kiln', [])] },
      [
        `has_future_registrations events.canoe People are registered for canoe. Cancel it by its own call, so that they are told and get their money back, or archive it once it is over.`,
        `sold_out pools.bus.spots_total 2 places are taken, ${remedy}`,
      ],
    ],
  ])('the places of a pool in a file are checked against sold places: %s', async (_, change, refusals) => {
    expect(await refusalsOf({ ...file, ...change })).toEqual(refusals)
    const { status, error } = await putFile(bench, { ...file, ...change })
    expect(
      refusals.length === 0 ? status : error.errors.map(({ type, param, message }) => `${type} ${param} ${message}`),
    ).toEqual(refusals.length === 0 ? 200 : refusals)
  })

  it.each<[string, Pick<WrittenFile, 'pools' | 'events'>, string[]]>([
    [
      'may leave with an option that moves out',
      { pools: [bus(0), van(3)], events: [event('canoe', ['van']), event('kiln', ['van'])] },
      ['bus 0 of 0', 'van 3 of 3'],
    ],
    [
      'may be those that a replacing option needs',
      { pools: [bus(1)], events: [event('canoe', []), event('kiln', ['bus'])] },
      ['bus 1 of 1'],
    ],
    [
      'may grow with an option that joins',
      { pools: [bus(3)], events: [event('canoe', ['bus']), event('kiln', ['bus'])] },
      ['bus 3 of 3'],
    ],
    ['may be removed with the pool', { pools: [], events: [event('canoe', []), event('kiln', [])] }, []],
  ])('the places of a pool in a file %s', async (_, change, left) => {
    expect(await refusalsOf({ ...file, ...change })).toEqual([])
    expect((await putFile(bench, { ...file, ...change })).status).toBe(200)
    expect(await taken()).toEqual(left)
    bench.pass(1)
    expect((await putFile(bench, { ...file, ...change }, { isDryRun: true })).plan.message).toBe('Nothing to change.')
  })

  it('two options can swap their full pools', async () => {
    await putFile(bench, {
      ...file,
      pools: [bus(2), van(1)],
      events: [event('canoe', ['bus']), event('kiln', ['van'])],
    })
    bench.pass(1)
    expect(
      (
        await putFile(bench, {
          ...file,
          pools: [bus(1), van(2)],
          events: [event('canoe', ['van']), event('kiln', ['bus'])],
        })
      ).status,
    ).toBe(200)
    expect(await taken()).toEqual(['bus 1 of 1', 'van 2 of 2'])
  })

  it('a change of one event is accepted if the sold places fit', async () => {
    const put = (options: Written['options']) =>
      bench.call(`/v1/organiser/programs/${file.program}/events/kiln`, {
        method: 'PUT',
        headers: organiserHeaders,
        body: JSON.stringify({ options }),
      })
    const refused = await put(event('kiln', ['bus']).options)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { type: 'sold_out', param: 'options.full.pools', message: joins(2, 'bus', 3) },
    ])
    expect(await taken()).toEqual(['bus 2 of 2'])
    await putFile(bench, { ...file, pools: [bus(3)] })
    bench.pass(1)
    expect((await put(event('kiln', ['bus']).options)).status).toBe(200)
    expect(await taken()).toEqual(['bus 3 of 3'])
  })
})
