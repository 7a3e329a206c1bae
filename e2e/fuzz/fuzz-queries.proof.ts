import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import { openFuzzing } from './fuzz-bodies.ts'
import { fuzzQueries } from './fuzz-queries.ts'
import { type ApiDocument, readOperations } from './operations.ts'
import { shorterLists, withoutSearch } from './planted-faults.ts'

const queriesOfRound = 100
/** Number of queries within which a planted fault must be found. */
const budget = 1000

type Setting = {
  name: string
  schema?: (sql: string) => string
  changes?: (api: ApiDocument) => ApiDocument
  stopsAtFirst?: boolean
  queries?: number
}

async function inRounds(
  { from, count }: Rounds,
  { name, schema, changes = (api) => api, stopsAtFirst = false, queries = queriesOfRound }: Setting,
): Promise<Tally> {
  const site = await openSharedSite({ name, ...(schema ? { schema } : {}) })
  const fuzzing = await openFuzzing(site, changes(await readOperations(site.call)))
  const tally = emptyTally('queries', 'taken', 'refused', 'noticed')
  try {
    for (let round = from; round < from + count; round += 1) {
      const { input, taken, refused, findings } = await fuzzQueries(fuzzing, { seed: round, queries, stopsAtFirst })
      tally.findings.push(...findings)
      for (const [sum, more] of Object.entries({
        queries: input,
        taken,
        refused,
        noticed: findings.length > 0 ? 1 : 0,
      }))
        tally.sums[sum] = (tally.sums[sum] ?? 0) + more
    }
    return tally
  } finally {
    fuzzing.rough.close()
    await site.stop()
  }
}

export const proof: Proof = {
  row: '8 · I-14',
  name: 'fuzz-queries',
  promise:
    'no query of any list or reading fails, hangs, gives more than was asked for, or is refused without the name of what is wrong',
  unit: 'hundred queries',
  small: 1,
  full: 100,
  piece: 25,
  run: (input) => inRounds(input, { name: 'fuzz-queries' }),
  figure: ({ queries = 0, taken = 0, refused = 0 }) => `${queries} queries, ${taken} answered, ${refused} refused`,
  controls: [
    {
      without: 'the index that searches events',
      small: 1,
      full: 20,
      run: (input) =>
        inRounds(input, { name: 'fuzz-queries-planted', schema: withoutSearch, stopsAtFirst: true, queries: budget }),
      noticed: ({ noticed = 0 }) => noticed,
    },
    {
      without: 'the check of how many rows a list gives',
      small: 1,
      full: 20,
      run: (input) =>
        inRounds(input, { name: 'fuzz-queries-looser', changes: shorterLists, stopsAtFirst: true, queries: budget }),
      noticed: ({ noticed = 0 }) => noticed,
    },
  ],
}
