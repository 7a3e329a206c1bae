import { publicFilterNames } from '../../functions/contract/event-filters.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { PlainEvent } from './plain-events.ts'
import { plainFilter, type Query } from './plain-filter.ts'
import { pairsOf, queryOf } from './random-query.ts'
import { steadyMoment } from './steady-moment.ts'

const cardsPerPage = 40

export type NameById = ReadonlyMap<string, { name: string; startsAt: number }>

/**
 * Compares the program's page and its embedded list with the simple filter, for every filter and every pair: the list
 * and the count must be equal.
 */
export async function comparePages(
  site: ProofSite,
  { events, nameById, zone }: { events: PlainEvent[]; nameById: NameById; zone: string },
  round: number,
): Promise<{
  input: number /** The number of comparisons whose result would differ if a page ignored a filter. */
  telling: number
  findings: string[]
}> {
  const choices = seededChoices(round + 1_000_000)
  const findings: string[] = []
  let telling = 0
  const input = pairsOf(publicFilterNames, choices)
  for (const chosen of input) {
    const program = choices.pick(['lakeside', 'city'])
    const query = asForm(
      queryOf(
        chosen,
        choices,
        events.filter((event) => event.program === program),
      ),
    )
    const skip = choices.pick([0, 0, cardsPerPage])
    const address = `/${choices.pick(['pg', 'embed'])}/${program}?${new URLSearchParams([...Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value])), ['skip', String(skip)]])}`
    const now = await steadyMoment(site, events)
    const { status, text } = await site.call(address)
    const wrongFor = (meant: Query) =>
      differences(
        text,
        plainFilter(events, { ...meant, program_id: [program], status: ['upcoming'] }, { now, zone }).sort(
          (a, b) => a.startsAt - b.startsAt,
        ),
        { skip, nameById },
      )
    const wrong = status === 200 ? wrongFor(query) : [`answered ${status}`]
    if (wrongFor({}).length > 0) telling += 1
    findings.push(...wrong.map((each) => `round ${round}: ${address}: ${each}`))
  }
  return { input: input.length, telling, findings }
}

/** Filters with a checkbox, which sends `true` or nothing. */
const checkboxes = ['online_event', 'free', 'available']

/** The query as the form sends it: one value each, except tags, days and checkboxes. */
const asForm = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).map(([name, values]) => {
      const [first = ''] = values
      if (name === 'tags') return [name, values]
      if (checkboxes.includes(name)) return [name, ['true']]
      return [name, [name.startsWith('scheduled') ? first.slice(0, 10) : first]]
    }),
  )

function differences(
  html: string,
  expected: PlainEvent[],
  { skip, nameById }: { skip: number; nameById: NameById },
): string[] {
  const count = Number(/<b>([\d,]+) events?<\/b>/.exec(html)?.[1]?.replace(',', '') ?? 0)
  const cards = [...html.matchAll(/<h3><a href="\/pg\/[^/"]+\/evt\/([^/"?#]+)/g)].map(([, id = '']) => nameById.get(id))
  const desired = expected.slice(skip, skip + cardsPerPage)
  const existing = new Set(expected.map(({ name, startsAt }) => `${name} ${startsAt}`))
  return [
    ...(count === expected.length ? [] : [`says  events and not ${expected.length}`]),
    ...(JSON.stringify(cards.map((card) => card?.startsAt)) === JSON.stringify(desired.map(({ startsAt }) => startsAt))
      ? []
      : [`lists ${cards.length} cards, not these ${desired.length}`]),
    ...cards
      .flatMap((card) =>
        card && existing.has(`${card.name} ${card.startsAt}`)
          ? []
          : [`${card?.name ?? 'an unknown event'} does not belong here`],
      )
      .slice(0, 3),
  ]
}
