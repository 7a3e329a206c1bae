import { eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { orders, receiptCounters } from '../../platform/database/tables.ts'

/**
 * Takes the next receipt number of a program's year for an order. It must follow the guard statement of the order's
 * transition, in the batch that makes the order paid: a failed batch takes no number, so numbers have no gaps.
 */
export function takeReceiptNumber(db: Db, input: { order_id: string; program_id: string; year: number }): Statement[] {
  return [
    db
      .insert(receiptCounters)
      .values({ program_id: input.program_id, year: input.year, last: 1 })
      .onConflictDoUpdate({
        target: [receiptCounters.program_id, receiptCounters.year],
        set: { last: sql`${receiptCounters.last} + 1` },
      }),
    db
      .update(orders)
      .set({
        receipt_number: sql`(SELECT printf('%04d-%06d', year, last) FROM receipt_counters WHERE program_id = ${input.program_id} AND year = ${input.year})`,
      })
      .where(eq(orders.id, input.order_id)),
  ]
}
