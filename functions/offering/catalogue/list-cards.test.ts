import { dayMs } from '../../contract/limits.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeContext } from '../../platform/make-context.ts'
import type { CardEvent, Event } from '../../contract/offering/event.ts'
import type { List } from '../../contract/paging.ts'
import type { ProgramFilters } from '../../contract/offering/explore.ts'
import { database } from '../../platform/database/database.ts'
import { programs } from '../../platform/database/tables.ts'
import { openBench } from '../../test-bench/bench.ts'
import { makeEvent, makePool, makeProgram, makeVenue } from '../../test-bench/programs.ts'
import { recorded } from '../../test-bench/recorded-d1.ts'
import { type ListCardsInput, listCards } from './list-cards.ts'

async function cardsOf(input: Partial<ListCardsInput> & { program_id: string }) {
  const bench = await openBench()
  const ctx = makeContext({ env: { ...bench.env, DB: recorded(bench.bareDb) }, now: bench.now() })
  return listCards(ctx, { limit: 40, skip: 0, ...input })
}

async function openProgram(): Promise<string> {
  const bench = await openBench()
  const programId = await makeProgram(bench, {
    selling: {
      fee: { percent: 250, fixed: 50, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
    },
  })
  const [dock, hall, pool] = [
    await makeVenue(bench, programId, { name: 'Dock House' }),
    await makeVenue(bench, programId, { name: 'Maple Hall', city: 'Perth' }),
    await makePool(bench, programId, 3),
  ]
  await makeEvent(bench, {
    programId,
    name: 'Canoe Week',
    venueIds: [hall, dock],
    options: [
      { cost: 34_500, spots: 12, minimumAge: 8, maximumAge: 12, gender: 'female' },
      { cost: 20_000, poolIds: [pool], minimumAge: 6 },
    ],
  })
  await makeEvent(bench, {
    programId,
    name: 'Pottery',
    type: 'class',
    startsAt: bench.now() + 20 * dayMs,
    venueIds: [dock],
    options: [{ cost: 0, spots: 0, maximumAge: 99 }],
    tags: ['arts'],
  })
  await makeEvent(bench, {
    programId,
    name: 'Robots online',
    type: 'online',
    startsAt: bench.now() + 40 * dayMs,
    onlineEventUrl: 'https://meet.example/room',
    options: [{ isClosed: true }, { saleStartsAt: bench.now() + dayMs }],
  })
  await makeEvent(bench, { programId, name: 'Yesterday', startsAt: bench.now() - dayMs, venueIds: [dock] })
  await makeEvent(bench, { programId, name: 'Not yet told', status: 'draft' })
  return programId
}

describe('listCards', () => {
  it.each<{ input: Partial<ListCardsInput>; query: string }>([
    { input: {}, query: '' },
    { input: { search: 'canoe week' }, query: '&search=canoe+week' },
    { input: { search: '!' }, query: '&search=!' },
    { input: { age: 7 }, query: '&age=7' },
    { input: { type: ['class'] }, query: '&type=class' },
    { input: { type: ['class'], age: 50, search: 'pottery' }, query: '&type=class&age=50&search=pottery' },
    { input: { gender: 'male' }, query: '&gender=male' },
    { input: { tags: ['arts', 'none'] }, query: '&tags=arts&tags=none' },
    { input: { venue_city: ['Perth'], online_event: false }, query: '&venue_city=Perth&online_event=false' },
    { input: { online_event: true }, query: '&online_event=true' },
    { input: { free: true }, query: '&free=true' },
    { input: { free: false, age: 7 }, query: '&free=false&age=7' },
    {
      input: { scheduled_gte: '2027-01-24', scheduled_lte: '2027-02-03' },
      query: '&scheduled_gte=2027-01-24&scheduled_lte=2027-02-03',
    },
    { input: { limit: 1, skip: 1 }, query: '&limit=1&skip=1' },
    { input: { skip: 90 }, query: '&skip=90' },
    { input: { age: 7, limit: 1, skip: 1 }, query: '&age=7&limit=1&skip=1' },
    { input: { age: 7, skip: 90 }, query: '&age=7&skip=90' },
  ])("the cards for “$query” match the API's responses", async ({ input, query }) => {
    const bench = await openBench()
    const programId = await openProgram()
    const read = async <Body>(path: string) => (await bench.call(path)).json() as Promise<Body>
    const events = await read<List<Event>>(
      `/v1/explore/events?program_id=${programId}&status=upcoming&sort=starts_at${query.includes('limit') ? '' : '&limit=40'}${query}`,
    )
    const filters = await read<ProgramFilters>(`/v1/explore/programs/${programId}/filters?status=upcoming`)

    const results = await cardsOf({ program_id: programId, ...input })
    const ids = events.data.map(({ id }) => id)
    expect(results?.events.data.map(({ id }) => id)).toEqual(ids)
    expect({ ...results?.events, data: [] }).toEqual({ ...events, data: [] })
    for (const [at, card] of (results?.events.data ?? []).entries())
      expect(card).toEqual(partOf(events.data[at] as Event, Object.keys(card) as (keyof CardEvent)[]))
    expect(results?.choices).toEqual(filters)
  })

  it('a program whose contract has ended has no cards', async () => {
    const bench = await openBench()
    const programId = await openProgram()
    expect(await cardsOf({ program_id: 'never-was' })).toBeNull()
    await database(bench.env.DB).update(programs).set({ billing_status: 'cancelled' }).where(eq(programs.id, programId))
    expect(await cardsOf({ program_id: programId })).toBeNull()
  })
})

const partOf = (event: Event, keys: (keyof CardEvent)[]) => Object.fromEntries(keys.map((key) => [key, event[key]]))
