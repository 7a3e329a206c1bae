import { sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'

const counted = (db: Db, column: 'types' | 'tags') =>
  db.all<{ value: string; count: number }>(
    sql`SELECT each.value AS value, count(DISTINCT p.id) AS count FROM programs AS p CROSS JOIN json_each(p.${sql.raw(column)}) AS each WHERE p.billing_status <> 'cancelled' GROUP BY each.value ORDER BY 2 DESC, 1`,
  )

/** Types and tags of all programs that are shown, the most frequent first, for one batch. */
export const programChoiceCounts = (db: Db) => [counted(db, 'types'), counted(db, 'tags')] as const
