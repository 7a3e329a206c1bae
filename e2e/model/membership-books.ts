import type { Booking, ModelOrder } from './booking-state.ts'
import type { World } from './booking-world.ts'
import { dayText } from './membership-days.ts'
import { isUsable } from './membership-state.ts'

type Row = Record<string, string | number | null>
type Differ = (what: string, id: unknown, theirs: Record<string, unknown>, ours: Record<string, unknown>) => void

/** Queries for memberships, their orders, the orders of their weeks and their visits. */
export const membershipQuestions = [
  'SELECT id, customer_profile_id, package_id, order_id, status, is_usable, period_start_on, period_end_on, num_paid, credit_amount, attempts, cancel_at_period_end, pause_on, resume_on FROM memberships WHERE program_id = ?1 ORDER BY rowid',
  'SELECT id, membership_id, membership_period, quote_version FROM orders WHERE program_id = ?1 AND (membership_id IS NOT NULL OR id IN (SELECT m.order_id FROM memberships AS m WHERE m.program_id = ?1)) ORDER BY rowid',
  'SELECT substr(id, 5) AS id, membership_id, grant_key FROM session_credits WHERE program_id = ?1 AND membership_id IS NOT NULL ORDER BY rowid',
]

/** Copies ids that no response contained. A refused card names no order, and the scheduler returns nothing. */
export function adoptMemberships({ booking, people, programId }: World, [members, orders, grants]: Row[][]): void {
  const existing = new Set(booking.memberships.map(({ id }) => id))
  for (const member of booking.memberships.filter(({ id }) => id === '')) {
    const profile = people[member.customer]?.profileId(programId)
    const row = members?.find(
      (each) =>
        each.customer_profile_id === profile &&
        each.package_id === booking.plans[member.plan]?.id &&
        !existing.has(String(each.id)),
    )
    if (!row) continue
    const order = booking.orders.find(
      (each) => each.id === '' && each.membership === undefined && each.customer === member.customer,
    )
    existing.add(String(row.id))
    Object.assign(member, { id: row.id, order: row.order_id })
    if (order) order.id = String(row.order_id)
  }
  const taken = new Set(booking.orders.map(({ id }) => id))
  for (const order of booking.orders.filter(({ id, membership }) => id === '' && membership !== undefined)) {
    const row = orders?.find((each) => each.membership_id === order.membership && !taken.has(String(each.id)))
    if (!row) continue
    Object.assign(order, { id: row.id, week: row.membership_period })
    taken.add(order.id)
  }
  for (const row of orders ?? []) adoptVersion(booking, row)
  for (const credit of booking.credits.filter(({ id }) => id === '')) {
    const of = booking.memberships[credit.membership ?? -1]?.id
    credit.id = String(grants?.find((each) => each.membership_id === of && each.grant_key === credit.key)?.id ?? '')
  }
}

// The order of a membership is not a cart, so no one sees its quote.
function adoptVersion(booking: Booking, row: Row): void {
  const order = booking.orders.find(({ id }) => id === row.id) as ModelOrder | undefined
  if (order) order.version = Number(row.quote_version)
}

const day = (value: number | null | undefined) => (value === null || value === undefined ? null : dayText(value))

/** Compares every membership with the model. */
export function compareMemberships({ booking }: World, [members]: Row[][], differ: Differ): void {
  differ('memberships', 'all', { count: members?.length ?? 0 }, { count: booking.memberships.length })
  for (const member of booking.memberships)
    differ(`${member.status} membership`, member.id, members?.find(({ id }) => id === member.id) ?? {}, {
      status: member.status,
      is_usable: isUsable(member) ? 1 : 0,
      period_start_on: day(member.period?.start),
      period_end_on: day(member.period?.end),
      num_paid: member.numPaid,
      credit_amount: member.saved,
      attempts: member.attempts,
      cancel_at_period_end: member.leaves ? 1 : 0,
      pause_on: day(member.hold?.from),
      resume_on: day(member.hold?.to),
    })
}
