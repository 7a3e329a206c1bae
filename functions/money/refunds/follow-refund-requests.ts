import { dayMs } from '../../contract/limits.ts'
import { provider } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { recordReminder, requestsToComplete, requestsToRemindOf } from './refund-rows.ts'
import { transitionRefundRequest } from './request-refund.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** Time in ms after which a request without a decision is mailed to the organisation again and the customer is told. */
export const remindAfterMs = 14 * dayMs

/**
 * Scheduled task: completes requests whose refunds have all arrived. Skips a request that a concurrent run completed.
 */
export async function completeRefundRequests(ctx: Ctx): Promise<void> {
  for await (const request of withinBudget(ctx, await requestsToComplete(ctx.db)))
    await ignoreConflict(commit(ctx, transitionRefundRequest(ctx, request, 'completed', { actor: provider })))
}

/**
 * Scheduled task: reminds the organisation once of a request that has had no decision for 14 days, and tells the
 * customer.
 */
export async function remindOfRefundRequests(ctx: Ctx): Promise<void> {
  for await (const id of withinBudget(ctx, await requestsToRemindOf(ctx.db, ctx.now - remindAfterMs)))
    await ignoreConflict(
      commit(ctx, [
        recordReminder(ctx.db, id, ctx.now),
        guard(ctx.db, 'refund_done'),
        recordEvent(ctx, { kind: 'refund.unanswered', ref: id, key: `${id}:reminder`, body: {} }),
      ]),
    )
}

async function ignoreConflict(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ApiError && error.isConflict)) throw error
  })
}
