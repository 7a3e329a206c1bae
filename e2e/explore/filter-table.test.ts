import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventFilters, type EventFilterName, type PageFilterName } from '../../functions/contract/event-filters.ts'
import { EventListQuery } from '../../functions/contract/offering/event.ts'
import { ProgramFile } from '../../functions/contract/organisation/organiser.ts'
import type { Venue } from '../../functions/contract/offering/program.ts'
import type { ProgramFilters } from '../../functions/contract/offering/explore.ts'
import type { List } from '../../functions/contract/paging.ts'
import { countCards } from '../../functions/offering/catalogue/list-cards.ts'
import { completeFile } from '../../functions/organisation/organiser/program-file/complete-file.ts'
import { dayIn } from '../../functions/organisation/organiser/program-file/file-times.ts'
import { makeCity } from '../../functions/organisation/organiser/program-file/make-city.ts'
import { makeContext } from '../../functions/platform/make-context.ts'
import { type Bench, openBench } from '../../functions/test-bench/bench.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { putFile } from '../../functions/test-bench/program-file.ts'
import { readExploreFilters } from '../../src/page-input/explore-filters.ts'
import { chosenFilters } from '../../src/screens/offering/explore/chosen-filters.ts'
import { filterFacets } from '../../src/screens/offering/explore/filter-fields.ts'
import { exampleProgramContext } from '../../src/screens/example-program.ts'
import { type PlainEvent, plainEvents } from './plain-events.ts'
import { plainFilter } from './plain-filter.ts'
import { makers } from './random-query.ts'

const zone = 'America/Toronto'
const tries = 6
const people = [
  { id: 'att_1', first_name: 'Amara', date_of_birth: '2018-07-07', gender: 'female' as const },
  { id: 'att_2', first_name: 'Tobi', date_of_birth: null, gender: 'male' as const },
]

type Row = {
  accepts: string[]
  refuses: string[]
  /** The values that a form counts, each with its number of events. */
  counts?: (choices: ProgramFilters) => [value: string, count: number][]
  /** The chip of a value of a page, in English and in French. */
  chip: readonly [value: string, en: string, fr: string] | null
}
const counted = (list: { value: string; count: number }[]) =>
  list.map(({ value, count }): [string, number] => [value, count])
const age = { accepts: ['0', '12'], refuses: ['-1', 'twelve', '1000'], chip: null }
const instant = { accepts: ['2027-07-01', '2027-07-01T09:00:00Z'], refuses: ['2027-02-30', 'soon', ''] }
const word = { accepts: ['Perth'], refuses: ['x'.repeat(81)] }
const flag = { accepts: ['true', 'false'], refuses: ['1', ''] }

