import type { Proof, Rounds, Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { payloads } from './payloads.ts'
import { openTab, openWalker, plainPages, type Walker, walk } from './walk-pages.ts'

/**
 * The number of texts per round, each in every field of its own program. The small run has three texts: the first,
 * and two of other kinds.
 */
const perRound = 7
const everyThird = 3
const rounds = Math.ceil(payloads.length / perRound)

async function lookAtHome(site: ProofSite, walker: Walker) {
  const tab = await openTab(site, walker)
  return tab.inspect('/').finally(tab.close)
}

async function run({ from, count, isFull }: Rounds, isOpen = false): Promise<Tally> {
  const site = await openProofSite({ name: isOpen ? 'hostile-open' : 'hostile' })
  const quiet = await openWalker(site)
  const walker = isOpen ? await openWalker(site, true) : quiet
  const sums = { texts: 0, pages: 0, noticed: 0 }
  const findings: string[] = []
  try {
    const plain = await plainPages(site, quiet)
    for (let round = from; round < from + count; round += 1) {
      // Every round has texts of each kind.
      const texts = payloads
        .filter((_, index) => index % rounds === (round - 1) % rounds)
        .filter((_, index) => isFull || index % everyThird === 0)
      const walked = await Promise.all(
        texts.map((text, index) => walk(site, walker, { program: `hostile-${round}-${index}`, text, plain })),
      )
      const home = await lookAtHome(site, walker)
      const matches = [
        ...walked.flatMap((one) => one.findings),
        ...[...home.messages, ...home.parts.refused, ...home.parts.wrong].map((each) => `home: ${each}`),
      ]
      findings.push(...matches)
      sums.texts += texts.length
      sums.pages += walked.reduce((sum, one) => sum + one.pages, 1)
      sums.noticed += matches.length > 0 ? 1 : 0
    }
  } finally {
    await walker.stop()
    await quiet.stop()
    await site.stop()
  }
  return { sums, findings }
}

export const proof: Proof = {
  row: '9 · X-01',
  name: 'texts-stay-texts',
  promise: 'shows what an organisation writes as the text it is, in every field and on every public page',
  unit: 'rounds of 7 texts',
  small: 1,
  full: rounds,
  piece: 7,
  run,
  figure: ({ texts, pages }) =>
    `${texts} texts in every field, ${pages} pages in a browser, no dialog, no report, nothing added`,
  // A browser full of foreign scripts is slow, so this control is in the long run only.
  controls: [
    {
      without: 'escapes and policy',
      small: 0,
      full: 7,
      run: (input) => run(input, true),
      noticed: ({ noticed = 0 }) => noticed,
    },
  ],
}
