import type { Actor } from '../../platform/actor.ts'
import type { MembershipStatus } from '../../contract/states/membership-states.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { historyRow } from '../../platform/database/history.ts'
import { billingPeriod, indexOn, laterDay } from '../../offering/pricing/billing-period.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { grantPeriodCredits } from './grant-period-credits.ts'
import { type DuePeriod, duePeriod, priceOn } from './membership-rules.ts'
import { insertMembership, type MembershipChange, type MembershipRow } from './membership-rows.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { checkPlaces, membershipAfter, transitionMembership } from './membership-steps.ts'
import { type InOrder, type Line, newMembership, type SoldLine } from './new-membership.ts'

type Lines = { lines: readonly Line[]; actor: Actor }
type Paid = Lines & {
  /** The stored card that paid. Later periods are charged to it. */
  source: string | null
}

const linesOf = ({ lines }: Lines) =>
  lines.flatMap((line) =>
    line.membership_terms !== null && line.cancelled_at === null ? [{ ...line, terms: line.membership_terms }] : [],
  )
const ownOf = (order: InOrder, line: Pick<Line, 'id'>) =>
  order.memberships.find(({ order_item_id, status }) => order_item_id === line.id && status !== 'incomplete_expired')

/** Statements for the batch that submits an order: they create its memberships, which wait for their first payment. */
export function openMemberships(ctx: Ctx, order: InOrder, lines: Lines): Statement[] {
  if (order.membership_id !== null) return []
  return linesOf(lines).flatMap((line) => {
    if (ownOf(order, line)) return []
    const row = membershipAfter(ctx.now, newMembership(ctx, order, line), 'incomplete', { is_usable: false })
    return insertWithHistory(ctx, { ...row, step: 0 }, lines.actor)
  })
}

/** Statements that end the memberships of an order that ended unpaid. */
export const endIncomplete = (ctx: Ctx, order: Pick<InOrder, 'memberships'>, actor: Actor): Statement[] =>
  order.memberships.flatMap((row) =>
    row.status === 'incomplete'
      ? transitionMembership(ctx, row, 'incomplete_expired', { actor, reason: 'not_paid' })
      : [],
  )

/**
 * Statements for the batch in which an order is paid. Its new memberships begin today or on their start date, free or
 * paid, with their credits. If the order pays a period of an existing membership, that period begins.
 */
export function membershipsPaid(ctx: Ctx, order: InOrder, paid: Paid): Statement[] {
  return linesOf(paid).flatMap((line) => {
    if (order.membership_id === null) return startPurchased(ctx, order, { ...paid, line })
    const row = order.memberships.find(({ id }) => id === order.membership_id)
    const saved = line.terms.cost - line.unit_amount
    return row && !membershipStates.ended.has(row.status) ? renew(ctx, row, { ...paid, saved }) : []
  })
}

function startPurchased(ctx: Ctx, order: InOrder, { line, actor, source }: Paid & { line: SoldLine }): Statement[] {
  const existing = ownOf(order, line)
  if (existing && existing.status !== 'incomplete') return []
  const row = { ...newMembership(ctx, order, line), ...(existing ? keys(existing) : {}) }
  const own: MembershipChange = {
    payment_source_id: source,
    terms: row.terms,
    start_on: row.start_on,
    trial_end_on: row.trial_end_on,
    anchor_on: row.anchor_on,
    anchor_day: row.anchor_day,
  }
  const today = dayInZone(ctx.now, row.timezone)
  // A membership whose start date passed before its payment is charged now.
  const isPaid = line.unit_amount > 0 || duePeriod(row).cost === 0
  if (row.start_on > today || (row.trial_end_on === null && !isPaid))
    return start(ctx, row, { to: 'scheduled', actor, set: own, isNew: !existing, writes: [] })
  if (row.trial_end_on !== null) {
    const trial = startTrial(ctx, row)
    return start(ctx, row, {
      ...trial,
      to: 'trialing',
      actor,
      set: { ...own, ...trial.set },
      isNew: !existing,
    })
  }
  const paid = periodPaid(ctx, row, duePeriod(row), today)
  return start(ctx, row, { ...paid, to: 'active', actor, set: { ...own, ...paid.set }, isNew: !existing })
}