const rows: Record<EventFilterName, Row> = {
  for: { accepts: [], refuses: [], chip: ['att_1', 'Suits Amara', 'Convient à Amara'] },
  search: { accepts: ['canoe', ''], refuses: ['x'.repeat(201)], chip: ['canoe', '“canoe”', '« canoe »'] },
  age: { ...age, chip: ['9', '9 years', '9 ans'] },
  age_lt: age,
  age_lte: age,
  age_gt: age,
  age_gte: age,
  type: {
    accepts: ['camp'],
    refuses: ['spaceship', ''],
    counts: ({ types }) => counted(types),
    chip: ['camp', 'Camps', 'Camps'],
  },
  venue_city: { ...word, counts: ({ cities }) => counted(cities), chip: ['Perth', 'Perth', 'Perth'] },
  venue_id: {
    accepts: ['ven_1'],
    refuses: ['a b', ''],
    counts: ({ venues }) => venues.map(({ id, count }) => [id, count]),
    chip: ['ven_none', 'One place', 'Un lieu'],
  },
  venue_context: { accepts: ['CA', 'CA-ON'], refuses: ['Canada', 'ca', ''], chip: null },
  scheduled_gt: { ...instant, chip: null },
  scheduled_gte: { ...instant, chip: ['2027-07-01', 'From July 1, 2027', 'À partir du 1er juillet 2027'] },
  scheduled_lt: { ...instant, chip: null },
  scheduled_lte: { ...instant, chip: ['2027-07-01', 'Until July 1, 2027', 'Jusqu’au 1er juillet 2027'] },
  grade: { accepts: ['0', '12'], refuses: ['13', 'K'], chip: ['0', 'Kindergarten', 'Maternelle'] },
  gender: { accepts: ['female'], refuses: ['girl', ''], chip: ['female', 'Girls', 'Filles'] },
  indoor: {
    ...flag,
    counts: ({ indoor }) => [
      ['true', indoor.yes],
      ['false', indoor.no],
    ],
    chip: ['false', 'Outdoors', 'En plein air'],
  },
  online_event: {
    ...flag,
    counts: ({ online_event }) => [['true', online_event.count]],
    chip: ['true', 'Online', 'En ligne'],
  },
  free: { ...flag, counts: ({ free }) => [['true', free.count]], chip: ['true', 'Free', 'Gratuit'] },
  price_lte: {
    accepts: ['0', '25000'],
    refuses: ['-1', '12.5', ''],
    counts: ({ prices }) => prices.map(({ limit, count }) => [`${limit}`, count]),
    chip: ['25000', 'Up to $250', 'Jusqu’à 250 $'],
  },
  available: { ...flag, chip: ['true', 'Places left', 'Places disponibles'] },
  tags: {
    accepts: ['Water'],
    refuses: ['x'.repeat(61)],
    counts: ({ tags }) => counted(tags),
    chip: ['Water', 'Water', 'Water'],
  },
  program_type: { accepts: ['camp'], refuses: ['x'.repeat(61)], chip: null },
  program_tags: { accepts: ['Water'], refuses: ['x'.repeat(61)], chip: null },
}

let bench: Bench
let events: PlainEvent[]
let choices: ProgramFilters
beforeAll(async () => {
  bench = await openBench()
  const { pick, chance, below } = seededChoices(36)
  const city = makeCity({ events: 90, venues: 8 })
  const grades = () => ({ minimum_grade: below(6), maximum_grade: 6 + below(7) })
  const written = {
    ...city,
    events: city.events?.map((event) => ({
      ...event,
      ...(chance(0.6) ? { indoor: pick([true, false]) } : {}),
      ...(chance(0.5) ? grades() : {}),
    })),
  }
  const { status, error } = await putFile(bench, written)
  expect([status, error.errors]).toEqual([200, undefined])
  const file = ProgramFile.parse(written)
  const venues = await read<List<Venue>>('/v1/explore/programs/city/venues?limit=100')
  const idOf = new Map(file.venues.map(({ key }, index) => [key, venues.data[index]?.id ?? '']))
  events = plainEvents(completeFile(file, dayIn(bench.now(), file.timezone)), idOf)
  choices = await read('/v1/explore/programs/city/filters?status=upcoming')
})

const read = async <Body>(path: string): Promise<Body> => (await (await bench.call(path)).json()) as Body
const found = async (name: EventFilterName, values: string[]): Promise<number> => {
  const query = new URLSearchParams(values.map((value) => [name, value]))
  return (await read<List<unknown>>(`/v1/explore/events?program_id=city&status=upcoming&limit=0&${query}`)).total
}
const expected = (query: Record<string, string[]>): PlainEvent[] =>
  plainFilter(events, { program_id: ['city'], status: ['upcoming'], ...query }, { now: bench.now(), zone })

/** Whether an event suits a person, as a parent would calculate it. */
function suits({ startsAt, options }: PlainEvent, { date_of_birth: born, gender }: (typeof people)[number]): boolean {
  const day = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(zone).toPlainDate()
  const years = born === null ? null : Temporal.PlainDate.from(born).until(day, { largestUnit: 'years' }).years
  return (
    options.length === 0 ||
    options.some(
      (option) =>
        (option.gender === null || option.gender === gender) &&
        (years === null || (option.from <= years && years <= option.to)),
    )
  )
}

