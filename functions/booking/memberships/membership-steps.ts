import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { MembershipStatus } from '../../contract/states/membership-states.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { daysOfPlaces } from '../../offering/pricing/membership-days.ts'
import { nextStepAt } from './membership-rules.ts'
import { changeMembership, type MembershipChange, type MembershipRow } from './membership-rows.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'

type Move = { actor: Actor; reason?: string | null; set?: MembershipChange }

/** A membership after a transition: its usability follows its status, and its next step is scheduled. */
export function membershipAfter(
  now: number,
  read: MembershipRow,
  to: MembershipStatus,
  set: MembershipChange = {},
): MembershipRow {
  const is_usable = membershipStates.running.has(to) || (to === 'past_due' && read.num_paid > 0)
  const ended_at = membershipStates.ended.has(to) ? now : null
  const row = { ...read, is_usable, ended_at, ...set, status: to, step: read.step + 1, updated: now }
  return { ...row, next_step_at: ended_at === null ? (set.next_step_at ?? nextStepAt(row, now)) : null }
}

/**
 * Statements for a transition from the status and step that were read. Throws when the table does not allow this actor
 * the transition. A concurrent change aborts the batch with `state_conflict`.
 */
export function transitionMembership(ctx: Ctx, read: MembershipRow, to: MembershipStatus, move: Move): Statement[] {
  if (!membershipStates.mayTransition(read.status, to, move.actor.type))
    throw new ApiError('state_conflict', { subject: read.status })
  const after = membershipAfter(ctx.now, read, to, move.set)
  const { id, created, ...change } = after
  return [
    changeMembership(ctx.db, read, change),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'membership', read, to, move),
    ...(endMoves(read, after) ? [checkPlaces(ctx, after)] : []),
  ]
}

/** Queues the check of the places for which the end of a membership decides. */
export const checkPlaces = (ctx: Ctx, { id, step }: Pick<MembershipRow, 'id' | 'step'>): Statement =>
  queueJob(ctx, { kind: 'membership.check_places', ref: id, key: `${id}:${step}` })

/** True if a change moves the end of a membership, or begins it. */
function endMoves(read: MembershipRow, after: MembershipRow): boolean {
  // Without a card, the membership changes again when its trial ends.
  const before = daysOfPlaces({ ...read, has_card: true })
  const now = daysOfPlaces({ ...after, has_card: true })
  return (before === null) !== (now === null) || before?.until !== now?.until
}
