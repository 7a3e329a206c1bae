import { type SQL, sql } from 'drizzle-orm'
import { dayMs } from '../../contract/limits.ts'
import { dayInZone } from '../../contract/wall-clock.ts'

/** The number of events that begin in each month, such as `2027-07`, each event in its own time zone. */
export type MonthCounts = ReadonlyMap<string, number>

const day = sql.raw(`${dayMs}`)
const monthOf = (number: SQL) => sql`strftime('%m', (${number}) * 86400, 'unixepoch')`

/**
 * The starts of a list as JSON: one entry for each day, with its number of events. `starts` has the columns `start` and
 * `place`, the row of the event. Only on the first and last day of a month does the month depend on the time zone, so
 * the row of an event is read for these days alone.
 */
export const startsAsJson = (
  starts: SQL,
): SQL => sql`(WITH days AS MATERIALIZED (SELECT start / ${day} AS number, count(*) AS count FROM ${starts} GROUP BY 1),
    marked AS MATERIALIZED (SELECT number, count, ${monthOf(sql`number - 1`)} <> ${monthOf(sql`number + 1`)} AS is_edge FROM days)
    SELECT json_group_array(json_array(start, timezone, count)) FROM (SELECT number * ${day} AS start, NULL AS timezone, count FROM marked WHERE is_edge = 0
    UNION ALL SELECT each.start, events.timezone, count(*) FROM marked CROSS JOIN ${starts} AS each CROSS JOIN events WHERE is_edge = 1 AND each.start BETWEEN number * ${day} AND number * ${day} + ${day} - 1 AND events.rowid = each.place GROUP BY 1, 2))`

/** Reads the result of `startsAsJson`. Without its last month when the list has more events than were counted. */
export function monthCounts(json: string, { isCapped }: { isCapped: boolean }): MonthCounts {
  const months = new Map<string, number>()
  for (const [start, timezone, count] of JSON.parse(json) as [number, string | null, number][]) {
    const month = dayInZone(start, timezone ?? 'UTC').slice(0, 7)
    months.set(month, (months.get(month) ?? 0) + count)
  }
  if (isCapped) months.delete([...months.keys()].sort().at(-1) ?? '')
  return months
}
