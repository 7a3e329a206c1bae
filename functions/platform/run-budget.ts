import type { Bindings, Ctx } from './context.ts'
import { countStatements } from './database/count-statements.ts'

/** What a run may use, and the bindings that count it. */
export type RunBudget = {
  env: Bindings
  isSpent: () => boolean
  /** Bindings with a share of what is left, for one verb of several. */
  openShare: () => Bindings
}

/** The platform refuses a worker's 1,001st statement. What is in hand when the budget is spent still has to end, so 800 is what a run may come to. */
const defaultStatements = 700
/** The verbs of the clock stop earlier: what they leave in the outbox is delivered by the same run. */
const shareOfVerbs = 0.6

/** Opens the budget of one run: `OUTBOX_STATEMENTS` statements and so much time. */
export function openBudget(env: Bindings, maxMs: number): RunBudget {
  const { binding, count } = countStatements(env.DB)
  const maxStatements = Number(env.OUTBOX_STATEMENTS ?? defaultStatements)
  const startedAt = Date.now()
  const isLate = () => Date.now() - startedAt >= maxMs
  const own = { ...env, DB: binding }
  return {
    env: own,
    isSpent: () => count() >= maxStatements || isLate(),
    // Half of what is left: the busiest verb gets the most, and none takes it all from those after it.
    openShare: () => {
      const until = (count() + maxStatements * shareOfVerbs) / 2
      return { ...own, isBudgetSpent: () => count() >= until || isLate() }
    },
  }
}

/**
 * What is due, one by one, while the run has statements and time left: the platform refuses an invocation its 1,001st statement,
 * and what is left is the next minute's. Each verb of the clock that does something for each of a list goes through this, and
 * customers do not wait for the whole list.
 */
export async function* withinBudget<Due>({ env }: Pick<Ctx, 'env'>, due: Iterable<Due>): AsyncGenerator<Due> {
  for (const each of due) {
    if (env.isBudgetSpent?.()) return
    yield each
    await letOthersRun()
  }
}

/** So long others may wait; to stop for them after every short statement takes longer than the statements. */
const maxWithoutOthersMs = 5
let othersRanAt = 0

/** Lets everything else that waits go on, where it has waited for a while. With its database in the same process a runtime reads no new request while there is something to go on with. */
export async function letOthersRun(): Promise<void> {
  if (Date.now() - othersRanAt < maxWithoutOthersMs) return
  await new Promise((resolve) => setTimeout(resolve, 0))
  othersRanAt = Date.now()
}
