import { AsyncLocalStorage } from 'node:async_hooks'
import { momentOf } from '../../functions/test-bench/moment.ts'
import type { Rounds, Tally } from './proof.ts'

const chosen = new AsyncLocalStorage<number>()

/** The start time of a site: the time of the current rounds, or one derived from the site's name. */
export const chosenMoment = (name: string): number => chosen.getStore() ?? momentOf(name)

/**
 * Runs rounds at a time derived from the name and the first round. Findings include the time, so that they can be
 * reproduced.
 */
export async function runRounds(
  { name, run }: { name: string; run: (input: Rounds) => Promise<Tally> },
  input: Rounds,
): Promise<Tally> {
  const moment = momentOf(`${name} ${input.from}`)
  const tally = await chosen.run(moment, () => run(input))
  const when = new Date(moment).toISOString()
  return { ...tally, findings: tally.findings.map((each) => `${each} (MOMENT=${when})`) }
}
