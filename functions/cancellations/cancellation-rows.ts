import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Statement } from '../database/database.ts'
import { orderItems } from '../database/tables.ts'

/** Marks a line as cancelled, once: the same line cancelled twice breaks the guard that follows. */
export function cancelItem(db: Db, itemId: string, cancelled: { at: number; amount: number }): Statement {
  return db.update(orderItems).set({ cancelled_at: cancelled.at, amount_cancelled: cancelled.amount }).where(and(eq(orderItems.id, itemId), isNull(orderItems.cancelled_at)))
}
