import { beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '../../contract/offering/event.ts'
import type { List } from '../../contract/paging.ts'
import type { ProgramFilters } from '../../contract/offering/explore.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'

type Spec = {
  key: string
  type: 'camp' | 'class' | 'clinic'
  name: string
  summary: string
  day: number
  venue: string
  tags: string[]
  online: boolean
  gender: 'female' | 'male' | null
  ages: [number | null, number | null]
  status: 'published' | 'draft' | 'unpublished' | 'cancelled'
}
const cities = { beach: 'Mirror Lake', hall: 'Perth', pier: 'Kingston' } as const
const words = ['canoe', 'école', 'kiln', 'ridge']

/** The same sequence of random numbers in each run. */
function dice(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

function makeSpecs(count: number): Spec[] {
  const roll = dice(7)
  const one = <Item>(items: readonly Item[]) => items[roll(items.length)] as Item
  return Array.from({ length: count }, (_, at) => ({
    key: `event-${at}`,
    type: one(['camp', 'class', 'clinic'] as const),
    name: `${one(words)} ${at}`,
    summary: `All about ${one(words)}`,
    day: 2 + roll(60),
    venue: one(Object.keys(cities)),
    tags: ['water', 'arts', 'family'].filter(() => roll(2) === 0),
    online: roll(5) === 0,
    gender: one([null, null, 'female', 'male'] as const),
    ages: [one([null, 5, 8, 11]), one([null, 12, 14, 17])],
    status: one(['published', 'published', 'published', 'published', 'draft', 'unpublished', 'cancelled'] as const),
  }))
}

function fileOf(specs: Spec[]): WrittenFile {
  return {
    ...shortestFile(),
    types: ['camp'],
    tags: ['north'],
    venues: Object.entries(cities).map(([key, city]) => ({
      key,
      name: key,
      address: {
        address_line_1: '1 Lake Rd',
        city,
        region: city === 'Kingston' ? 'CA-QC' : 'CA-ON',
        postcode: 'K7H 1A1',
        country: 'CA',
      },
    })),
    events: specs.map(
      ({ key, type, name, summary, day, venue, tags, online, gender, ages: [minimum_age, maximum_age], status }) => ({
        key,
        type,
        name,
        summary,
        tags,
        status,
        starts_at: `+${day}d 20:30`,
        ends_at: `+${day + 1}d 09:00`,
        venues: [venue],
        online_event: online,
        options: [
          {
            key: 'one',
            name: 'One',
            ...(isFree({ day }) ? { free: true } : { cost: 10 + day }),
            spots_total: 'unlimited',
            gender,
            minimum_age,
            maximum_age,
          },
        ],
      }),
    ),
  }
}

const isFree = ({ day }: Pick<Spec, 'day'>) => day % 3 === 0

describe('GET explore/events', () => {
  let bench: Bench
  let program: string
  const specs = makeSpecs(60)
  const listed = specs.filter(({ status }) => status === 'published')
  const request = async <Body = List<Event>>(query: string, path = '/v1/explore/events') => {
    const answer = await bench.call(`${path}?${query}`)
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  const namesOf = (list: List<Event>) => list.data.map(({ name }) => name).sort()
  const namesWhere = (holds: (spec: Spec) => boolean) =>
    listed
      .filter(holds)
      .map(({ name }) => name)
      .sort()

  beforeAll(async () => {
    bench = await openBench()
    const file = fileOf(specs)
    program = file.program
    expect((await putFile(bench, file)).status).toBe(200)
  })

  const takes = (age: [number, number], gender: string | null) => (spec: Spec) =>
    (spec.ages[0] ?? 0) <= age[1] &&
    (spec.ages[1] ?? 999) >= age[0] &&
    (gender === null || spec.gender === null || spec.gender === gender)
  const says = (word: string) => (spec: Spec) =>
    `${spec.name} ${spec.summary} ${spec.tags.join(' ')}`
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/\W+/)
      .some((each) => each.startsWith(word))
  const day = (number: number) => new Date(Date.UTC(2027, 0, 4) + number * 86_400_000).toISOString().slice(0, 10)

  // 8:30 pm in Toronto is 1:30 am of the next day in UTC.
  const someDay = listed[0]?.day ?? 0
  const itsStart = `${day(someDay + 1)}T01:30:00Z`

  it.each<[string, (spec: Spec) => boolean]>([
    ['', () => true],
    [`scheduled_lte=${itsStart}`, (spec) => spec.day <= someDay],
    [`scheduled_gte=${itsStart}`, (spec) => spec.day >= someDay],
    [`scheduled_lt=${itsStart}`, (spec) => spec.day < someDay],
    [`scheduled_gt=${itsStart}`, (spec) => spec.day > someDay],
    ['age=12', takes([12, 12], null)],
    ['age=8', takes([8, 8], null)],
    ['type=camp', ({ type }) => type === 'camp'],
    ['type=camp&type=clinic', ({ type }) => type !== 'class'],
    ['tags=water', ({ tags }) => tags.includes('water')],
    ['tags=water&tags=arts', ({ tags }) => tags.includes('water') || tags.includes('arts')],
    ['age=6', takes([6, 6], null)],
    ['age=13', takes([13, 13], null)],
    ['age_gte=15', takes([15, 999], null)],
    ['age_gt=14', takes([15, 999], null)],
    ['age_lte=7', takes([0, 7], null)],
    ['age_lt=8', takes([0, 7], null)],
    ['age_gte=8&age_lte=10', takes([8, 10], null)],
    ['age_gte=10&age_lte=8', () => false],
    ['age_lt=0', () => false],
    ['gender=female', takes([0, 999], 'female')],
    ['gender=male&age=13', takes([13, 13], 'male')],
    ['venue_city=Perth', ({ venue }) => venue === 'hall'],
    ['venue_city=Perth&venue_city=Kingston', ({ venue }) => venue !== 'beach'],
    ['venue_context=CA', () => true],
    ['venue_context=CA-ON', ({ venue }) => venue !== 'pier'],
    ['venue_context=CA-ON&venue_city=Kingston', () => false],
    ['online_event=true', ({ online }) => online],
    ['online_event=false', ({ online }) => !online],
    ['free=true', isFree],
    ['free=false&type=camp', (spec) => !isFree(spec) && spec.type === 'camp'],
    ['search=canoe', says('canoe')],
    ['search=ecole', says('ecole')],
    ['search=KIL', says('kil')],
    ['search=canoe%20water', (spec) => says('canoe')(spec) && says('water')(spec)],
    ['search=%25%25%25', () => false],
    ['search=%22%20OR%201', () => false],
    [`scheduled_gte=${day(30)}`, (spec) => spec.day >= 30],
    [`scheduled_gt=${day(30)}`, (spec) => spec.day > 30],
    [`scheduled_lte=${day(30)}`, (spec) => spec.day <= 30],
    [`scheduled_lt=${day(30)}`, (spec) => spec.day < 30],
    [
      `scheduled_gte=${day(10)}&scheduled_lte=${day(20)}&type=camp`,
      (spec) => spec.day >= 10 && spec.day <= 20 && spec.type === 'camp',
    ],
    ['program_type=camp', () => true],
    ['program_type=school', () => false],
    ['program_tags=north', () => true],
    ['status=upcoming', () => true],
    ['status=ended', () => false],
    ['status=ongoing&status=upcoming', () => true],
  ])('the list for ?%s equals the list of a simple filter in the test', async (query, holds) => {
    const { status, body } = await request(`program_id=${program}&limit=100&${query}`)
    expect(status).toBe(200)
    expect(namesOf(body)).toEqual(namesWhere(holds))
    expect(body.total).toBe(body.count)
  })

  it.each<[string, (spec: Spec) => boolean]>([
    ['status=cancelled', () => false],
    ['status=upcoming&status=cancelled', () => true],
    ['status=ended&status=cancelled', () => false],
  ])('C4: the list for ?%s has the cancelled events', async (query, published) => {
    const isFound = (spec: Spec) => spec.status === 'cancelled' || (spec.status === 'published' && published(spec))
    for (const [also, holds] of [
      ['', () => true],
      ['&type=camp', (spec: Spec) => spec.type === 'camp'],
      ['&search=canoe&sort=name', says('canoe')],
      ['&sort=created&order=desc', () => true],
    ] as const) {
      const { body } = await request(`program_id=${program}&limit=100&${query}${also}`)
      const matches = specs.filter((spec) => isFound(spec) && holds(spec))
      expect(namesOf(body)).toEqual(matches.map(({ name }) => name).sort())
      expect(body.total).toBe(matches.length)
    }
    const matches = specs.filter(isFound)
    expect(
      (await request(`limit=100&${query}&search=event`)).body.data.every(({ status }) =>
        /^(published|cancelled)$/.test(status),
      ),
    ).toBe(true)
    const { body: tags } = await request<List<{ value: string; count: number }>>(
      query,
      `/v1/explore/programs/${program}/event_tags`,
    )
    for (const { value, count } of tags.data)
      expect(count).toBe(matches.filter(({ tags: own }) => own.includes(value)).length)
    expect(tags.total).toBe(new Set(matches.flatMap(({ tags: own }) => own)).size)
  })

  it('I-12: draft, unpublished and cancelled events are hidden', async () => {
    const { body } = await request(`program_id=${program}&limit=100`)
    expect(body.data.every(({ status }) => status === 'published')).toBe(true)
    expect(body.total).toBeLessThan(specs.length)
  })

  it('paging returns every event once', async () => {
    for (const order of ['asc', 'desc']) {
      const pages = await Promise.all(
        [0, 7, 14, 21, 28, 35, 42, 49, 56].map((skip) =>
          request(`program_id=${program}&limit=7&skip=${skip}&order=${order}&sort=name`),
        ),
      )
      const names = pages.flatMap(({ body }) => body.data.map(({ name }) => name))
      expect(names).toEqual([...names].sort((one, other) => (one < other ? -1 : 1) * (order === 'asc' ? 1 : -1)))
      expect([...names].sort()).toEqual(namesWhere(() => true))
    }
    const { body } = await request(`program_id=${program}&limit=0`)
    expect(body).toMatchObject({ count: 0, total: listed.length, page: 0, page_count: 0, data: [] })
  })

  it('the status of an event follows the current time', async () => {
    const began = bench.now()
    bench.setNow(Date.parse('2027-02-01T12:00:00Z'))
    const of = async (status: string) => (await request(`program_id=${program}&limit=100&status=${status}`)).body.data
    const [upcoming, ongoing, ended] = [await of('upcoming'), await of('ongoing'), await of('ended')]
    expect(upcoming.length + ongoing.length + ended.length).toBe(listed.length)
    expect(new Set([...upcoming, ...ongoing, ...ended].map(({ lifecycle }) => lifecycle)).size).toBeGreaterThan(1)
    expect(
      [upcoming, ongoing, ended]
        .map((these) => new Set(these.map(({ lifecycle }) => lifecycle)).size)
        .every((size) => size <= 1),
    ).toBe(true)
    bench.setNow(began)
  })

  it.each([
    'limit=101',
    'limit=-1',
    'skip=x',
    'sort=password',
    'order=up',
    'age=old',
    'age=1000',
    'type=party_',
    'gender=x',
    'venue_context=ca',
    'online_event=1',
    'scheduled_gte=2027-02-30',
    'scheduled_lt=tomorrow',
    'scheduled_gte=2027-02-03T25:00',
    'colour=red',
    'status=draft',
  ])('returns 400 for ?%s', async (query) => {
    expect((await request(query)).status).toBe(400)
  })

  it('the filters are counted over the listed events', async () => {
    const { body } = await request<ProgramFilters>('', `/v1/explore/programs/${program}/filters`)
    const counted = Object.fromEntries(body.types.map(({ value, count }) => [value, count]))
    for (const type of ['camp', 'class', 'clinic'])
      expect(counted[type]).toBe(listed.filter((spec) => spec.type === type).length)
    for (const { value, count } of body.tags)
      expect(count).toBe(listed.filter(({ tags }) => tags.includes(value)).length)
    for (const { value, count } of body.cities)
      expect(count).toBe(listed.filter(({ venue }) => cities[venue as keyof typeof cities] === value).length)
    for (const { name, count } of body.venues) expect(count).toBe(listed.filter(({ venue }) => venue === name).length)
    for (const { value, count } of body.genders)
      expect(count).toBe(listed.filter(({ gender }) => gender === value).length)
    const bound = (at: 0 | 1, pick: (...ages: number[]) => number) =>
      listed.some(({ ages }) => ages[at] === null) ? null : pick(...listed.flatMap(({ ages }) => ages[at] ?? []))
    expect(body.age).toEqual({ minimum: bound(0, Math.min), maximum: bound(1, Math.max) })
    expect(body.online_event.count).toBe(listed.filter(({ online }) => online).length)
    expect(body.free.count).toBe(listed.filter(isFree).length)
    expect(
      (await request<ProgramFilters>('status=ended', `/v1/explore/programs/${program}/filters`)).body.types,
    ).toEqual([])
  })
})
