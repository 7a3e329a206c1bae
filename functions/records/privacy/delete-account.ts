import { dayMs } from '../../contract/limits.ts'
import { confirmIdentity, requireOwnSession } from '../../people/accounts/confirm-password.ts'
import { requireUser } from '../../people/accounts/show-user.ts'
import { cancelMembership } from '../../money/billing/change-membership.ts'
import { ApiError } from '../../contract/api-error.ts'
import {
  type AccountDeletion,
  changeOfMindDays,
  type DeleteAccountRequest,
  type DeletionStatus,
} from '../../contract/records/privacy.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import {
  type AccountDeletionRow,
  insertDeletion,
  lastDeletion,
  openDeletion,
  openMembershipsOf,
  programFor,
  upcomingOf,
  withdrawDeletion,
} from './privacy-rows.ts'
import { showDeletion } from './read-privacy.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'

/** DELETE profile/customer: schedules the deletion of the caller's account. */
export async function deleteAccount(ctx: CustomerContext, input: DeleteAccountRequest): Promise<AccountDeletion> {
  const account = await requireUser(ctx)
  const [program] = await programFor(ctx, { customer_id: ctx.actor.customer_id, program_id: input.program_id ?? null })
  await requireOwnSession(ctx)
  await confirmIdentity(ctx, account, input.password)
  if (!program) throw new ApiError(input.program_id ? 'not_found' : 'required', { param: 'program_id' })
  return scheduleDeletion(ctx, { program_id: program.id })
}

type Scheduling = { program_id: string; note?: string | null; guards?: readonly Statement[] }

/**
 * Schedules the deletion of the customer in 14 days, until which it may be withdrawn. Rejected with upcoming bookings.
 * Memberships are cancelled, so that nothing more is charged. Returns an already scheduled deletion unchanged.
 */
export async function scheduleDeletion(
  ctx: CustomerContext,
  { program_id, note = null, guards = [] }: Scheduling,
): Promise<AccountDeletion> {
  const { customer_id, user_id } = ctx.actor
  const [[open], upcoming, joined] = await ctx.db.batch([
    openDeletion(ctx, customer_id),
    upcomingOf(ctx, customer_id),
    openMembershipsOf(ctx, customer_id),
  ])
  if (open) return showDeletion(open)
  if (upcoming.length > 0)
    throw new ApiError('has_future_registrations', { param: upcoming[0]?.registration_id ?? null })

  for (const { status, period_end_on, ...membership } of joined) {
    const isForGood = period_end_on === null && membershipStates.running.has(status)
    if (status !== 'incomplete' && !isForGood) await cancelMembership(ctx, membership)
  }
  const id = ctx.newId('del')
  const [[row]] = await commit(
    ctx,
    [
      ...guards,
      insertDeletion(ctx, {
        ...{ id, user_id, customer_id, program_id },
        ...{ created: ctx.now, erase_at: ctx.now + changeOfMindDays * dayMs },
      }),
      guard(ctx.db, 'state'),
      creationRow(ctx, { object: 'account_deletion', id, to: 'scheduled' }, { actor: ctx.actor, note }),
      recordEvent(ctx, { kind: 'privacy.deletion_scheduled', ref: id, body: {} }),
    ],
    openDeletion(ctx, customer_id),
  )
  return showDeletion(row as AccountDeletionRow)
}

/** POST profile/customer/restore: withdraws the deletion of the caller's account. */
export async function keepAccount(ctx: CustomerContext): Promise<AccountDeletion> {
  await requireOwnSession(ctx)
  return withdrawScheduled(ctx)
}

/** Withdraws the customer's deletion. A second call returns the first result. Throws `state_conflict` without one. */
export function withdrawScheduled(ctx: CustomerContext): Promise<AccountDeletion> {
  return retryOnConflict(async () => {
    const [last] = await lastDeletion(ctx, ctx.actor.customer_id)
    if (!last || last.completed_at !== null) throw new ApiError('state_conflict')
    if (last.withdrawn_at !== null) return showDeletion(last)

    await commit(ctx, [
      withdrawDeletion(ctx, last.id),
      guard(ctx.db, 'state'),
      deletionStep(ctx, last.id, 'withdrawn', ctx.actor),
      recordEvent(ctx, { kind: 'privacy.deletion_withdrawn', ref: last.id, body: {} }),
    ])
    return showDeletion({ ...last, withdrawn_at: ctx.now })
  })
}

/** The history row of the end of a scheduled deletion. */
export const deletionStep = (ctx: Ctx, id: string, to: Exclude<DeletionStatus, 'scheduled'>, actor: Actor): Statement =>
  transitionRow(ctx, 'account_deletion', { id, step: 0, status: 'scheduled' }, to, { actor })
