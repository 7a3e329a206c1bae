import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import { fuzzBodies, openFuzzing } from './fuzz-bodies.ts'
import { type ApiDocument, readOperations } from './operations.ts'
import { looserDocument, noApostrophes, onlyCalls } from './planted-faults.ts'

const bodiesOfRound = 500
/** Number of bodies within which a planted fault must be found. */
const budget = 3000

type Setting = {
  name: string
  schema?: (sql: string) => string
  changes?: (api: ApiDocument) => ApiDocument
  stopsAtFirst?: boolean
  bodies?: number
}

async function inRounds(
  { from, count }: Rounds,
  { name, schema, changes = (api) => api, stopsAtFirst = false, bodies = bodiesOfRound }: Setting,
): Promise<Tally> {
  const site = await openSharedSite({ name, ...(schema ? { schema } : {}) })
  const fuzzing = await openFuzzing(site, changes(await readOperations(site.call)))
  try {
    const tally = emptyTally('bodies', 'taken', 'refused', 'noticed')
    for (let round = from; round < from + count; round += 1) {
      const { input, taken, refused, findings } = await fuzzBodies(fuzzing, { seed: round, bodies, stopsAtFirst })
      tally.findings.push(...findings)
      Object.assign(tally.sums, {
        bodies: sum(tally, 'bodies') + input,
        taken: sum(tally, 'taken') + taken,
        refused: sum(tally, 'refused') + refused,
        noticed: sum(tally, 'noticed') + (findings.length > 0 ? 1 : 0),
      })
    }
    const [privileged] = await site.sql('SELECT count(*) AS found FROM users WHERE is_admin = 1 OR is_active = 0')
    if (privileged?.found > 0) tally.findings.push(`${privileged.found} people became what only the server makes them`)
    return tally
  } finally {
    fuzzing.rough.close()
    await site.stop()
  }
}

const sum = (tally: Tally, name: string): number => tally.sums[name] ?? 0

export const proof: Proof = {
  row: '8 · S-3, L-01, A-17',
  name: 'fuzz-bodies',
  promise:
    'no body, however wrong, is answered with a failure of ours, hangs, or is refused without the name of what is wrong',
  unit: 'five hundred bodies',
  small: 1,
  full: 200,
  piece: 10,
  run: (input) => inRounds(input, { name: 'fuzz-bodies' }),
  figure: ({ bodies = 0, taken = 0, refused = 0 }) => `${bodies} bodies, ${taken} taken, ${refused} refused`,
  controls: [
    {
      without: 'room for an apostrophe in a first name',
      small: 1,
      full: 20,
      run: (input) =>
        inRounds(input, {
          name: 'fuzz-bodies-planted',
          schema: noApostrophes,
          changes: (api) => (input.isFull ? api : onlyCalls(api, /\/attendees/)),
          stopsAtFirst: true,
          bodies: budget,
        }),
      noticed: ({ noticed = 0 }) => noticed,
    },
    {
      without: 'the check of how long a code may be',
      small: 1,
      full: 20,
      run: (input) =>
        inRounds(input, {
          name: 'fuzz-bodies-looser',
          changes: (api) => looserDocument(input.isFull ? api : onlyCalls(api, /\/discounts$/)),
          stopsAtFirst: true,
          bodies: budget,
        }),
      noticed: ({ noticed = 0 }) => noticed,
    },
  ],
}
