import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { flagNames } from '../../functions/contract/event-facts.ts'
import type { Event, EventListQuery } from '../../functions/contract/offering/event.ts'
import { ProgramFile } from '../../functions/contract/organisation/organiser.ts'
import type { List } from '../../functions/contract/paging.ts'
import type { Venue } from '../../functions/contract/offering/program.ts'
import type { ProgramFilters } from '../../functions/contract/offering/explore.ts'
import { completeFile } from '../../functions/organisation/organiser/program-file/complete-file.ts'
import { dayIn } from '../../functions/organisation/organiser/program-file/file-times.ts'
import { makeCity } from '../../functions/organisation/organiser/program-file/make-city.ts'
import { organiserHeaders } from '../fuzz/fuzz-bodies.ts'
import { type Choices, seededChoices } from '../../functions/test-bench/choices.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import { differences, type Sorting } from './compare-lists.ts'
import { comparePages, type NameById } from './pages-agree.ts'
import { type PlainEvent, plainEvents } from './plain-events.ts'
import { plainFilter, type Query } from './plain-filter.ts'
import { everyPair, queryOf } from './random-query.ts'
import { steadyMoment } from './steady-moment.ts'

const lakeside = new URL('../../functions/organisation/organiser/program-file/programs/lakeside.yaml', import.meta.url)
/** Number of the city's events: few in `npm test`, all in the long run. */
const size = { small: 300, full: 4000 }
/** How far the clock moves: to the middle of the demo's year, so that some events are over and some are in progress. */
const later = 120 * 86_400_000
const zone = 'America/Toronto'
const atOnce = 4

/** Simple filters with one planted error each. The comparison must detect every one. */
const faults: Record<string, (query: Query) => Query> = {
  'the gender': ({ gender: _, ...query }) => query,
  'the second of two tags': (query) => (query.tags ? { ...query, tags: query.tags.slice(0, 1) } : query),
  'the upper end of ages': ({ age_lte, ...query }) => (age_lte ? { ...query, age_lt: age_lte } : query),
  'the lower end of ages': ({ age_gt, ...query }) => (age_gt ? { ...query, age_gte: age_gt } : query),
  'the last day of a range': ({ scheduled_lte, ...query }) =>
    scheduled_lte ? { ...query, scheduled_lt: scheduled_lte } : query,
  'the region': (query) =>
    query.venue_context ? { ...query, venue_context: [(query.venue_context[0] ?? '').slice(0, 2)] } : query,
  'the second city': (query) => (query.venue_city ? { ...query, venue_city: query.venue_city.slice(0, 1) } : query),
  'what is not online': ({ online_event: flag, ...query }) =>
    flag?.[0] === 'true' ? { ...query, online_event: flag } : query,
  'the cent of a price': ({ price_lte, ...query }) =>
    price_lte ? { ...query, price_lte: [`${Number(price_lte[0]) - 1}`] } : query,
  'events without places left': ({ available: _, ...query }) => query,
  'what goes on': (query) =>
    query.status ? { ...query, status: query.status.map((each) => (each === 'ongoing' ? 'upcoming' : each)) } : query,
  'the kind of program': ({ program_type: _, ...query }) => query,
}

type Cities = { site: OwnProofSite; events: PlainEvent[]; nameById: NameById }

/** The fault of a page that ignores one filter. */
const forgetful = 'what was chosen on a page'
const noticeable = [...Object.keys(faults), forgetful]

async function openCities({ isFull }: Rounds): Promise<Cities> {
  const site = await openProofSite({ name: 'filters-agree' })
  const files = [parse(readFileSync(lakeside, 'utf8')), makeCity({ events: isFull ? size.full : size.small })]
  const events = []
  for (const written of files) {
    const file = ProgramFile.parse(written)
    const answer = await site.call(`/api/v1/organiser/programs/${file.program}`, {
      method: 'PUT',
      headers: { ...organiserHeaders, 'Content-Type': 'application/json' },
      body: JSON.stringify(written),
    })
    if (answer.status !== 200) throw new Error(`${file.program} was refused: ${answer.text.slice(0, 600)}`)
    events.push(...plainEvents(completeFile(file, dayIn(site.now(), file.timezone)), await venueIds(site, file)))
  }
  await site.pass(later)
  return { site, events, nameById: await namesById(site) }
}

async function namesById(site: OwnProofSite): Promise<NameById> {
  const rows = (await site.sql('SELECT id, name, starts_at FROM events')) as {
    id: string
    name: string
    starts_at: number
  }[]
  return new Map(rows.map(({ id, name, starts_at }) => [id, { name, startsAt: starts_at }]))
}

async function venueIds(site: OwnProofSite, { program, venues }: ProgramFile): Promise<Map<string, string>> {
  const pages = await Promise.all(
    [0, 100].map(
      async (skip) =>
        (await site.call(`/api/v1/explore/programs/${program}/venues?limit=100&skip=${skip}`)).body as List<Venue>,
    ),
  )
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
  return new Map(venues.map(({ key }, index) => [key, ids[index] ?? '']))
}

type Round = { tally: Tally /** Faults that were detected in this round. */; seen: Set<string> }

