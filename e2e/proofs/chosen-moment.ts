import { AsyncLocalStorage } from 'node:async_hooks'
import { momentOf } from '../../functions/test-bench/moment.ts'
import type { Rounds, Tally } from './proof.ts'

const chosen = new AsyncLocalStorage<number>()

/** When a site of this name begins: at the moment of the rounds that are being run, or at one that its name chooses. */
export const chosenMoment = (name: string): number => chosen.getStore() ?? momentOf(name)

/** Runs rounds at the moment that the name and the first round choose; what is found says when, so that it can be found again. */
export async function runRounds(
  { name, run }: { name: string; run: (input: Rounds) => Promise<Tally> },
  input: Rounds,
): Promise<Tally> {
  const moment = momentOf(`${name} ${input.from}`)
  const tally = await chosen.run(moment, () => run(input))
  const when = new Date(moment).toISOString()
  return { ...tally, findings: tally.findings.map((each) => `${each} (MOMENT=${when})`) }
}
