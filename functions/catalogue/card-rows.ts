import { count, sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { events, venues } from '../database/tables.ts'
import { conditionOf, type EventFilter } from './event-list-rows.ts'
import { type FilterCounts, filterCounts } from './program-filter-rows.ts'

/** A card as the database gives it: lists are text, flags are 0 or 1. */
export type CardRow = {
  id: string; type: string; name: string; status: string; starts_at: number; ends_at: number; timezone: string; currency: string; is_series: number; series_dates: string; picture_url: string | null
  online_event: number; restrict_to_package_ids: string; external_registration_url: string | null; waitlist: number; options: string; venues: string
}
export type VenueRow = { id: string; name: string; address: string; timezone: string }
type Answers = [CardRow[], { total: number }[], { selling: string; default_sales_end: string }[], VenueRow[]?, ...Partial<FilterCounts>]

const optionsOf = sql`(SELECT json_group_array(json_object('id', o.id, 'position', o.position, 'free', o.free, 'cost', o.cost, 'gender', o.gender, 'minimum_age', o.minimum_age, 'maximum_age', o.maximum_age,
  'spots_total', o.spots_total, 'spots_taken', o.spots_taken, 'sale_starts_at', o.sale_starts_at, 'sale_ends_at', o.sale_ends_at, 'is_closed', o.is_closed, 'is_removed', o.is_removed,
  'pools', json((SELECT json_group_array(json_object('id', p.id, 'spots_total', p.spots_total, 'spots_taken', p.spots_taken)) FROM option_pools AS op CROSS JOIN pools AS p WHERE op.option_id = o.id AND p.id = op.pool_id))))
  FROM event_options AS o WHERE o.event_id = events.id AND o.is_removed = 0)`
const venuesOf = sql`(SELECT json_group_array(ev.venue_id ORDER BY ev.position) FROM event_venues AS ev WHERE ev.event_id = events.id)`

/** A page of a program's cards with all that stands around them, in one trip; read as it comes, because this page is asked for most. Its venues, and what it may be filtered by, which looks at every event, are read when they are not known. */
export async function readCards(db: Db, filter: EventFilter & { program_id: [string] }, knowsRest: boolean): Promise<Answers> {
  const where = conditionOf(filter)
  const { id, type, name, status, starts_at, ends_at, timezone, currency, is_series, series_dates, picture_url, online_event, restrict_to_package_ids, external_registration_url, waitlist } = events
  const columns = { id, type, name, status, starts_at, ends_at, timezone, currency, is_series, series_dates, picture_url, online_event, restrict_to_package_ids, external_registration_url, waitlist }
  const queries = [
    db.select({ ...columns, options: sql`${optionsOf}`.as('options'), venues: sql`${venuesOf}`.as('venues') }).from(events).where(where).orderBy(events.starts_at, events.id).limit(filter.limit).offset(filter.skip),
    db.select({ total: sql`${count()}`.as('total') }).from(events).where(where),
    db.select({ selling: sql`p.selling`.as('selling'), default_sales_end: sql`coalesce(p.preferences ->> '$.default_sales_end', 'PT0S')`.as('default_sales_end') }).from(sql`programs AS p`).where(sql`p.id = ${filter.program_id[0]} AND p.billing_status IN ('trialing', 'active', 'past_due', 'unpaid')`),
    ...(knowsRest ? [] : [db.select({ id: venues.id, name: venues.name, address: venues.address, timezone: venues.timezone }).from(venues).where(sql`venues.program_id = ${filter.program_id[0]}`), ...filterCounts(db, filter.program_id[0], { status: filter.status, now: filter.now })]),
  ].map((query) => query.toSQL())
  const answers = await db.$client.batch(queries.map(({ sql: text, params }) => db.$client.prepare(text).bind(...params)))
  return answers.map(({ results }) => results) as Answers
}
