import { mismatches } from '../../functions/test-bench/matches-schema.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import { type Choices, seededChoices } from '../../functions/test-bench/choices.ts'
import { type Family, makeFuzzedFamily } from './family.ts'
import { type Fuzzing, openFuzzing } from './fuzz-bodies.ts'
import { faultsOfQuery } from './fuzz-queries.ts'
import { hostileTexts } from './hostile-values.ts'
import { faultsOfAnswer } from './check-answer.ts'
import { type Operation, type Parameter, readOperations, routeOf } from './operations.ts'
import { requestWithRetry } from './request-with-retry.ts'
import { validValue } from './valid-value.ts'

const atOnce = 6
/** Boundaries between the kinds of a parameter's values. */
const edges = [
  '',
  '0',
  '1',
  '99',
  '100',
  '101',
  '999',
  '1000',
  '-1',
  '1.5',
  'true',
  'false',
  'TRUE',
  'asc',
  'CA',
  'CA-ON',
  'ca',
  '2027-02-28',
  '2027-02-29',
  '2027-02-03T12:00',
  '2027-02-03T25:00',
  'x'.repeat(200),
  'x'.repeat(201),
]
/** Number of values of each kind for a parameter. */
const most = { small: { edges: 8, hostile: 3 }, full: { edges: edges.length, hostile: 40 } }

type Walk = { fuzzing: Fuzzing; family: Family; choices: Choices; tally: Tally; isFull: boolean }
type PlannedQuery = { operation: Operation; query: [string, string][] }

/** Every parameter of every public call, alone and then all together, with valid, boundary and hostile values. */
function walkOf({ fuzzing, family, choices, isFull }: Walk, operation: Operation): PlannedQuery[] {
  const { edges: edgeCount, hostile } = isFull ? most.full : most.small
  const parameters = operation.parameters.filter(({ in: at }) => at === 'query')
  const well = ({ name, schema }: Parameter) =>
    [validValue(schema, { document: fuzzing.api.document, existing: family.ids, choices, name })]
      .flat()
      .map((value): [string, string] => [name, String(value)])
  const alone = parameters.flatMap((parameter) => [
    well(parameter),
    well(parameter),
    ...[
      ...chosen(edges, edgeCount, choices),
      ...Array.from({ length: hostile }, () => choices.pick(hostileTexts).toWellFormed().slice(0, 2000)),
    ].map((value): [string, string][] => [[parameter.name, value]]),
  ])
  const together = Array.from({ length: 5 }, () => parameters.filter(() => choices.chance(0.6)).flatMap(well))
  const twice = parameters.map((parameter) => [...well(parameter), ...well(parameter)])
  return [[], [['unheard_of', 'x']] as [string, string][], ...alone, ...together, ...twice].map((query) => ({
    operation,
    query,
  }))
}

const chosen = (values: readonly string[], count: number, choices: Choices): string[] =>
  count >= values.length ? [...values] : Array.from({ length: count }, () => choices.pick(values))

async function sendQuery({ fuzzing, family, tally }: Walk, { operation, query }: PlannedQuery): Promise<void> {
  const path = `/api${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => family.ids.get(name)?.[0] ?? 'unknown')}`
  const address = query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
  const got = await requestWithRetry(() => fuzzing.site.call(address))
  tally.sums.queries = (tally.sums.queries ?? 0) + 1
  if (!got) return void tally.findings.push(`${address} gave no answer`)
  const { answer } = got
  const side = answer.status < 400 ? 'answered' : 'refused'
  tally.sums[side] = (tally.sums[side] ?? 0) + 1
  const schema = operation.answers[String(answer.status)]
  const shape =
    answer.status === 200
      ? schema
        ? mismatches(answer.body, schema, fuzzing.api.document)
        : ['its answer is not described']
      : []
  const faults = [...faultsOfAnswer({ path, answer }), ...faultsOfQuery(fuzzing, operation, query, answer), ...shape]
  if (faults.length > 0) tally.findings.push(`${address.slice(0, 300)}: ${faults.slice(0, 3).join('; ')}`)
}

async function inRounds({ from, count, isFull }: Rounds): Promise<Tally> {
  const site = await openSharedSite({ name: 'walk-explore' })
  const fuzzing = await openFuzzing(site, await readOperations(site.call))
  const tally = emptyTally('queries', 'answered', 'refused', 'calls')
  const calls = fuzzing.api.operations.filter(({ method, path }) => method === 'GET' && /^\/v\d\/explore\//.test(path))
  try {
    const family = await makeFuzzedFamily(site, fuzzing.town)
    for (let round = from; round < from + count; round += 1) {
      const walk = { fuzzing, family, choices: seededChoices(round), tally, isFull }
      const input = calls.flatMap((operation) => walkOf(walk, operation))
      await Promise.all(
        Array.from({ length: atOnce }, async (_, worker) => {
          for (const [index, each] of input.entries()) if (index % atOnce === worker) await sendQuery(walk, each)
        }),
      )
      tally.sums.calls = (tally.sums.calls ?? 0) + calls.length
    }
    if (calls.length < 12) tally.findings.push(`The document has only ${calls.map(routeOf).join(', ')}`)
    return tally
  } finally {
    fuzzing.rough.close()
    await site.stop()
  }
}

export const proof: Proof = {
  row: '1 · 8',
  name: 'walk-explore',
  promise:
    'every parameter of every public call is taken or refused by its name, and every answer has exactly the fields that are described',
  unit: 'walk over all public calls',
  small: 1,
  full: 20,
  piece: 5,
  run: inRounds,
  figure: ({ queries = 0, answered = 0, refused = 0, calls = 0 }) =>
    `${queries} queries of ${calls} calls, ${answered} answered, ${refused} refused`,
}