const keys = ({ id, step, status, created }: MembershipRow) => ({ id, step, status, created })

type Start = { to: MembershipStatus; actor: Actor; set: MembershipChange; isNew: boolean; writes: Statement[] }
// A membership that is paid at purchase has no earlier status.
function start(ctx: Ctx, row: MembershipRow, { to, actor, set, isNew, writes }: Start): Statement[] {
  if (!isNew) return [...transitionMembership(ctx, row, to, { actor, set }), ...writes]
  const moved = membershipAfter(ctx.now, row, to, set)
  const first = { ...moved, step: 0 }
  // Places that another membership no longer opens may be open again.
  return [...insertWithHistory(ctx, first, actor), ...writes, checkPlaces(ctx, first)]
}

function insertWithHistory(ctx: Ctx, row: MembershipRow, actor: Actor): Statement[] {
  const history = { object: 'membership', object_id: row.id, step: -1, from: null, to: row.status } as const
  return [...insertMembership(ctx.db, row), historyRow(ctx, { ...history, actor, at: ctx.now })]
}

/** The changes and credits at the beginning of a trial, which counts as a period. */
export function startTrial(ctx: Ctx, row: MembershipRow): { set: MembershipChange; writes: Statement[] } {
  const period = { start_on: row.start_on, end_on: row.trial_end_on }
  const granted = grantPeriodCredits(ctx, row, { day: row.start_on, period, isFirst: true })
  return {
    set: { period_start_on: period.start_on, period_end_on: period.end_on, ...granted.set },
    writes: granted.writes,
  }
}

// The paid period becomes the current period and grants its credits.
function periodPaid(
  ctx: Ctx,
  row: MembershipRow,
  due: DuePeriod,
  today: string,
): { set: MembershipChange; writes: Statement[] } {
  const { period, index, anchor } = laterPeriod(row, due, today)
  const isFirst = row.period_start_on === null
  const grants = row.terms.is_unlimited ? isFirst : row.next_grant_on === null || row.next_grant_on <= today
  const day = laterDay(period.start_on, today)
  const granted = grants ? grantPeriodCredits(ctx, row, { day, period, isFirst }) : { writes: [], set: {} }
  // The price of the period when it was opened, even if it is paid later.
  const cost = priceOn(row, due.period.start_on)
  return {
    set: {
      ...anchor,
      period_index: index,
      period_start_on: period.start_on,
      period_end_on: period.end_on,
      num_paid: row.num_paid + 1,
      attempts: 0,
      charge_key: null,
      due_on: null,
      cost,
      ...(cost === row.next_cost ? { next_cost: null, next_cost_on: null } : {}),
      ...granted.set,
    },
    writes: granted.writes,
  }
}

// A payment after the end of a period pays the period in which it arrives, so that customers do not pay for days
// without access.
function laterPeriod(
  row: MembershipRow,
  due: DuePeriod,
  today: string,
): Pick<DuePeriod, 'period' | 'index' | 'anchor'> {
  const { billing_period } = row.terms
  const isOver = due.period.end_on !== null && due.period.end_on <= today
  if (row.status !== 'unpaid' || !isOver || billing_period === 'once') return due
  const index = indexOn(due.anchor, billing_period, today)
  return { anchor: due.anchor, index, period: billingPeriod(due.anchor, row.terms, index) }
}

function renew(ctx: Ctx, row: MembershipRow, { actor, source, saved }: Paid & { saved: number }): Statement[] {
  const due = duePeriod(row)
  const today = dayInZone(ctx.now, row.timezone)
  const paid = periodPaid(ctx, row, due, today)
  const set = {
    ...paid.set,
    credit_amount: row.credit_amount - saved,
    ...(source === null ? {} : { payment_source_id: source }),
  }
  return [
    ...transitionMembership(ctx, row, 'active', { actor, reason: 'period_paid', set }),
    ...paid.writes,
    recordEvent(ctx, {
      kind: 'membership.renewed',
      ref: row.id,
      key: `${row.id}:${due.period.start_on}`,
      body: { paid_on: today },
    }),
  ]
}
