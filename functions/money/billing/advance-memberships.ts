import { minuteMs } from '../../contract/limits.ts'
import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as membershipStates from '../../contract/states/membership-states.ts'
import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { grantPeriodCredits } from '../../booking/memberships/grant-period-credits.ts'
import { afterPause, type MembershipStep, stepDue } from '../../booking/memberships/membership-rules.ts'
import { dueMemberships, loadMembership, postpone } from '../../booking/memberships/load-memberships.ts'
import type { MembershipRow, ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import { transitionMembership } from '../../booking/memberships/membership-steps.ts'
import { startTrial } from '../../booking/memberships/memberships-paid.ts'
import { chargePeriod, concludeCharge } from './charge-period.ts'
import { closeOpenOrder } from './end-period.ts'
import { creditPausedDays } from './credit-paused-days.ts'
import { endUnpaidOrder } from '../payments/end-unpaid-order.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/** Maximum number of memberships per run, and of steps that one membership takes in a run. */
const maxPerRun = 50
const maxSteps = 6
/** Delay after a failed step, in ms. */
const tryAgainMs = 10 * minuteMs

/** Scheduled task: each membership takes its due steps, each in a separate batch. After an outage it catches up. */
export async function advanceMemberships(ctx: Ctx): Promise<void> {
  for await (const id of withinBudget(ctx, await dueMemberships(ctx, maxPerRun))) {
    try {
      for (let step = 0; step < maxSteps; step += 1) if (!(await retryOnConflict(async () => takeStep(ctx, id)))) break
    } catch (error) {
      ctx.log('membership_not_moved', { reason: reasonOf(error) })
      await postpone(ctx, id, ctx.now + tryAgainMs)
    }
  }
}

/** Takes the due step of a membership. Returns false if none is due. */
async function takeStep(ctx: Ctx, id: string): Promise<boolean> {
  const shown = await loadMembership(ctx, id)
  const row = shown?.membership
  if (!row || row.next_step_at === null || row.next_step_at > ctx.now) return false
  if (row.charge_key !== null) {
    await concludeCharge(ctx, id)
    return false
  }
  const next = stepDue(row, ctx.now)
  if (next.step === 'charge') await chargePeriod(ctx, shown, next.due)
  else if (next.step === 'expire') await expireIncomplete(ctx, shown)
  else await commit(ctx, stepWrites(ctx, shown, next.step))
  return true
}

function stepWrites(
  ctx: Ctx,
  shown: ShownMembershipRow,
  step: Exclude<MembershipStep['step'], 'charge' | 'expire'>,
): Statement[] {
  const { membership: row } = shown
  const today = dayInZone(ctx.now, row.timezone)
  const move = (to: MembershipRow['status'], reason: string, set = {}) =>
    transitionMembership(ctx, row, to, { actor: system, reason, set })
  const ended = (to: StatusIn<typeof membershipStates.endedByClock>) => {
    const unused = creditPausedDays(ctx, shown, system)
    return [
      ...move(to, step, unused.set),
      ...unused.writes,
      recordEvent(ctx, { kind: 'membership.ended', ref: row.id, body: { to } }),
    ]
  }
  if (step === 'cancel') return ended('cancelled')
  if (step === 'end') return ended('expired')
  if (step === 'pause') return move('paused', 'hold_begins')
  if (step === 'resume') return resumed(ctx, row, row.resume_on ?? today)
  if (step === 'start_trial') {
    const trial = startTrial(ctx, row)
    return [...move('trialing', 'trial_begins', trial.set), ...trial.writes]
  }
  if (step === 'grant') {
    const period = { start_on: row.period_start_on ?? today, end_on: row.period_end_on }
    const credits = grantPeriodCredits(ctx, row, { day: today, period, isFirst: false })
    return [...move('active', 'credits_given', credits.set), ...credits.writes]
  }
  // Nothing is due yet, so only the time of the next step changes.
  return move(row.status, 'looked_at', { is_usable: row.is_usable })
}

/** Statements that end a pause. A period that begins with the resumption is charged as usual. */
const resumed = (ctx: Ctx, row: MembershipRow, on: string): Statement[] =>
  transitionMembership(ctx, row, 'active', { actor: system, reason: 'hold_ends', set: afterPause(row, on) })

// After 23 hours without payment, the order ends with its membership, unless other items of the order were paid.
async function expireIncomplete(ctx: Ctx, shown: ShownMembershipRow): Promise<void> {
  const order = await closeOpenOrder(ctx, shown)
  const row = shown.membership
  if (order && orderStates.awaitingCustomer.has(order.status))
    return void (await commit(
      ctx,
      endUnpaidOrder(ctx, order, { to: 'expired', actor: system, reason: 'not_paid_in_time' }),
    ))
  if (order?.status === 'processing') return postpone(ctx, row.id, ctx.now + tryAgainMs)
  await commit(ctx, transitionMembership(ctx, row, 'incomplete_expired', { actor: system, reason: 'not_paid_in_time' }))
}
