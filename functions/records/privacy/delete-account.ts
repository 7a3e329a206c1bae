import { dayMs } from '../../contract/limits.ts'
import { confirmIdentity, requireOwnSession } from '../../people/accounts/confirm-password.ts'
import { requireUser } from '../../people/accounts/show-user.ts'
import { cancelMembership } from '../../money/billing/change-membership.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type AccountDeletion, changeOfMindDays, type DeleteAccountRequest } from '../../contract/records/privacy.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import {
  type AccountDeletionRow,
  insertDeletion,
  openDeletion,
  openMembershipsOf,
  programFor,
  upcomingOf,
  withdrawDeletion,
} from './privacy-rows.ts'
import { showDeletion } from './read-privacy.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'

/**
 * DELETE profile/customer: schedules the account's deletion in 14 days, until which its owner may withdraw it. Rejected
 * with upcoming bookings. Memberships are cancelled, so that nothing more is charged. Returns an already scheduled
 * deletion unchanged.
 */
export async function deleteAccount(ctx: CustomerContext, input: DeleteAccountRequest): Promise<AccountDeletion> {
  const account = await requireUser(ctx)
  const { customer_id } = ctx.actor
  const [[program], [open], upcoming, joined] = await ctx.db.batch([
    programFor(ctx, { customer_id, program_id: input.program_id ?? null }),
    openDeletion(ctx, customer_id),
    upcomingOf(ctx, customer_id),
    openMembershipsOf(ctx, customer_id),
  ])
  await requireOwnSession(ctx)
  await confirmIdentity(ctx, account, input.password)
  if (open) return showDeletion(open)
  if (!program) throw new ApiError(input.program_id ? 'not_found' : 'required', { param: 'program_id' })
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
      insertDeletion(ctx, {
        id,
        user_id: account.user.id,
        customer_id,
        program_id: program.id,
        created: ctx.now,
        erase_at: ctx.now + changeOfMindDays * dayMs,
      }),
      guard(ctx.db, 'state'),
      recordEvent(ctx, { kind: 'privacy.deletion_scheduled', ref: id, body: {} }),
    ],
    openDeletion(ctx, customer_id),
  )
  return showDeletion(row as AccountDeletionRow)
}

/** POST profile/customer/restore: withdraws the deletion. */
export async function keepAccount(ctx: CustomerContext): Promise<AccountDeletion> {
  await requireOwnSession(ctx)
  const [open] = await openDeletion(ctx, ctx.actor.customer_id)
  if (!open || open.completed_at !== null) throw new ApiError('state_conflict')

  await commit(ctx, [
    withdrawDeletion(ctx, open.id),
    guard(ctx.db, 'state'),
    recordEvent(ctx, { kind: 'privacy.deletion_withdrawn', ref: open.id, body: {} }),
  ])
  return showDeletion({ ...open, withdrawn_at: ctx.now })
}