async function compareRound({ site, events, nameById }: Cities, round: number): Promise<Round> {
  const choices = seededChoices(round)
  const tally = emptyTally('queries', 'pages', 'events')
  const seen = new Set<string>()
  const input = everyPair(choices).map((names) => requestedFilters(names, choices, events))
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (const [at, { query, sorting, scope }] of input.entries()) {
        if (at % atOnce !== worker) continue
        const address = new URLSearchParams([
          ...Object.entries({ ...query, ...scope }).flatMap(([name, values]) => values.map((value) => [name, value])),
          ...Object.entries(sorting).map(([name, value]) => [name, String(value)]),
        ])
        const now = await steadyMoment(site, events)
        const { status, body, text } = await site.call(`/api/v1/explore/events?${address}`)
        const wrongFor = (meant: Query) =>
          status === 200
            ? differences(
                body as List<Event>,
                plainFilter(
                  events,
                  { ...meant, ...scope },
                  { now, zone: scope.program_id?.length === 1 ? zone : 'UTC' },
                ),
                sorting,
              )
            : [`${status} ${text.slice(0, 200)}`]
        tally.sums.queries = (tally.sums.queries ?? 0) + 1
        tally.sums.events = (tally.sums.events ?? 0) + (Number(body?.total) || 0)
        tally.findings.push(...wrongFor(query).map((each) => `round ${round}: ?${address}: ${each}`))
        for (const [name, change] of Object.entries(faults))
          if (!seen.has(name) && wrongFor(change(query)).length > 0) seen.add(name)
      }
    }),
  )
  tally.findings.push(
    ...(await wrongCounts(site, events, await steadyMoment(site, events))).map((each) => `round ${round}: ${each}`),
  )
  const pages = await comparePages(site, { events, nameById, zone }, round)
  tally.sums.pages = pages.input
  if (pages.telling > pages.input / 2) seen.add(forgetful)
  tally.findings.push(...pages.findings)
  return { tally, seen }
}

/** Half of the filters are for one program in its local days, the others for all programs in UTC days. A price is of one program. */
function requestedFilters(
  names: string[],
  choices: Choices,
  events: PlainEvent[],
): { query: Query; sorting: Sorting; scope: Query } {
  const program = choices.pick(['lakeside', 'city'])
  const scope: Query =
    choices.chance(0.6) || names.includes('price_lte')
      ? { program_id: [program] }
      : choices.chance(0.3)
        ? { program_id: ['lakeside', 'city'] }
        : {}
  const own = events.filter((event) => !scope.program_id || scope.program_id.includes(event.program))
  const sorting = {
    sort: choices.pick(['starts_at', 'starts_at', 'name'] as const),
    order: choices.pick(['asc', 'desc'] as const),
    skip: choices.pick([0, 0, 7, 50]),
    limit: choices.pick([100, 40, 5]),
  }
  return { query: queryOf(names, choices, own), scope, sorting }
}

/** The choices of the filter form must equal those of a list with the same filter. */
async function wrongCounts(site: OwnProofSite, events: PlainEvent[], now: number): Promise<string[]> {
  const wrong: string[] = []
  for (const program of ['lakeside', 'city']) {
    const filters = (await site.call(`/api/v1/explore/programs/${program}/filters?status=upcoming`))
      .body as ProgramFilters
    const total = (query: Partial<Record<keyof EventListQuery, string[]>>) =>
      plainFilter(events, { program_id: [program], status: ['upcoming'], ...query }, { now, zone }).length
    for (const { value, count } of filters.types)
      if (total({ type: [value] }) !== count) wrong.push(`${program} counts ${count} of type ${value}`)
    for (const { value, count } of filters.tags)
      if (total({ tags: [value] }) !== count) wrong.push(`${program} counts ${count} with ${value}`)
    for (const { value, count } of filters.cities)
      if (total({ venue_city: [value] }) !== count) wrong.push(`${program} counts ${count} in ${value}`)
    for (const { id, name, count } of filters.venues)
      if (total({ venue_id: [id] }) !== count) wrong.push(`${program} counts ${count} at ${name}`)
    for (const name of flagNames)
      for (const [answer, flag] of [
        ['yes', 'true'],
        ['no', 'false'],
      ] as const)
        if (total({ [name]: [flag] }) !== filters[name][answer])
          wrong.push(`${program} counts ${filters[name][answer]} of ${name} ${flag}`)
    for (const { limit, count } of filters.prices)
      if (total({ price_lte: [`${limit}`] }) !== count) wrong.push(`${program} counts ${count} up to ${limit}`)
    if (total({ online_event: ['true'] }) !== filters.online_event.count)
      wrong.push(`${program} counts ${filters.online_event.count} online`)
    if (total({ free: ['true'] }) !== filters.free.count) wrong.push(`${program} counts ${filters.free.count} free`)
  }
  return wrong
}

async function inRounds(input: Rounds): Promise<Tally> {
  const cities = await openCities(input)
  const tally = emptyTally('queries', 'pages', 'events', ...noticeable)
  try {
    for (let round = input.from; round < input.from + input.count; round += 1) {
      const { tally: report, seen } = await compareRound(cities, round)
      for (const [name, sum] of Object.entries(report.sums)) tally.sums[name] = (tally.sums[name] ?? 0) + sum
      for (const name of seen) tally.sums[name] = (tally.sums[name] ?? 0) + 1
      tally.findings.push(...report.findings)
    }
    return tally
  } finally {
    await cities.site.stop()
  }
}

export const proof: Proof = {
  row: '1',
  name: 'filters-agree',
  promise:
    'every filter of the list of events and of the pages that show it, alone and with every other, finds what a plain filter over the same files finds, in the order and on the page asked for',
  unit: 'round of every filter and every pair',
  small: 1,
  full: 40,
  piece: 10,
  run: inRounds,
  figure: ({ queries = 0, pages = 0, events = 0, ...seen }) =>
    `${queries} queries that found ${events} events, ${pages} pages; ${Object.values(seen).filter((rounds) => rounds > 0).length} of ${noticeable.length} wrong filters noticed`,
  check: (sums, rounds) =>
    noticeable
      .filter((name) => (sums[name] ?? 0) < Math.max(1, rounds * 0.8))
      .map((name) => `a filter that is wrong about ${name} was noticed in ${sums[name] ?? 0} of ${rounds} rounds`),
}