const named = Object.entries(rows) as [EventFilterName, Row][]
const ofApi = named.filter(([name]) => name !== 'for')
const ofPages = named.filter(([name]) => 'control' in eventFilters[name]) as [PageFilterName, Row][]
const shown = (query: string, language: 'en' | 'fr' = 'en') => {
  const filters = readExploreFilters(new URLSearchParams(query))
  const context = exampleProgramContext(language)
  const chosen = chosenFilters(filters, { venues: choices.venues, people, program: context.program }, context.locale)
  return { chosen, facets: filterFacets({ filters, choices, people }, chosen, { ...context, links: [] }) }
}

describe('every filter of the list of events', () => {
  it.each(ofApi)('%s accepts its values and refuses others', (name, { accepts, refuses }) => {
    const isAccepted = (value: string) => EventListQuery.safeParse({ [name]: value }).success
    expect(accepts.map(isAccepted)).toEqual(accepts.map(() => true))
    expect(refuses.map(isAccepted)).toEqual(refuses.map(() => false))
  })

  it.each(ofApi)('%s finds the events that a plain filter finds', async (name) => {
    const { pick, ...random } = seededChoices(name.length)
    const values = Array.from({ length: tries }, () => makers[name]?.({ ...random, pick }, events) ?? [])
    const expectedTotals = values.map((each) => expected({ [name]: each }).length)
    expect(await Promise.all(values.map((each) => found(name, each)))).toEqual(expectedTotals)
    expect(Math.max(...expectedTotals)).toBeGreaterThan(0)
    if (!name.startsWith('program_')) expect(Math.min(...expectedTotals)).toBeLessThan(expected({}).length)
  })

  it('for finds the events that suit the people', async () => {
    const ctx = makeContext({ env: bench.env, now: bench.now() })
    const count = async (chosen: typeof people) =>
      (await countCards(ctx, { program_id: 'city', limit: 0, skip: 0, for: chosen })).total
    const groups = [people.slice(0, 1), people.slice(1), people]
    expect(await Promise.all(groups.map(count))).toEqual(
      groups.map((chosen) => expected({}).filter((event) => chosen.every((person) => suits(event, person))).length),
    )
    expect(await count(people)).toBeLessThan(expected({}).length)
  })

  it.each(ofApi.flatMap(([name, { counts }]) => (counts ? [[name, counts] as const] : [])))(
    'the form counts the events of each value of %s',
    (name, counts) => {
      const values = counts(choices)
      expect(values.length).toBeGreaterThan(0)
      expect(values).toEqual(values.map(([value]) => [value, expected({ [name]: [value] }).length]))
    },
  )

  it.each(ofPages)('%s has a chip in both languages', (name, { chip }) => {
    const [value = '', ...words] = chip ?? []
    const chips = (['en', 'fr'] as const).map((language) => shown(`${name}=${value}`, language).chosen)
    expect(chips.flat().map((each) => each.words.replaceAll('\u00a0', ' '))).toEqual(words)
    expect(chips.flat().map((each) => each.name)).toEqual([name, name])
  })

  it.each(ofPages.filter(([name]) => name !== 'search'))('%s has a field in its group, with its value', (name, row) => {
    const { facets } = shown(`${name}=${row.chip?.[0]}`)
    const [facet] = facets.filter(({ fields }) => fields.some((field) => field.name === name))
    expect([facet?.facet, facet?.isOn]).toEqual([(eventFilters[name].control as { facet?: string }).facet, true])
    const field = facet?.fields.find((each) => each.name === name)
    const chosen =
      field?.as === 'day'
        ? field.value
        : field?.as === 'tick'
          ? `${field.isChosen}`
          : field?.choices?.find(({ isChosen }) => isChosen)?.value
    expect(chosen).toBe(row.chip?.[0])
    expect(facets.filter(({ isOn }) => isOn)).toEqual([facet])
  })
})
