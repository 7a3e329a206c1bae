import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'

/**
 * Scheduled task: runs ANALYZE on each table that was never analysed or has grown tenfold, and costs nothing for the
 * others. Without statistics, SQLite assumes that a program has as few registrations as a customer, and may scan
 * 150,000 rows of the program to find those of the customer.
 */
export async function gatherStatistics({ db }: Ctx): Promise<void> {
  await db.run(sql`PRAGMA optimize`)
}
