import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type {
  CancelMembershipRequest,
  EndMembershipRequest,
  HoldMembershipRequest,
  Membership,
  MembershipEndPreview,
} from '../../contract/booking/membership.ts'
import { money } from '../../contract/display-money.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { loadMembership } from '../../booking/memberships/load-memberships.ts'
import type { ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { transitionMembership } from '../../booking/memberships/membership-steps.ts'
import { loadOwnMembership, readMembership } from '../../booking/memberships/show-membership.ts'
import { closeOpenOrder, endPeriodOrder } from './end-period.ts'
import { endsWithPeriod, goesOn, pauseOf, resumeOf, type Step } from './membership-changes.ts'
import { creditPausedDays } from './credit-paused-days.ts'
import { returnUnused } from './return-unused.ts'

export type InProgram = { program_id: string; membership_id: string }

/**
 * Cancels a membership. A paid period stays usable until its end. A membership that has not begun, is paused or is
 * unpaid ends at once, with its open order. A second call returns the first result.
 */
export async function cancelMembership(
  ctx: CustomerContext,
  input: CancelMembershipRequest & InProgram,
): Promise<Membership> {
  return retryOnConflict(async () => {
    const shown = await loadOwnMembership(ctx, input)
    const { membership: row } = shown
    if (row.status === 'cancelled' || row.cancel_at_period_end) return readMembership(ctx, row.id)
    const { actor } = ctx
    const reasons = { cancel_reason: input.reason ?? null, cancel_reason_other: input.reason_other || null }
    if (membershipStates.running.has(row.status)) {
      const { reason, set } = endsWithPeriod(row)
      await commit(ctx, [
        ...transitionMembership(ctx, row, row.status, { actor, reason, set: { ...set, ...reasons } }),
        recordEvent(ctx, { kind: 'membership.ending', ref: row.id, key: `${row.id}:${row.step}`, body: {} }),
      ])
      return readMembership(ctx, row.id)
    }
    if (row.status === 'incomplete' || membershipStates.ended.has(row.status))
      throw new ApiError('state_conflict', { subject: row.status })
    return endNow(ctx, shown, { actor, refund: row.status === 'paused' ? 'unused' : 'none', reasons })
  })
}

/** Revokes a cancellation before the period ends. */
export async function keepMembership(ctx: CustomerContext, input: InProgram): Promise<Membership> {
  return retryOnConflict(async () => {
    const { membership: row } = await loadOwnMembership(ctx, input)
    const { reason, set } = goesOn(row)
    if (row.cancel_at_period_end)
      await commit(ctx, transitionMembership(ctx, row, row.status, { actor: ctx.actor, reason, set }))
    return readMembership(ctx, row.id)
  })
}

/** Pauses the caller's membership, if their program allows it. */
export async function pauseOwnMembership(
  ctx: CustomerContext,
  input: HoldMembershipRequest & InProgram,
): Promise<Membership> {
  return retryOnConflict(async () => {
    const shown = await loadOwnMembership(ctx, input)
    if (shown.selling.memberships?.customer_may_pause !== true)
      throw new ApiError('transition_not_allowed', { param: 'membership_id' })
    return save(ctx, shown, pauseOf(ctx, shown, input))
  })
}

/** Ends a pause of the caller's membership, or cancels a future one. */
export async function resumeOwnMembership(ctx: CustomerContext, input: InProgram): Promise<Membership> {
  return retryOnConflict(async () => {
    const shown = await loadOwnMembership(ctx, input)
    if (shown.selling.memberships?.customer_may_pause !== true)
      throw new ApiError('transition_not_allowed', { param: 'membership_id' })
    return save(ctx, shown, resumeOf(ctx, shown))
  })
}

/**
 * Ends a membership of a program now, and refunds the remaining days of its period if the organisation wants that. With
 * `dry_run`, returns what it would refund instead.
 */
export async function endMembership(
  ctx: Ctx,
  input: Pick<EndMembershipRequest, 'refund'> & InProgram & { actor: Actor; dry_run?: boolean },
): Promise<Membership | MembershipEndPreview> {
  return retryOnConflict(async () => {
    const shown = await loadOfProgram(ctx, input)
    const { status, id } = shown.membership
    if (status === 'cancelled' && !input.dry_run) return readMembership(ctx, id)
    if (status === 'incomplete' || membershipStates.ended.has(status))
      throw new ApiError('state_conflict', { subject: status })
    if (input.dry_run) return previewEnd(ctx, shown, input)
    return endNow(ctx, shown, { actor: input.actor, refund: input.refund, reasons: {} })
  })
}

async function previewEnd(
  ctx: Ctx,
  shown: ShownMembershipRow,
  input: Pick<Ending, 'actor' | 'refund'>,
): Promise<MembershipEndPreview> {
  const { unused, back } = await amountsOfEnd(ctx, shown, input)
  return {
    object: 'membership_end_preview',
    program_id: shown.membership.program_id,
    membership_id: shown.membership.id,
    amount_returned: money(back.amount, shown, ctx.language),
    amount_to_balance: money(unused.amount, shown, ctx.language),
  }
}

/** A membership of a program. Throws `not_found` for a missing one, and for that of another program. */
export async function loadOfProgram(ctx: Ctx, { program_id, membership_id }: InProgram): Promise<ShownMembershipRow> {
  const shown = await loadMembership(ctx, membership_id)
  if (shown?.membership.program_id !== program_id) throw new ApiError('not_found', { param: 'membership_id' })
  return shown
}

type Ending = {
  actor: Actor
  refund: 'none' | 'unused'
  reasons: { cancel_reason?: CancelMembershipRequest['reason']; cancel_reason_other?: string | null }
}
async function endNow(ctx: Ctx, shown: ShownMembershipRow, { actor, refund, reasons }: Ending): Promise<Membership> {
  const order = await closeOpenOrder(ctx, shown)
  if (order?.status === 'processing') throw new ApiError('payment_in_progress', { subject: order.status })
  const { membership: row } = shown
  const { unused, back } = await amountsOfEnd(ctx, shown, { actor, refund })
  await commit(ctx, [
    ...transitionMembership(ctx, row, 'cancelled', {
      actor,
      reason: actor.type === 'customer' ? 'customer' : 'ended',
      set: { ...reasons, ...unused.set, cancel_at_period_end: false },
    }),
    ...endPeriodOrder(ctx, order, actor),
    ...unused.writes,
    ...back.writes,
    recordEvent(ctx, { kind: 'membership.ended', ref: row.id, body: { to: 'cancelled', returned: back.amount } }),
  ])
  return readMembership(ctx, row.id)
}

// The credited days of pauses, and the refund of the remaining days: from the pause, if the membership is paused.
async function amountsOfEnd(ctx: Ctx, shown: ShownMembershipRow, { actor, refund }: Pick<Ending, 'actor' | 'refund'>) {
  const { membership: row } = shown
  const today = dayInZone(ctx.now, row.timezone)
  const from = row.status === 'paused' && row.pause_on !== null && row.pause_on < today ? row.pause_on : today
  const unused = creditPausedDays(ctx, shown, actor)
  const back = refund === 'unused' ? await returnUnused(ctx, row, { from, actor }) : { amount: 0, writes: [] }
  return { unused, back }
}

async function save(ctx: CustomerContext, { membership: row }: ShownMembershipRow, step: Step): Promise<Membership> {
  await commit(ctx, transitionMembership(ctx, row, step.to, { actor: ctx.actor, reason: step.reason, set: step.set }))
  return readMembership(ctx, row.id)
}
