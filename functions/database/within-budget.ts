import type { Ctx } from '../context.ts'

/**
 * What is due, one by one, while the run has statements and time left: the platform refuses an invocation its 1,001st statement,
 * and what is left is the next minute's. Each verb of the clock that does something for each of a list goes through this.
 */
export function* withinBudget<Due>({ env }: Pick<Ctx, 'env'>, due: Iterable<Due>): Generator<Due> {
  for (const each of due) {
    if (env.isBudgetSpent?.()) return
    yield each
  }
}
