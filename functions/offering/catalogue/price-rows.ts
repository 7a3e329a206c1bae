import { type SQL, sql } from 'drizzle-orm'

/** Condition that an option, and each of its pools, has a place left. */
export const optionHasPlaces = sql`(o.spots_taken < o.spots_total
  AND NOT EXISTS (SELECT 1 FROM option_pools AS op CROSS JOIN pools AS p WHERE op.option_id = o.id AND p.id = op.pool_id AND p.spots_taken >= p.spots_total))`

// A duration of weeks, of minutes, or of days and hours.
const salesEndMs = (programId: string): SQL =>
  sql`(SELECT CASE WHEN d LIKE 'P%W' THEN CAST(substr(d, 2) AS INTEGER) * 604800000
    WHEN d LIKE 'PT%M' THEN CAST(substr(d, 3) AS INTEGER) * 60000
    ELSE CAST(substr(d, 2) AS INTEGER) * 86400000 + iif(instr(d, 'T') > 0, CAST(substr(d, instr(d, 'T') + 1) AS INTEGER) * 3600000, 0) END
    FROM (SELECT coalesce(p.preferences ->> '$.default_sales_end', 'PT0S') AS d FROM programs AS p WHERE p.id = ${programId}))`

/**
 * The lowest cost that the card of an event shows, in minor units: of the options on sale, else of those that are not
 * closed, else of all, as in `eventAvailability`. Null for an event that only a package pays for, and for one without
 * options.
 */
export function cardCost(programId: string, now: number): SQL<number | null> {
  const isOnSale = sql`events.status = 'published' AND events.restrict_to_package_ids = '[]' AND o.is_closed = 0
    AND coalesce(o.sale_starts_at, 0) <= ${now} AND coalesce(o.sale_ends_at, events.starts_at - ${salesEndMs(programId)}) >= ${now} AND ${optionHasPlaces}`
  return sql`(SELECT iif(events.restrict_to_package_ids <> '[]' AND max(o.cost) = 0, NULL,
    coalesce(min(iif(${isOnSale}, o.cost, NULL)), min(iif(o.is_closed = 0 OR events.status = 'cancelled', o.cost, NULL)), min(o.cost)))
    FROM event_options AS o WHERE o.event_id = events.id AND o.is_removed = 0)`
}

/** The highest cost that a list shows, and the time at which its options are on sale. */
export type PriceFilter = { program_id: string; cost: number; now: number }

/** Condition that the card of an event shows at most this cost. */
export const costsAtMost = ({ program_id, cost, now }: PriceFilter): SQL =>
  sql`(events.has_options = 1 AND ${cardCost(program_id, now)} <= ${cost})`
