import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { orders, receiptCounters } from '../../platform/database/tables.ts'

/**
 * Takes the next receipt number of a program's year for an order. It must follow the guard statement of the order's
 * transition, in the batch that makes the order paid: a failed batch takes no number, so numbers have no gaps.
 */
export function takeReceiptNumber(db: Db, input: { order_id: string; program_id: string; year: number }): Statement[] {
  return [
    takeNumber(db, input),
    db
      .update(orders)
      .set({ receipt_number: takenNumber('orders.program_id', input.year) })
      .where(eq(orders.id, input.order_id)),
  ]
}

/** Takes the next receipt number of a program's year; `takenNumber` reads it. */
export const takeNumber = (db: Db, { program_id, year }: { program_id: string; year: number }): Statement =>
  db
    .insert(receiptCounters)
    .values({ program_id, year, last: 1 })
    .onConflictDoUpdate({
      target: [receiptCounters.program_id, receiptCounters.year],
      set: { last: sql`${receiptCounters.last} + 1` },
    })

/** The receipt number that the batch took; `programId` is the SQL of a column. */
export const takenNumber = (programId: string, year: number) =>
  sql`(SELECT printf('%04d-%06d', k.year, k.last) FROM receipt_counters AS k WHERE k.program_id = ${sql.raw(programId)} AND k.year = ${year})`

/** Takes the next credit note number of a program's year; `source` selects the row of the counter, or no row. */
export const takeCreditNumber = (db: Db, source: SQL): Statement =>
  db
    .insert(receiptCounters)
    .select(source)
    .onConflictDoUpdate({
      target: [receiptCounters.program_id, receiptCounters.year],
      set: { last_credit: sql`${receiptCounters.last_credit} + 1` },
    })

/** The credit note number that the batch took; `programId` is the SQL of a column. */
export const takenCreditNumber = (programId: string, year: number) =>
  sql`(SELECT printf('%04d-C%05d', k.year, k.last_credit) FROM receipt_counters AS k WHERE k.program_id = ${sql.raw(programId)} AND k.year = ${year})`
