import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../database/database.ts'
import { orderItems } from '../database/tables.ts'

/** Marks a line as cancelled, once: the same line cancelled twice breaks the guard that follows. */
export function cancelItem(db: Db, itemId: string, cancelled: { at: number; amount: number }): Statement {
  return db.update(orderItems).set({ cancelled_at: cancelled.at, amount_cancelled: cancelled.amount }).where(and(eq(orderItems.id, itemId), isNull(orderItems.cancelled_at)))
}

/** The id of the order a registration is in, inside a read that only knows the registration; NULL when it is in none. */
export const orderOfRegistration = (registrationId: string): SQL => sql`(SELECT order_id FROM registrations WHERE id = ${registrationId})`
