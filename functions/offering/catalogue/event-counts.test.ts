import { hourMs } from '../../contract/limits.ts'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '../../contract/offering/event.ts'
import type { List } from '../../contract/paging.ts'
import type { ProgramFilters } from '../../contract/offering/explore.ts'
import { database } from '../../platform/database/database.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeEvent, makeProgram, makeVenue } from '../../test-bench/programs.ts'
import { readCards } from './card-rows.ts'
import { eventPage, type EventFilter, pageOfEvents } from './event-list-rows.ts'
import { filterCounts } from './program-filter-rows.ts'
import { makeContext } from '../../platform/make-context.ts'
import { memoizeByTag, purgePages } from '../../page-cache.ts'
import { countMemo, listEvents } from './list-events.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench({ isOnPlatform: true })
  programId = await makeProgram(bench)
})

const send = (text: string, ...params: unknown[]) =>
  bench.env.DB.prepare(text)
    .bind(...params)
    .run()
const filters = async (status?: string): Promise<ProgramFilters> =>
  (await bench.call(`/v1/explore/programs/${programId}/filters${status ? `?status=${status}` : ''}`)).json()
const total = async (query: string): Promise<number> =>
  ((await (await bench.call(`/v1/explore/events?limit=0&program_id=${programId}${query}`)).json()) as { total: number })
    .total

describe('K1: counts of events', () => {
  it('K1: the counts follow every change of an event, its options, tags and venues', async () => {
    const [lake, dock] = [await makeVenue(bench, programId), await makeVenue(bench, programId)]
    const perth = await makeVenue(bench, programId, { city: 'Perth' })
    const { event_id, option_ids } = await makeEvent(bench, {
      programId,
      venueIds: [lake, dock],
      options: [
        { cost: 0, minimumAge: 5, maximumAge: 7 },
        { minimumAge: 10, gender: 'female' },
      ],
    })
    await send('INSERT INTO event_tags (event_id, tag) VALUES (?1, ?2), (?1, ?3)', event_id, 'Water', 'Teens')
    const first = await filters()
    expect([first.tags, first.cities, first.genders, first.age, first.free]).toEqual([
      [
        { value: 'Teens', count: 1 },
        { value: 'Water', count: 1 },
      ],
      [{ value: 'Toronto', count: 1 }],
      [{ value: 'female', count: 1 }],
      { minimum: 5, maximum: null },
      { count: 1 },
    ])
    const changes: [string, ...unknown[]][] = [
      ['UPDATE venues SET city = ?1 WHERE id = ?2', 'Perth', dock],
      ['INSERT INTO event_venues (event_id, venue_id) VALUES (?1, ?2)', event_id, perth],
      ['DELETE FROM event_venues WHERE event_id = ?1 AND venue_id = ?2', event_id, dock],
      ['DELETE FROM event_tags WHERE event_id = ?1 AND tag = ?2', event_id, 'Teens'],
      ['UPDATE event_options SET is_removed = 1 WHERE id = ?1', option_ids[0]],
      ['UPDATE event_options SET gender = NULL, maximum_age = 12 WHERE id = ?1', option_ids[1]],
      [
        'UPDATE events SET type = ?1, online_event = 1, restrict_to_package_ids = ?2 WHERE id = ?3',
        'class',
        '["p"]',
        event_id,
      ],
      ['UPDATE events SET status = ?1 WHERE id = ?2', 'unpublished', event_id],
      ['DELETE FROM event_tags WHERE event_id = ?1', event_id],
      ['UPDATE events SET status = ?1, starts_at = starts_at - 1 WHERE id = ?2', 'published', event_id],
    ]
    for (const [text, ...params] of changes) await send(text, ...params)
    const last = await filters()
    expect([last.types, last.tags, last.cities, last.genders, last.age, last.online_event, last.free]).toEqual([
      [{ value: 'class', count: 1 }],
      [],
      [
        { value: 'Perth', count: 1 },
        { value: 'Toronto', count: 1 },
      ],
      [],
      { minimum: 10, maximum: 12 },
      { count: 1 },
      { count: 0 },
    ])
  })

  it('K1: an event counts as started from its first moment on', async () => {
    const startsAt = bench.now() + hourMs
    const { event_id } = await makeEvent(bench, { programId, type: 'clinic', startsAt, endsAt: startsAt + 40 * hourMs })
    const clinics = async () => [
      await total('&status=upcoming&type=clinic'),
      (await filters('upcoming')).types.filter(({ value }) => value === 'clinic'),
    ]
    const one = [1, [{ value: 'clinic', count: 1 }]]
    expect(await clinics()).toEqual(one)
    bench.pass(hourMs)
    expect([await clinics(), await total('&type=clinic')]).toEqual([[0, []], 1])
    await send('UPDATE events SET starts_at = ?1 WHERE id = ?2', bench.now() + hourMs, event_id)
    expect(await clinics()).toEqual(one)
  })
})

