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
import { addDays } from '../../offering/pricing/billing-period.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { isLastPeriod } from '../../offering/pricing/membership-days.ts'
import { loadMembership } from '../../booking/memberships/load-memberships.ts'
import type { ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { transitionMembership } from '../../booking/memberships/membership-steps.ts'
import { loadOwnMembership, readMembership } from '../../booking/memberships/show-membership.ts'
import { closeOpenOrder, endPeriodOrder } from './end-period.ts'
import { resumed } from './advance-memberships.ts'
import { creditPausedDays } from './credit-paused-days.ts'
import { returnUnused } from './return-unused.ts'

type InProgram = { program_id: string; membership_id: string }
/** Maximum length of a pause, in days. */
const maxPauseDays = 366

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
      if (row.period_end_on === null) throw new ApiError('cancellation_not_allowed', { param: 'membership_id' })
      // A planned pause would prevent the membership from ending.
      const set = { ...reasons, cancel_at_period_end: true, pause_on: null, resume_on: null }
      await commit(ctx, [
        ...transitionMembership(ctx, row, row.status, { actor, reason: 'cancels_at_period_end', set }),
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
    if (!membershipStates.running.has(row.status)) throw new ApiError('state_conflict', { subject: row.status })
    if (row.cancel_at_period_end) {
      const set = { cancel_at_period_end: false, cancel_reason: null, cancel_reason_other: null }
      await commit(
        ctx,
        transitionMembership(ctx, row, row.status, { actor: ctx.actor, reason: 'cancellation_undone', set }),
      )
    }
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
    return pause(ctx, shown, { ...input, actor: ctx.actor })
  })
}

/** Ends a pause of the caller's membership, or cancels a future one. */
export async function resumeOwnMembership(ctx: CustomerContext, input: InProgram): Promise<Membership> {
  return retryOnConflict(async () => {
    const shown = await loadOwnMembership(ctx, input)
    if (shown.selling.memberships?.customer_may_pause !== true)
      throw new ApiError('transition_not_allowed', { param: 'membership_id' })
    return resume(ctx, shown, ctx.actor)
  })
}

/** Pauses a membership of a program. */
export async function pauseMembership(
  ctx: Ctx,
  input: HoldMembershipRequest & InProgram & { actor: Actor },
): Promise<Membership> {
  return retryOnConflict(async () => pause(ctx, await loadOfProgram(ctx, input), input))
}

/** Ends a pause of a membership of a program, or cancels a future one. */
export async function resumeMembership(ctx: Ctx, input: InProgram & { actor: Actor }): Promise<Membership> {
  return retryOnConflict(async () => resume(ctx, await loadOfProgram(ctx, input), input.actor))
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

async function loadOfProgram(ctx: Ctx, { program_id, membership_id }: InProgram): Promise<ShownMembershipRow> {
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

async function pause(
  ctx: Ctx,
  { membership: row }: ShownMembershipRow,
  input: HoldMembershipRequest & { actor: Actor },
): Promise<Membership> {
  const today = dayInZone(ctx.now, row.timezone)
  const pause_on = input.from ?? today
  const resume_on = input.to ?? null
  if (row.status !== 'active' || row.pause_on !== null || row.cancel_at_period_end || isLastPeriod(row))
    throw new ApiError('state_conflict', { subject: row.status })
  if (pause_on < today || pause_on > addDays(today, maxPauseDays)) throw new ApiError('invalid_date', { param: 'from' })
  if (resume_on !== null && (resume_on <= pause_on || resume_on > addDays(pause_on, maxPauseDays)))
    throw new ApiError('invalid_date', { param: 'to' })
  const to = pause_on <= today ? 'paused' : 'active'
  await commit(
    ctx,
    transitionMembership(ctx, row, to, { actor: input.actor, reason: 'hold', set: { pause_on, resume_on } }),
  )
  return readMembership(ctx, row.id)
}

async function resume(ctx: Ctx, { membership: row }: ShownMembershipRow, actor: Actor): Promise<Membership> {
  if (row.pause_on === null) throw new ApiError('state_conflict', { subject: row.status })
  const today = dayInZone(ctx.now, row.timezone)
  const set = { pause_on: null, resume_on: null }
  const writes =
    row.status === 'paused'
      ? resumed(ctx, row, today, actor)
      : transitionMembership(ctx, row, 'active', { actor, reason: 'hold_taken_back', set })
  await commit(ctx, writes)
  return readMembership(ctx, row.id)
}
