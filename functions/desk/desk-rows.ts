import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { OrganiserOrderListQuery } from '../contract/desk.ts'
import type { Db, Statement } from '../database/database.ts'
import { customers, deskDecisions, orders, users } from '../database/tables.ts'

// Word for word the condition of the index orders_open: only then does the database use it.
const isUnpaid = sql`${orders.status} IN ('draft', 'pending', 'requires_action', 'processing')`

/** The id of the order of a payment, inside a read that only knows the payment. */
export const orderOf = (paymentId: string): SQL => sql`(SELECT order_id FROM payments WHERE id = ${paymentId})`

/** What was decided about an alert. */
export const decisionOf = (db: Db, task: string) => db.select().from(deskDecisions).where(eq(deskDecisions.task, task))

/** Writes a decision down; a second one about the same alert breaks the batch. */
export const insertDecision = (db: Db, row: typeof deskDecisions.$inferInsert): Statement =>
  db.insert(deskDecisions).values(row)

/** A page of a program's orders that wait for promised money, with the number of all. */
export async function pageOfWaitingOrders(db: Db, input: OrganiserOrderListQuery & { program_id: string }) {
  const direction = input.order === 'desc' ? desc : asc
  const which = and(
    isUnpaid,
    eq(orders.status, 'pending'),
    eq(orders.program_id, input.program_id),
    sql`${orders.due_at} IS NOT NULL`,
  )
  const [rows, [count]] = await db.batch([
    db
      .select({ order: orders, customer: sql<string>`${users.first_name} || ' ' || ${users.last_name}` })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customer_id))
      .innerJoin(users, eq(users.id, customers.user_id))
      .where(which)
      .orderBy(direction(orders.hold_expires_at), direction(orders.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: sql<number>`count(*)` }).from(orders).where(which),
  ])
  return { rows, total: count?.total ?? 0 }
}
