import { safeGoto } from '../../functions/contract/goto.ts'
import { badGotos, escapes, goodGotos, madeUpGotos } from '../../functions/test-bench/gotos.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openSharedSite } from '../proofs/shared-site.ts'

const origin = 'https://book.example'
const otherwise = '/pg/lakeside'
const valuesOfRound = 50_000
/** Number of a round's values that are also sent to the built worker. */
const requestsOfRound = 150

/** Common but flawed checks of a redirect; each of them lets an attack through. */
const weakChecks: Record<string, (raw: string) => boolean> = {
  'starts with / and not with //': (raw) => raw.startsWith('/') && !raw.startsWith('//'),
  'starts with /': (raw) => raw.startsWith('/'),
  'has no :/ and no //': (raw) => !raw.includes(':/') && !raw.includes('//'),
}

async function inRounds({ from, count }: Rounds): Promise<Tally> {
  const site = await openSharedSite({ name: 'gotos' })
  const tally = emptyTally('values', 'kept', 'requests')
  try {
    for (let round = from; round < from + count; round += 1) {
      const values = [...madeUpGotos(valuesOfRound, round)]
      for (const raw of values) {
        const answer = safeGoto(raw, origin, otherwise)
        if (escapes(answer, origin)) tally.findings.push(`${JSON.stringify(raw)} leads to ${answer}`)
        if (answer !== otherwise) tally.sums.kept = (tally.sums.kept ?? 0) + 1
      }
      tally.sums.values = (tally.sums.values ?? 0) + values.length
      const input = [...badGotos, ...goodGotos, ...values.slice(0, requestsOfRound)]
        .filter((value) => typeof value === 'string')
        .map((value) => value.replaceAll(origin, site.url).replaceAll('book.example', new URL(site.url).host))
      for (const raw of input) tally.findings.push(...(await whereItLeads(site, raw)))
      tally.sums.requests = (tally.sums.requests ?? 0) + input.length
    }
    return tally
  } finally {
    await site.stop()
  }
}

/** The redirect of the built worker without a session: to a log-in that keeps only a page of this site. */
async function whereItLeads(site: Awaited<ReturnType<typeof openSharedSite>>, raw: string): Promise<string[]> {
  const answer = await site.call(`/token?${new URLSearchParams({ goto: raw, program_id: 'lakeside' })}`)
  const location = String(answer.headers.location ?? '')
  const inside = URL.canParse(location, site.url) ? new URL(location, site.url).searchParams.get('goto') : null
  const isGood =
    answer.status === 303 && !escapes(location, site.url) && (inside === null || !escapes(inside, site.url))
  return isGood ? [] : [`${JSON.stringify(raw)} is answered ${answer.status} ${location}`]
}

export const proof: Proof = {
  row: '9 · S-4, A-18',
  name: 'gotos',
  promise: 'no made-up place to go to leads out of this site',
  unit: 'fifty thousand values',
  small: 1,
  full: 20,
  piece: 10,
  run: inRounds,
  figure: ({ values = 0, kept = 0, requests = 0 }) =>
    `${values} values, ${kept} of them our own pages; ${requests} over HTTP`,
  check: ({ kept = 0 }) => (kept > 0 ? [] : ['no value at all was kept, so nothing was proved']),
  controls: Object.entries(weakChecks).map(([words, isFine]) => ({
    without: `any other check than "${words}"`,
    small: 1,
    full: 20,
    run: async ({ from, count }: Rounds) => {
      const tally = emptyTally('noticed')
      for (let round = from; round < from + count; round += 1) {
        const escaped = [...madeUpGotos(valuesOfRound, round)].filter(
          (raw) => isFine(raw) && URL.canParse(raw, origin) && new URL(raw, origin).origin !== origin,
        )
        if (escaped.length > 0) tally.sums.noticed = (tally.sums.noticed ?? 0) + 1
      }
      return tally
    },
    noticed: ({ noticed = 0 }) => noticed,
  })),
}
