import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { Membership } from '../../contract/booking/membership.ts'
import { money } from '../../contract/display-money.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { dayStart } from '../../offering/pricing/billing-period.ts'
import { isLastPeriod } from '../../offering/pricing/membership-days.ts'
import { nextPaymentAt, nextPaymentCost } from './next-payment.ts'
import { membershipById, type MembershipRow, type ShownMembershipRow } from './membership-rows.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'

/**
 * A membership of the caller. Throws `not_found` for a missing membership, another customer's, and that of another
 * program.
 */
export async function loadOwnMembership(
  ctx: CustomerContext,
  { program_id, membership_id }: { program_id: string; membership_id: string },
): Promise<ShownMembershipRow> {
  const [row] = await membershipById(ctx.db, membership_id)
  if (row?.membership.customer_id !== ctx.actor.customer_id || row.membership.program_id !== program_id)
    throw new ApiError('not_found', { param: 'membership_id' })
  return row
}

/** Reads a membership again after a change. */
export async function readMembership(ctx: Ctx, id: string): Promise<Membership> {
  const [row] = await membershipById(ctx.db, id)
  if (!row) throw new ApiError('not_found', { param: 'membership_id' })
  return showMembership(ctx, row)
}

/** Builds the membership of the API. */
export function showMembership(ctx: Ctx, { membership: row, ...about }: ShownMembershipRow): Membership {
  const { is_discontinued, ...named } = about.package
  const at = (day: string | null) => (day === null ? null : instant(dayStart(day, row.timezone)))
  const inMoney = (amount: number) => money(amount, about, ctx.language)
  const paidAt = nextPaymentAt(row, ctx.now)
  const cost = nextPaymentCost(row, about.currency, ctx.now)
  return {
    id: row.id,
    object: 'membership',
    program_id: row.program_id,
    status: row.status,
    is_usable: row.is_usable,
    package: {
      ...localize(named, ctx.contentLanguage),
      object: 'membership_package',
      is_discontinued,
      billing_period: row.terms.billing_period,
    },
    price: inMoney(row.cost),
    is_fee_included: row.terms.include_fee ?? about.selling.fee.included,
    next_price: row.next_cost === null ? null : inMoney(row.next_cost),
    next_price_from: row.next_cost_on,
    customer_profile: about.profile,
    attendee_profile: about.person,
    start_date: row.start_on,
    trial_start: row.trial_end_on === null ? null : instant(dayStart(row.start_on, row.timezone)),
    trial_end: at(row.trial_end_on),
    billing_cycle_anchor: instant(dayStart(row.anchor_on, row.timezone)),
    current_period_start: at(row.period_start_on),
    current_period_end: at(row.period_end_on),
    next_payment_at: paidAt === null ? null : instant(paidAt),
    ends_at: isLastPeriod(row) && !membershipStates.ended.has(row.status) ? at(row.period_end_on) : null,
    cancel_at: row.cancel_at_period_end && row.ended_at === null ? at(row.period_end_on) : null,
    cancel_at_period_end: row.cancel_at_period_end,
    cancelled_at: row.status === 'cancelled' && row.ended_at !== null ? instant(row.ended_at) : null,
    pause_starts_at: at(row.pause_on),
    pause_ends_at: at(row.resume_on),
    ...mayHold(row, about.selling.memberships?.customer_may_pause === true),
    next_payment_cost: cost === null ? null : inMoney(cost),
    default_payment_method: row.payment_source_id,
    order_id: row.order_id,
    order_item_id: row.order_item_id,
    open_order_id: about.open_order_id,
    amount_due: inMoney(about.amount_due),
    timezone: row.timezone,
    created: instant(row.created),
    updated: instant(row.updated),
  }
}

/** Whether the customer may pause or resume the membership, if the program lets them. */
function mayHold(row: MembershipRow, isAllowed: boolean): Pick<Membership, 'may_pause' | 'may_resume'> {
  const goesOn = row.status === 'active' && row.pause_on === null && !row.cancel_at_period_end && !isLastPeriod(row)
  const isHeld = row.pause_on !== null && membershipStates.pausable.has(row.status)
  return { may_pause: isAllowed && goesOn, may_resume: isAllowed && isHeld }
}
