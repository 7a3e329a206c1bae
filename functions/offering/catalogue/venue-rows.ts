import { and, asc, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ProgramVenueListQuery, VenueListQuery } from '../../contract/offering/explore.ts'
import type { Db } from '../../platform/database/database.ts'
import { venues } from '../../platform/database/tables.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

type VenueFilter = Omit<VenueListQuery, 'search' | 'distinct_cities'> & { terms: string | null }

const isShown = sql`EXISTS (SELECT 1 FROM programs AS p WHERE p.id = venues.program_id AND p.billing_status IN ${statusList(billingStates.open)})`
const columns = {
  id: venues.id,
  name: venues.name,
  address: venues.address,
  timezone: venues.timezone,
  translations: venues.translations,
}
const byCity = [venues.city, venues.region, venues.country]

function conditionOf({ terms }: Pick<VenueFilter, 'terms'>): SQL | undefined {
  return and(
    eq(venues.is_removed, false),
    isShown,
    terms === null ? undefined : sql`venues.rowid IN (SELECT rowid FROM venues_text WHERE venues_text MATCH ${terms})`,
  )
}

/** One page of the venues of all programs and their total count, for one batch. */
export function venuePage(db: Db, filter: VenueFilter) {
  const where = conditionOf(filter)
  const direction = filter.order === 'desc' ? desc : asc
  const order = [...(filter.sort === 'city' ? byCity : [venues.name]), venues.id].map((column) => direction(column))
  return [
    db
      .select(columns)
      .from(venues)
      .where(where)
      .orderBy(...order)
      .limit(filter.limit)
      .offset(filter.skip),
    db.select({ total: count() }).from(venues).where(where),
  ] as const
}

/** One page of cities with venues, each with its count, and the total count, for one batch. */
export function cityPage(db: Db, filter: VenueFilter) {
  const where = and(conditionOf(filter), isNotNull(venues.city))
  const direction = filter.order === 'desc' ? desc : asc
  const cities = db
    .select({ city: venues.city })
    .from(venues)
    .where(where)
    .groupBy(...byCity)
    .as('cities')
  return [
    db
      .select({
        city: sql<string>`${venues.city}`,
        region_short_code: venues.region,
        country_short_code: venues.country,
        count: count(),
      })
      .from(venues)
      .where(where)
      .groupBy(...byCity)
      .orderBy(...byCity.map((column) => direction(column)))
      .limit(filter.limit)
      .offset(filter.skip),
    db.select({ total: count() }).from(cities),
  ] as const
}

/** One page of a program's venues and their total count, for one batch. */
export function programVenuePage(
  db: Db,
  { program_id, sort, order, limit, skip }: ProgramVenueListQuery & { program_id: string },
) {
  const where = and(eq(venues.program_id, program_id), eq(venues.is_removed, false))
  const direction = order === 'desc' ? desc : asc
  const columnsOfOrder = sort === 'city' ? byCity : [venues[sort]]
  return [
    db
      .select(columns)
      .from(venues)
      .where(where)
      .orderBy(...[...columnsOfOrder, venues.id].map((column) => direction(column)))
      .limit(limit)
      .offset(skip),
    db.select({ total: count() }).from(venues).where(where),
  ] as const
}
