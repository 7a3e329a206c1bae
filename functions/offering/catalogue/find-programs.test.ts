import { notLookedUp } from '../../contract/people/place-line.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeContext } from '../../platform/make-context.ts'
import type { List } from '../../contract/paging.ts'
import type { Program } from '../../contract/offering/program.ts'
import { database } from '../../platform/database/database.ts'
import { programs } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'
import { programChoices } from './program-choices.ts'

type Plain = { name: string; types: string[]; tags: string[]; city: string; featured: boolean }
const mark = unique()
const cities = ['Gatineau', 'Perth', 'Trois-Rivières']
/** One program for each combination of kind, tag, city and mark. */
const plain: Plain[] = Array.from({ length: 24 }, (_, at) => ({
  name: `${['Été', 'Canoe', 'Robot'][at % 3]} ${String(at).padStart(2, '0')} ${mark}`,
  types: [['camp'], ['school'], ['camp', 'club']][(at >> 1) % 3] as string[],
  tags: [['river'], ['hall', 'river'], []][(at >> 2) % 3] as string[],
  city: cities[(at * 7) % 3] as string,
  featured: at % 5 === 0,
}))

const filters: Record<string, { query: string; holds: (program: Plain) => boolean }[]> = {
  search: [
    { query: `search=${mark}%20canoe`, holds: ({ name }) => name.startsWith('Canoe') },
    { query: `search=${mark}%20ETE`, holds: ({ name }) => name.startsWith('Été') },
    { query: `search=${mark}%20river`, holds: ({ tags }) => tags.includes('river') },
  ],
  type: [
    { query: 'type=school', holds: ({ types }) => types.includes('school') },
    { query: 'type=school&type=club', holds: ({ types }) => types.some((type) => type !== 'camp') },
  ],
  tags: [
    { query: 'tags=hall', holds: ({ tags }) => tags.includes('hall') },
    { query: 'tags=hall&tags=river', holds: ({ tags }) => tags.length > 0 },
  ],
  place_name: [
    { query: 'place_name=perth', holds: ({ city }) => city === 'Perth' },
    { query: 'place_name=trois%20rivieres', holds: ({ city }) => city === 'Trois-Rivières' },
  ],
  featured: [
    { query: 'featured=true', holds: ({ featured }) => featured },
    { query: 'featured=false', holds: ({ featured }) => !featured },
  ],
}
const singles = Object.entries(filters).flatMap(([name, each]) => each.map((filter) => ({ name, ...filter })))
const pairs = singles.flatMap((one, at) =>
  singles
    .slice(at + 1)
    .filter((other) => other.name !== one.name)
    .map((other) => ({
      query: `${one.query}&${other.query}`,
      holds: (program: Plain) => one.holds(program) && other.holds(program),
    })),
)

describe('GET explore/programs', () => {
  let bench: Bench
  const read = async (query: string) =>
    (await (await bench.call(`/v1/explore/programs?${query}`)).json()) as List<Program>
  const withMark = (query: string) => (query.includes('search=') ? query : `${query}&search=${mark}`)
  const names = (list: List<Program>) => list.data.map(({ name }) => name)

  beforeAll(async () => {
    bench = await openBench()
    const db = database(bench.env.DB)
    for (const { name, types, tags, city, featured } of plain) {
      const address = {
        ...notLookedUp,
        address_line_1: '1 Lake Rd',
        address_line_2: null,
        city,
        region: 'Quebec',
        region_short_code: 'CA-QC',
        postcode: 'J8X 1A1',
        country: 'Canada',
        country_short_code: 'CA',
      }
      await db
        .update(programs)
        .set({ name, types, tags, address, featured })
        .where(eq(programs.id, await makeProgram(bench)))
    }
  })

  it(`each filter and each pair of filters (${pairs.length}) gives the result of a simple filter in the test`, async () => {
    const differing: string[] = []
    for (const { query, holds } of [...singles, ...pairs]) {
      const list = await read(`${withMark(query)}&limit=100`)
      const expected = plain
        .filter(holds)
        .map(({ name }) => name)
        .sort()
      if (JSON.stringify([...names(list)].sort()) !== JSON.stringify(expected) || list.total !== expected.length)
        differing.push(`${query}: ${list.total} and not ${expected.length}`)
    }
    expect(differing).toEqual([])
    expect(new Set(pairs.map(({ holds }) => plain.filter(holds).length)).size).toBeGreaterThan(4)
  })

  it('programs are found by the names of their upcoming public events', async () => {
    const word = `kite${unique()}`
    const [offering, over, drafting] = [await makeProgram(bench), await makeProgram(bench), await makeProgram(bench)]
    const day = 86_400_000
    await makeEvent(bench, { programId: offering, name: `${word} week` })
    await makeEvent(bench, {
      programId: over,
      name: `${word} week`,
      startsAt: bench.now() - 9 * day,
      endsAt: bench.now() - 2 * day,
    })
    await makeEvent(bench, { programId: drafting, name: `${word} week`, status: 'draft' })
    expect((await read(`search=${word}`)).data.map(({ id }) => id)).toEqual([offering])
    expect((await read(`search=${word}&type=nothing`)).total).toBe(0)
  })

  it('paging returns every program once', async () => {
    const all = plain.map(({ name }) => name)
    for (const order of ['asc', 'desc'] as const) {
      const pages = await Promise.all(
        [0, 10, 20].map((skip) => read(`search=${mark}&limit=10&skip=${skip}&order=${order}`)),
      )
      const results = pages.flatMap(names)
      expect([...results].sort()).toEqual([...all].sort())
      expect(results).toEqual([...results].sort((one, other) => (one < other ? -1 : 1) * (order === 'asc' ? 1 : -1)))
      expect(pages.map(({ page, page_count, total }) => [page, page_count, total])).toEqual([
        [0, 3, 24],
        [1, 3, 24],
        [2, 3, 24],
      ])
    }
  })

  it('the search offers types and tags with the number of their programs', async () => {
    const { types, tags } = await programChoices(makeContext({ env: bench.env, now: bench.now() }))
    const count = (list: { value: string; count: number }[], value: string) =>
      list.find((each) => each.value === value)?.count ?? 0
    const own = (holds: (program: Plain) => boolean) => plain.filter(holds).length
    expect([
      count(types, 'school') >= own(({ types: each }) => each.includes('school')),
      count(types, 'club'),
      count(tags, 'hall'),
    ]).toEqual([true, own(({ types: each }) => each.includes('club')), own(({ tags: each }) => each.includes('hall'))])
    expect(tags.find(({ value }) => value === 'hall')?.language).toBe('en')
  })
})

it('a search matches the names of types and tags in either language', async () => {
  const bench = await openBench()
  const programId = await makeProgram(bench)
  const word = `paddle${unique()}`
  await database(bench.env.DB)
    .update(programs)
    .set({ tag_names: { [`water${word}`]: { en: word, fr: `pagaie${word}` } } })
    .where(eq(programs.id, programId))
  const results = async (search: string) => {
    const answer = await bench.call(`/v1/explore/programs?search=${encodeURIComponent(search)}`)
    return ((await answer.json()) as List<Program>).data.map(({ id }) => id)
  }
  for (const search of [word, `pagaie${word}`, `water${word}`]) expect(await results(search)).toEqual([programId])
  for (const language of ['en', 'fr']) expect(await results(language)).not.toContain(programId)
})
