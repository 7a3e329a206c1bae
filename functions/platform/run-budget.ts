import type { Bindings, Ctx } from './context.ts'
import { countStatements } from './database/count-statements.ts'

/** The budget of a run, and bindings that count against it. */
export type RunBudget = {
  env: Bindings
  isSpent: () => boolean
  /** Bindings with a share of the remaining budget, for one of several tasks. */
  openShare: () => Bindings
}

/**
 * The platform rejects a worker's 1,001st statement. Work in progress still completes when the budget is spent, so a
 * run may reach about 800.
 */
const defaultStatements = 700
/** The scheduled tasks stop earlier, because the same run delivers their outbox rows. */
const shareOfVerbs = 0.6

/** Opens the budget of one run: `OUTBOX_STATEMENTS` statements and at most `maxMs`. */
export function openBudget(env: Bindings, maxMs: number): RunBudget {
  const { binding, count } = countStatements(env.DB)
  const maxStatements = Number(env.OUTBOX_STATEMENTS ?? defaultStatements)
  const startedAt = Date.now()
  const isLate = () => Date.now() - startedAt >= maxMs
  const own = { ...env, DB: binding }
  return {
    env: own,
    isSpent: () => count() >= maxStatements || isLate(),
    // Half of the remaining budget. The busiest task gets the most, and no task takes everything from the later
    // tasks.
    openShare: () => {
      const until = (count() + maxStatements * shareOfVerbs) / 2
      return { ...own, isBudgetSpent: () => count() >= until || isLate() }
    },
  }
}

/**
 * Yields due items one by one while the run has statements and time left; further items wait for the next minute. Every
 * scheduled task that loops over a list uses it, so that customers do not wait for the whole list.
 */
export async function* withinBudget<Due>({ env }: Pick<Ctx, 'env'>, due: Iterable<Due>): AsyncGenerator<Due> {
  for (const each of due) {
    if (env.isBudgetSpent?.()) return
    yield each
    await yieldToEventLoop()
  }
}

/** The maximum time without yielding. Yielding after every short statement would cost more than the statements. */
const maxWithoutOthersMs = 5
let othersRanAt = 0

/**
 * Yields to the event loop when enough time has passed. With its database in the same process, the runtime reads no new
 * request while any work is ready.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (Date.now() - othersRanAt < maxWithoutOthersMs) return
  await new Promise((resolve) => setTimeout(resolve, 0))
  othersRanAt = Date.now()
}
