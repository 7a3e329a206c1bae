import { emptyTally, type Rounds, type Tally } from '../proofs/proof.ts'
import type { Disturbance, ProofSite } from '../proofs/proof-site.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'

/** The result of one round: numbers to add up, and faults. */
export type RoundResult = { sums: Record<string, number>; faults: string[] }
type Race<Stage> = {
  name: string
  /** Removes a safeguard from the schema, for a control. */
  schema?: (sql: string) => string
  /** Removes statements, for a control. */
  disturb?: Disturbance
  /** Creates what all rounds share. */
  open: (site: ProofSite, count: number, isFull: boolean) => Promise<Stage>
  /** One round. Simultaneous actions are in `rush`, so that a control removes statements only there. */
  round: (at: RoundInput<Stage>) => Promise<RoundResult>
}
/** Number of simultaneous actions: fifty, and fewer in the small run. */
export const timesOf = (isFull: boolean): number => (isFull ? 50 : 12)

/** The site and number of a round. */
export type RoundInput<Stage> = { site: ProofSite; stage: Stage; round: number; isFull: boolean; rush: Rush }
export type Rush = <Result>(act: () => Promise<Result>) => Promise<Result>

/** Runs the rounds of a race on one site, one after the other. */
export const inRounds =
  <Stage>(race: Race<Stage>) =>
  async ({ from, count, isFull }: Rounds): Promise<Tally> => {
    const site = await openSharedSite({ name: race.name, ...(race.schema ? { schema: race.schema } : {}) })
    try {
      const stage = await race.open(site, count, isFull)
      const rush = rushOf(site, race.disturb)
      const tally = emptyTally()
      for (let round = from; round < from + count; round += 1) {
        const { sums, faults } = await race.round({ site, stage, round, isFull, rush })
        for (const [name, value] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0) + value
        tally.findings.push(...faults.map((each) => `round ${round}: ${each}`))
      }
      return tally
    } finally {
      await site.stop()
    }
  }

const rushOf =
  (site: ProofSite, disturb: Disturbance | undefined): Rush =>
  async (act) => {
    if (!disturb) return act()
    await site.disturb(disturb)
    try {
      return await act()
    } finally {
      await site.calm()
    }
  }

/** A summary of the responses in a race: `200 × 49, 409 state_conflict × 1`. */
export function describeAnswers(answers: Answer[]): string {
  const counted = new Map<string, number>()
  for (const { status, body } of answers) {
    const words = status < 400 ? String(status) : `${status} ${body?.type ?? ''}`
    counted.set(words, (counted.get(words) ?? 0) + 1)
  }
  return [...counted].map(([words, times]) => `${words} × ${times}`).join(', ')
}

/** The faults whose condition holds. */
export const brokenConditions = (conditions: Record<string, boolean>): string[] =>
  Object.entries(conditions).flatMap(([words, isBroken]) => (isBroken ? [words] : []))
