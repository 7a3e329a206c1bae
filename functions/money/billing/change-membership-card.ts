import { ApiError } from '../../contract/api-error.ts'
import { declineOf } from '../../contract/money/declines.ts'
import type { ChangeMembershipCardRequest, Membership } from '../../contract/booking/membership.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import {
  chargedTotal,
  duePeriod,
  nextCharge,
  trialEndsToday,
  waitsForCard,
} from '../../booking/memberships/membership-rules.ts'
import type { MembershipRow, ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { transitionMembership } from '../../booking/memberships/membership-steps.ts'
import { loadOwnMembership, readMembership } from '../../booking/memberships/show-membership.ts'
import { chargePeriod } from './charge-period.ts'
import { closeOpenOrder, endPeriodOrder } from './end-period.ts'
import { keptCards } from '../payments/card-of-memberships.ts'

type Input = ChangeMembershipCardRequest & { program_id: string; membership_id: string }

/**
 * Changes the card of a membership. If a payment is open, the new card is charged at once: for a period whose charge
 * failed, or for the first period after a trial that ended without a card; that period then begins today. Throws if the
 * card is declined; the card is kept all the same for the retries.
 */
export async function changeMembershipCard(ctx: CustomerContext, input: Input): Promise<Membership> {
  await retryOnConflict(async () => setCard(ctx, input))
  const shown = await loadOwnMembership(ctx, input)
  const { membership: row } = shown
  if (isChargedNow(row) && row.charge_key === null) {
    const outcome = await chargePeriod(ctx, shown, duePeriod(row), input.payment_source_id)
    if (outcome?.type === 'declined')
      throw new ApiError('payment_failed', { param: 'payment_source_id' }, declineOf(outcome.code).key)
  }
  return readMembership(ctx, row.id)
}

const isChargedNow = (row: MembershipRow): boolean => membershipStates.owing.has(row.status) || waitsForCard(row)

// The amount due for the period; without an open order, the amount that would be charged today.
function amountNow(ctx: CustomerContext, { membership: row, amount_due, ...sold }: ShownMembershipRow): number {
  if (amount_due > 0 && !waitsForCard(row)) return amount_due
  return chargedTotal(row, nextCharge(row, sold.currency, ctx.now), sold.selling)
}

async function setCard(ctx: CustomerContext, input: Input): Promise<void> {
  const shown = await loadOwnMembership(ctx, input)
  const { membership: row } = shown
  if (membershipStates.ended.has(row.status) || row.status === 'incomplete')
    throw new ApiError('state_conflict', { subject: row.status })
  // The payment was made in another window in the meantime: nothing is charged.
  if (isChargedNow(row) && input.expected_amount != null && input.expected_amount !== amountNow(ctx, shown))
    throw new ApiError('quote_stale', { param: 'expected_amount' })
  const kept = await keptCards(ctx, row.customer_profile_id)
  if (!kept.some(({ id }) => id === input.payment_source_id))
    throw new ApiError('not_found', { param: 'payment_source_id' })
  // The first period begins today, so an order made for an earlier card and day is no longer paid.
  const open = waitsForCard(row) ? await closeOpenOrder(ctx, shown) : null
  if (open?.status === 'processing') throw new ApiError('payment_in_progress', { subject: open.status })
  const set = {
    payment_source_id: input.payment_source_id,
    is_usable: row.is_usable,
    trial_end_on: trialEndsToday(row, ctx.now).trial_end_on,
  }
  await commit(ctx, [
    ...transitionMembership(ctx, row, row.status, { actor: ctx.actor, reason: 'card_changed', set }),
    ...endPeriodOrder(ctx, open, ctx.actor),
  ])
}
