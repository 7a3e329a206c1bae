import { dayMs } from '../../contract/limits.ts'
import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { addDays, dayStart } from '../../offering/pricing/billing-period.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import {
  chargedTotal,
  noticeDays,
  priceNoticeDays,
  renewalNoticeDays,
  renewalOf,
} from '../../booking/memberships/membership-rules.ts'
import { isLastPeriod } from '../../offering/pricing/membership-days.ts'
import type { MembershipRow } from '../../booking/memberships/membership-rows.ts'
import { transitionMembership } from '../../booking/memberships/membership-steps.ts'
import { membershipsThatRenew, membershipsToAnnounce, membershipsToReprice, setRenewalTold } from './billing-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/**
 * Scheduled task: three days before, mails customers that a trial ends and is charged, or that a fixed-term membership
 * ends.
 */
export async function announceMemberships(ctx: Ctx): Promise<void> {
  const due = await membershipsToAnnounce(ctx.db, { now: ctx.now, until: ctx.now + noticeDays * dayMs })
  for await (const { membership: row } of withinBudget(ctx, due)) {
    const about = { ref: row.id, key: `${row.id}:${row.next_step_at}`, body: {} }
    if (row.status === 'trialing' && isLongEnough(row))
      await commit(ctx, [recordEvent(ctx, { kind: 'membership.trial_ending', ...about })])
    else if (row.status === 'active' && isLastPeriod(row) && endsNext(row))
      await commit(ctx, [recordEvent(ctx, { kind: 'membership.ending', ...about })])
  }
}

// A trial of three days or less needs no announcement, because the customer has just agreed to it.
const isLongEnough = ({ terms }: MembershipRow) => (terms.trial_days ?? 0) > noticeDays
const endsNext = (row: MembershipRow) =>
  row.period_end_on !== null && row.next_step_at === dayStart(row.period_end_on, row.timezone)

/**
 * Scheduled task: mails customers that a membership renews, 30 days before each year and 7 days before the first shorter
 * period. A customer is told again if the day or the amount has changed since.
 */
export async function announceRenewals(ctx: Ctx): Promise<void> {
  const today = dayInZone(ctx.now, 'UTC')
  // Searches one more day, because a day can end earlier in the time zone of a program than in UTC.
  const until = (days: number) => addDays(today, days + 1)
  const days = { today, year: until(renewalNoticeDays.year), first: until(renewalNoticeDays.first) }
  for await (const { membership: row, selling, currency } of withinBudget(
    ctx,
    await membershipsThatRenew(ctx.db, days),
  )) {
    const renewal = renewalOf(row, currency, ctx.now)
    if (!renewal) continue
    const { day } = renewal
    const amount = chargedTotal(row, renewal.cost, selling)
    const isAnnounced = row.renewal_told_for === day && row.renewal_told_amount === amount
    const notice = { renewal_told_for: day, renewal_told_amount: amount, renewal_told_at: ctx.now }
    const body = { day, amount }
    const key = `${row.id}:${day}:${ctx.now}`
    try {
      await commit(ctx, [
        setRenewalTold(ctx.db, row, notice),
        guard(ctx.db, 'state'),
        ...(isAnnounced ? [] : [recordEvent(ctx, { kind: 'membership.renewing', ref: row.id, key, body })]),
      ])
    } catch (error) {
      // Another run or change was faster, so the next run compares again.
      ctx.log('renewal_not_announced', { reason: reasonOf(error) })
    }
  }
}

/**
 * Scheduled task: mails members about a new price of their package. It applies from the first period that begins at
 * least 30 days later.
 */
export async function announcePrices(ctx: Ctx): Promise<void> {
  for await (const { membership: row, cost } of withinBudget(ctx, await membershipsToReprice(ctx.db))) {
    const isAsBefore = cost === row.cost
    const set = {
      next_cost: isAsBefore ? null : cost,
      next_cost_on: isAsBefore ? null : addDays(dayInZone(ctx.now, row.timezone), priceNoticeDays),
      is_usable: row.is_usable,
      next_step_at: row.next_step_at,
    }
    const event = recordEvent(ctx, {
      kind: 'membership.price_changed',
      ref: row.id,
      key: `${row.id}:${row.step}`,
      body: { cost },
    })
    try {
      await commit(ctx, [
        ...transitionMembership(ctx, row, row.status, { actor: system, reason: 'price_changed', set }),
        event,
      ])
    } catch (error) {
      // A concurrent transition: the next run tries again.
      ctx.log('membership_not_repriced', { reason: reasonOf(error) })
    }
  }
}