it('K1: a sale invalidates only the pages that show places', () => {
  const pages = globSync('src/pages/**/*.astro').filter((path) => /cache\.set\(/.test(readFileSync(path, 'utf8')))
  const showPlaces = pages.filter((path) => /`places:/.test(readFileSync(path, 'utf8'))).map((path) => path.slice(10))
  expect(showPlaces.sort()).toEqual([
    'embed/[program_id].astro',
    'pg/[program_id]/evt/[event_id]/index.astro',
    'pg/[program_id]/index.astro',
    'pg/[program_id]/promotions.astro',
    'pg/[program_id]/schedule/[appointment_type_id].astro',
    'pg/[program_id]/schedule/index.astro',
  ])
  expect(pages.length).toBeGreaterThan(showPlaces.length)
})

describe('lists over all programs', () => {
  it.each([
    ['events', '/v1/explore/events?limit=100'],
    ['programs', '/v1/explore/programs'],
    ['venues', '/v1/explore/venues'],
    ['cities', '/v1/explore/venues?distinct_cities=true'],
  ])('K10: %s are cached for half a minute until something in them changes', async (name, path) => {
    await makeEvent(bench, { programId })
    const { headers } = await bench.call(path)
    const tags = (headers.get('Cache-Tag') ?? '').split(',')
    expect([headers.get('CDN-Cache-Control'), tags[0]]).toEqual(['max-age=30', 'programs'])
    expect(tags.length > 1).toBe(name === 'events')
  })
})

it('an event whose last place is taken is not available until the place is free again', async () => {
  const program = await makeProgram(bench)
  const { option_ids } = await makeEvent(bench, { programId: program, options: [{ cost: 100 }] })
  const found = async (available: boolean) =>
    (
      (await (
        await bench.call(`/v1/explore/events?program_id=${program}&available=${available}`)
      ).json()) as List<Event>
    ).total
  const take = (taken: number) =>
    send('UPDATE event_options SET spots_total = 1, spots_taken = ? WHERE id = ?', taken, option_ids[0])
  const counts: number[][] = []
  for (const taken of [0, 1, 0]) {
    await take(taken)
    counts.push([await found(true), await found(false)])
  }
  expect(counts).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ])
})

describe('the rows read for a list of many events', () => {
  const [many, few] = [1200, 120]
  /** Each of the counts reads an event from an index; tags, venues, options and their pools add their own rows. */
  const mostRowsPerEvent = 17
  let large: string
  let small: string
  beforeAll(async () => {
    ;[large, small] = [await makeProgram(bench), await makeProgram(bench)]
    await addEvents(large, many)
    await addEvents(small, few)
  })

  async function addEvents(program: string, count: number) {
    const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
    const start = bench.now() + 24 * hourMs
    await send(
      `INSERT INTO events (id, program_id, key, type, name, status, starts_at, ends_at, timezone, currency, created, updated) ${numbers} SELECT 'evt_' || ?1 || n, ?1, 'many-' || n, 'camp', 'Camp ' || n, 'published', ?2 + n * 60000, ?2 + n * 60000 + 3600000, 'UTC', 'CAD', 0, 0 FROM numbers`,
      program,
      start,
    )
    await send(
      `INSERT INTO event_options (id, event_id, program_id, key, name, cost, minimum_age, maximum_age, created, updated) ${numbers} SELECT 'opt_' || ?1 || n, 'evt_' || ?1 || n, ?1, 'day', 'Day', 100, n % 10, n % 10 + 4, 0, 0 FROM numbers`,
      program,
    )
    await send(
      `INSERT INTO event_tags (event_id, tag) ${numbers} SELECT 'evt_' || ?1 || n, 'Tag ' || (n % 5) FROM numbers`,
      program,
    )
  }

  const rowsRead = async (queries: readonly { toSQL: () => { sql: string; params: unknown[] } }[]) => {
    const results = await bench.env.DB.batch(
      queries.map((query) => {
        const { sql, params } = query.toSQL()
        return bench.env.DB.prepare(sql).bind(...params)
      }),
    )
    return results.reduce((sum, { meta }) => sum + meta.rows_read, 0)
  }
  const filterOf = (program_id: string, rest: Partial<EventFilter>): EventFilter => ({
    program_id: [program_id],
    limit: 20,
    skip: 0,
    order: 'asc',
    sort: 'starts_at',
    terms: null,
    from: null,
    to: null,
    now: bench.now(),
    ...rest,
  })

  it('K1: counting for the filters reads a bounded number of rows per event', async () => {
    const read = (program: string) =>
      rowsRead(filterCounts(database(bench.env.DB), program, { status: ['upcoming'], now: bench.now() }))
    const [ofFew, ofMany] = [await read(small), await read(large)]
    expect((ofMany - ofFew) / (many - few)).toBeLessThanOrEqual(mostRowsPerEvent)
  })

  it.each<[string, Partial<EventFilter>]>([
    ['nothing', {}],
    ['a tag', { tags: ['Tag 1'] }],
    ['a type', { type: ['camp'] }],
    ['upcoming events of a tag', { tags: ['Tag 2'], status: ['upcoming'] }],
  ])('K2: a further page of 1,200 events by %s reads as many rows as one of 120', async (_, rest) => {
    const env = { ...bench.env, memoize: memoizeByTag }
    const read = async (program: string) => {
      const filter = filterOf(program, { ...rest, limit: 0 })
      await listEvents(makeContext({ env, now: bench.now() }), filter)
      expect(countMemo({ env }, filter)?.known?.total).toBeGreaterThan(0)
      return rowsRead([pageOfEvents(database(bench.env.DB), filterOf(program, rest))])
    }
    const [ofFew, ofMany] = [await read(small), await read(large)]
    expect(ofMany).toBeGreaterThan(0)
    expect(ofMany).toBeLessThanOrEqual(2 * ofFew)
  })

  it('K2: a filter by age reads one index entry per event', async () => {
    const read = () => rowsRead([eventPage(database(bench.env.DB), filterOf(large, { age: 6 }))[1]])
    expect(await read()).toBeLessThanOrEqual(many + 10)
  })

  it('K2: a filter by a person reads one index entry per event, and the options of those that their limits allow', async () => {
    const person = {
      date_of_birth: new Date(bench.now() - 9.5 * 365.25 * 24 * hourMs).toISOString().slice(0, 10),
      gender: null,
    }
    const forPerson = { people: [person], zones: ['UTC'], now: bench.now() }
    const allowed = many / 2
    const read = await rowsRead([eventPage(database(bench.env.DB), filterOf(large, { for: forPerson }))[1]])
    expect(read).toBeGreaterThan(many)
    expect(read).toBeLessThanOrEqual(many + 2 * allowed + 10)
  })

  it('K2: a combined filter is counted up to 1,000', async () => {
    const query = (program: string) => `/v1/explore/events?program_id=${program}&age_lte=13&type=camp&limit=0`
    const { total, total_capped } = (await (await bench.call(query(large))).json()) as List<Event>
    expect([total, total_capped]).toEqual([1000, true])
    expect(((await (await bench.call(query(small))).json()) as List<Event>).total_capped).toBeUndefined()
    const counts = async (page: { limit: number; skip: number }) =>
      (await eventPage(database(bench.env.DB), { ...filterOf(large, { age_lte: 13, type: ['camp'] }), ...page })[1])[0]
    expect(await counts({ limit: 20, skip: 1100 })).toEqual({ total: 1120, is_capped: 1 })
    expect(await counts({ limit: 20, skip: 1190 })).toEqual({ total: 1200, is_capped: 0 })
    const filter = { ...filterOf(large, { age_lte: 13, type: ['camp'] }), limit: 40 }
    const [rows, [counted]] = await readCards(
      database(bench.env.DB),
      { ...filter, program_id: [large] },
      { knowsRest: true, counted: null },
    )
    expect([rows.length, counted?.total, counted?.is_capped]).toEqual([40, 1000, 1])
  })

  it('K2: paging through a filtered list counts it once in half a minute', async () => {
    const env = { ...bench.env, memoize: memoizeByTag }
    const totalOf = async (skip: number) => {
      const ctx = makeContext({ env, now: bench.now() })
      return (await listEvents(ctx, { ...filterOf(small, { age_lte: 13, type: ['camp'] }), skip })).total
    }
    const first = await totalOf(0)
    const [{ id } = { id: '' }] = (
      await bench.env.DB.prepare(
        "SELECT id FROM events WHERE program_id = ? AND type = 'camp' AND status = 'published' AND minimum_age <= 13 LIMIT 1",
      )
        .bind(small)
        .all<{ id: string }>()
    ).results
    await send("UPDATE events SET type = 'class' WHERE id = ?", id)
    expect(await totalOf(20)).toBe(first)
    await purgePages([`program:${small}`])
    expect(await totalOf(20)).toBe(first - 1)
    await send("UPDATE events SET type = 'camp' WHERE id = ?", id)
  })

  it('K2: a list over all programs does not read a program per event', async () => {
    const query = eventPage(database(bench.env.DB), {
      ...filterOf(large, { age: 6 }),
      program_id: undefined,
    })[1].toSQL()
    const { results } = await bench.env.DB.prepare(`EXPLAIN QUERY PLAN ${query.sql}`)
      .bind(...query.params)
      .all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail)
    expect(plan).toContainEqual(expect.stringContaining('SEARCH events USING COVERING INDEX events_by_start'))
    expect(plan.filter((step) => /SEARCH p(?:rograms)? .*\(id=\?\)/.test(step))).toEqual([])
  })

  it('K2: an age between the age ranges of two options matches no event', async () => {
    const gap = await makeProgram(bench)
    await makeEvent(bench, {
      programId: gap,
      options: [
        { minimumAge: 5, maximumAge: 7 },
        { minimumAge: 12, gender: 'male' },
      ],
    })
    const found = async (query: string) =>
      ((await (await bench.call(`/v1/explore/events?program_id=${gap}&${query}`)).json()) as { total: number }).total
    expect(
      await Promise.all(
        ['age=6', 'age=9', 'age=13', 'age=4', 'age=13&gender=female', 'age=6&gender=female'].map(found),
      ),
    ).toEqual([1, 0, 1, 0, 0, 1])
  })
})
