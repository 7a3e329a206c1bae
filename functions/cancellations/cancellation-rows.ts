import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Statement } from '../database/database.ts'
import { orderItems, registrations } from '../database/tables.ts'

/** Marks a line as cancelled, once: the same line cancelled twice breaks the guard that follows. */
export function cancelItem(db: Db, itemId: string, cancelled: { at: number; amount: number }): Statement {
  return db.update(orderItems).set({ cancelled_at: cancelled.at, amount_cancelled: cancelled.amount }).where(and(eq(orderItems.id, itemId), isNull(orderItems.cancelled_at)))
}

/** The order a registration is in, null when it is in none. */
export async function orderOfRegistration(db: Db, registrationId: string): Promise<string | null> {
  const [row] = await db.select({ order_id: registrations.order_id }).from(registrations).where(eq(registrations.id, registrationId))
  return row?.order_id ?? null
}
