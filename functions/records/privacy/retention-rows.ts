import { dayMs } from '../../contract/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Retention } from './retention-table.ts'

/** Deletes at most `rows` overdue rows per table, in one batch; returns the number of changed rows. */
export async function deleteOverdue(
  { $client }: Db,
  overdue: readonly Retention[],
  { now, limit }: { now: number; limit: number },
): Promise<number[]> {
  const results = await $client.batch(
    overdue.map((kept) => $client.prepare(deletion(kept)).bind(now - kept.days * dayMs, limit)),
  )
  return results.map(({ meta }) => meta.changes)
}

function deletion({ table, key, time, index, only, unless }: Retention): string {
  const ofIndex = only === undefined ? '' : ` AND ${only}`
  const held = unless === undefined ? '' : ` AND NOT (${unless})`
  return `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} INDEXED BY ${index} WHERE ${time} IS NOT NULL AND ${time} < ?1${ofIndex}${held} LIMIT ?2)`
}
