import type { MembershipTerms } from '../../contract/booking/membership.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { HeldMembership } from '../../contract/booking/entitlement.ts'
import type { Ctx } from '../../platform/context.ts'
import { addDays, firstPeriod, laterDay } from '../../offering/pricing/billing-period.ts'
import type { MembershipRow } from './membership-rows.ts'

/** An order as its new memberships read it. */
export type InOrder = {
  id: string
  program_id: string
  customer_id: string
  customer_profile_id: string
  membership_id: string | null
  memberships: readonly MembershipRow[]
  program: { timezone: string }
}
export type Line = {
  id: string
  product_id: string
  unit_amount: number
  amount_discount: number
  attendee_profile_id: string | null
  membership_terms: MembershipTerms | null
  cancelled_at: number | null
}
export type SoldLine = Line & { terms: MembershipTerms }

/** A membership as its line item sells it, before its first payment. */
export function newMembership(ctx: Ctx, order: InOrder, line: SoldLine): MembershipRow {
  const { timezone } = order.program
  const today = dayInZone(ctx.now, timezone)
  const start_on = laterDay(line.terms.start_on, today)
  const trial_end_on = line.terms.trial_days === null ? null : addDays(start_on, line.terms.trial_days)
  const first = firstPeriod(line.terms, trial_end_on ?? start_on)
  return {
    id: ctx.newId('mem'),
    program_id: order.program_id,
    customer_id: order.customer_id,
    customer_profile_id: order.customer_profile_id,
    attendee_profile_id: line.attendee_profile_id,
    package_id: line.product_id,
    status: 'incomplete',
    step: 0,
    is_usable: false,
    order_id: order.id,
    order_item_id: line.id,
    payment_source_id: null,
    timezone,
    terms: { ...line.terms, start_on, ...(line.amount_discount > 0 ? { discount: line.amount_discount } : {}) },
    cost: line.terms.cost,
    next_cost: null,
    next_cost_on: null,
    credit_amount: 0,
    start_on,
    trial_end_on,
    anchor_on: first.anchor_on,
    anchor_day: first.anchor_day,
    period_index: first.index - 1,
    period_start_on: null,
    period_end_on: null,
    num_paid: 0,
    cancel_at_period_end: false,
    cancel_reason: null,
    cancel_reason_other: null,
    ended_at: null,
    pause_on: null,
    resume_on: null,
    attempts: 0,
    charge_key: null,
    due_on: null,
    next_grant_on: null,
    next_step_at: null,
    renewal_told_for: null,
    renewal_told_amount: null,
    renewal_told_at: null,
    created: ctx.now,
    updated: ctx.now,
  }
}

/** A membership of a cart as it will be once its order is paid, with a card for its later charges. */
export function heldOnceBought(ctx: Ctx, order: Omit<InOrder, 'memberships'>, line: Line): HeldMembership {
  if (line.membership_terms === null) throw new Error('an item without a membership')
  const row = newMembership(ctx, { ...order, memberships: [] }, { ...line, terms: line.membership_terms })
  const isLater = row.start_on > dayInZone(ctx.now, row.timezone)
  const status = isLater ? 'scheduled' : row.trial_end_on === null ? 'active' : 'trialing'
  return { ...row, status, is_usable: !isLater, has_card: true }
}
