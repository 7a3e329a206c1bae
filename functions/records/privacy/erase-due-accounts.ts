import { dayMs } from '../../contract/limits.ts'
import { system } from '../../platform/actor.ts'
import { endMembership } from '../../money/billing/change-membership.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { eraseFilesOf } from '../../people/uploads/use-files.ts'
import { deletionStep } from './delete-account.ts'
import { erasePerson, recordsMergedInto } from './erasure-rows.ts'
import {
  type AccountDeletionRow,
  completeDeletion,
  dueDeletions,
  exportsOf,
  openMembershipsOf,
  postponeDeletion,
  providerCustomersOf,
  upcomingOf,
} from './privacy-rows.ts'
import { eraseSearches } from './searched-names-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** Scheduled task: erases the accounts whose deletion is due. A failing one does not stop the others. */
export async function eraseDueAccounts(ctx: Ctx): Promise<void> {
  for await (const deletion of withinBudget(ctx, await dueDeletions(ctx))) {
    try {
      await eraseAccount(ctx, deletion)
    } catch (error) {
      ctx.log('erasure_failed', { reason: reasonOf(error) })
    }
  }
}

/**
 * Erases one account, its archives first, so that the next run can finish after a crash. A new booking postpones the
 * erasure.
 */
async function eraseAccount(ctx: Ctx, deletion: AccountDeletionRow): Promise<void> {
  const { id, user_id, customer_id } = deletion
  const [upcoming, archives, atProviders, open, merged] = await ctx.db.batch([
    upcomingOf(ctx, customer_id),
    exportsOf(ctx, customer_id),
    providerCustomersOf(ctx, customer_id),
    openMembershipsOf(ctx, customer_id),
    recordsMergedInto(ctx, customer_id),
  ])
  if (upcoming.length > 0) {
    await commit(ctx, [postponeDeletion(ctx, id, ctx.now + dayMs)])
    return
  }

  // An unpaid membership ends by itself, long before an account is erased.
  for (const { status, ...membership } of open)
    if (status !== 'incomplete') await endMembership(ctx, { ...membership, refund: 'none', actor: system })
  const people = [{ user_id, customer_id }, ...merged]
  const searches = await eraseSearches(ctx, people)
  if (archives.length > 0) await ctx.env.FILES.delete(archives.map(({ storage_key }) => storage_key))
  await commit(ctx, [
    completeDeletion(ctx, id),
    guard(ctx.db, 'state'),
    deletionStep(ctx, id, 'completed', system),
    ...eraseFilesOf(ctx, customer_id),
    ...searches,
    ...people.flatMap((person) => erasePerson(ctx, person)),
    ...atProviders.map((customer) => queueJob(ctx, { kind: 'customer.forget', ref: customer.id })),
  ])
  ctx.log('account_erased')
}
