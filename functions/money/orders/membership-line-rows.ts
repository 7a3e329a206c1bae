import { getTableColumns, sql } from 'drizzle-orm'
import { memberships, orders } from '../../platform/database/tables.ts'
import type { MembershipRow } from '../../booking/memberships/membership-rows.ts'

const flags = new Set(['is_usable', 'cancel_at_period_end'])
const columnNames = Object.values(getTableColumns(memberships)).map(({ name }) => name)
const pairs = columnNames.map(
  (name) =>
    `'${name}', ${name === 'terms' ? 'json(m.terms)' : flags.has(name) ? `json(iif(m.${name}, 'true', 'false'))` : `m.${name}`}`,
)
/** Subquery for the memberships of an order: bought with the order, or the one whose period the order pays. */
export const membershipsOfOrder = sql<
  MembershipRow[]
>`(SELECT json_group_array(json_object(${sql.raw(pairs.join(', '))})) FROM memberships AS m WHERE m.order_id = ${orders.id} OR m.id = ${orders.membership_id})`.mapWith(
  (text: string) => JSON.parse(text) as MembershipRow[],
)

/** Subquery: 1 if the order buys a membership that charges a stored card later. */
export const chargesCardLater = sql<number>`EXISTS (SELECT 1 FROM order_items WHERE order_items.order_id = ${orders.id} AND order_items.membership_terms IS NOT NULL
  AND order_items.cancelled_at IS NULL AND ((order_items.membership_terms ->> '$.billing_period' <> 'once' AND order_items.membership_terms ->> '$.num_periods' IS NOT 1)
  OR (order_items.unit_amount = 0 AND order_items.membership_terms ->> '$.cost' > 0)))`
