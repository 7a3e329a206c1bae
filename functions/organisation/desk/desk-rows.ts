import { among } from '../../platform/database/json-lists.ts'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { OrganiserOrderListQuery } from '../../contract/organisation/desk.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { customers, deskDecisions, orderItems, orders, programs, users } from '../../platform/database/tables.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { isOwed } from '../../platform/database/owed-orders.ts'
import { statusList } from '../../platform/database/status-sql.ts'

// The condition must be exactly that of the index orders_open, or the database does not use the index.
const isUnpaid = sql`${orders.status} IN ${statusList(orderStates.open)}`

/** Subquery for the id of a payment's order. */
export const orderOf = (paymentId: string): SQL => sql`(SELECT order_id FROM payments WHERE id = ${paymentId})`

/** The decision about an alert. */
export const decisionOf = (db: Db, task: string) => db.select().from(deskDecisions).where(eq(deskDecisions.task, task))

/** Inserts a decision. A second decision about the same alert aborts the batch. */
export const insertDecision = (db: Db, row: typeof deskDecisions.$inferInsert): Statement =>
  db.insert(deskDecisions).values(row)

const isWaiting = sql`(${isUnpaid} AND ${orders.status} = 'pending' AND ${orders.due_at} IS NOT NULL)`

/** Input of the list; `ids` is a subquery for the ids of the orders that may be listed. */
export type OrderListInput = OrganiserOrderListQuery & { program_id: string; ids?: SQL; due_before?: number }

function matching({ program_id, status, all, is_owed, ids, ...input }: OrderListInput): SQL | undefined {
  const isNarrow = status === undefined && !all && is_owed === undefined
  return and(
    // Without the plus sign, the index of the program is read instead of these orders.
    ids ? sql`${orders.id} IN ${ids} AND +${orders.program_id} = ${program_id}` : eq(orders.program_id, program_id),
    isNarrow ? isWaiting : sql`${orders.status} <> 'draft'`,
    status && sql`${orders.status} IN ${among(status)}`,
    is_owed === undefined ? undefined : is_owed ? isOwed : sql`NOT ${isOwed}`,
    input.customer_profile_id === undefined ? undefined : eq(orders.customer_profile_id, input.customer_profile_id),
    input.due_before === undefined ? undefined : sql`${orders.due_at} < ${input.due_before}`,
    input.created_lt === undefined ? undefined : sql`${orders.created} < ${Date.parse(input.created_lt)}`,
    input.created_gte === undefined ? undefined : sql`${orders.created} >= ${Date.parse(input.created_gte)}`,
  )
}

/** A page of a program's orders with their items, and the number of all matches. */
export async function pageOfOrders(db: Db, input: OrderListInput) {
  const direction = input.order === 'desc' ? desc : asc
  const column = { due_at: orders.hold_expires_at, created: orders.created, updated: orders.updated }[input.sort]
  const which = matching(input)
  const page = db
    .select({ id: orders.id })
    .from(orders)
    .where(which)
    .orderBy(direction(column), direction(orders.id))
    .limit(input.limit)
    .offset(input.skip)
  const [rows, items, [count]] = await db.batch([
    db
      .select({
        order: orders,
        program: { country: programs.country },
        user: { first_name: users.first_name, last_name: users.last_name, email: users.email, phone: users.phone },
      })
      .from(orders)
      .innerJoin(programs, eq(programs.id, orders.program_id))
      .innerJoin(customers, eq(customers.id, orders.customer_id))
      .innerJoin(users, eq(users.id, customers.user_id))
      .where(sql`${orders.id} IN ${page}`)
      .orderBy(direction(column), direction(orders.id)),
    db
      .select()
      .from(orderItems)
      .where(sql`${orderItems.order_id} IN ${page}`)
      .orderBy(orderItems.order_id, orderItems.position, orderItems.id),
    db.select({ total: sql<number>`count(*)` }).from(orders).where(which),
  ])
  return { rows, items, total: count?.total ?? 0 }
}
export type ListedOrder = Awaited<ReturnType<typeof pageOfOrders>>['rows'][number]
export type ListedItem = Awaited<ReturnType<typeof pageOfOrders>>['items'][number]
