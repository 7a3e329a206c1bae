import type { Bindings } from './context.ts'
import { countStatements } from './database/count-statements.ts'

/** What a run may use, and the bindings that count it. */
export type RunBudget = { env: Bindings; isSpent: () => boolean }

/** The platform refuses a worker's 1,001st statement; what is in hand when the budget is spent still has to end. */
const defaultStatements = 900

/** Opens the budget of one run: `OUTBOX_STATEMENTS` statements and so much time. */
export function openBudget(env: Bindings, maxMs: number): RunBudget {
  const { binding, count } = countStatements(env.DB)
  const maxStatements = Number(env.OUTBOX_STATEMENTS ?? defaultStatements)
  const startedAt = Date.now()
  return {
    env: { ...env, DB: binding },
    isSpent: () => count() >= maxStatements || Date.now() - startedAt >= maxMs,
  }
}
