import { factNames } from '../../contract/event-facts.ts'
import { pick } from '../../contract/pick.ts'
import { fillPlaceholders, placeholder, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { mostCounted } from '../../contract/paging.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { events, venues } from '../../platform/database/tables.ts'
import { conditionOf, countFound, type EventFilter, isWhole } from './event-list-rows.ts'
import type { Counted } from './list-events.ts'
import { startsAsJson } from './month-rows.ts'
import { type FilterCounts, filterCounts } from './program-filter-rows.ts'
import { nameTranslations } from '../../platform/database/page-start.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** A card as the database returns it: lists are JSON text, flags are 0 or 1. */
export type CardRow = {
  id: string
  type: string
  name: string
  status: string
  starts_at: number
  ends_at: number
  timezone: string
  currency: string
  overnight: number | null
  is_series: number
  series_dates: string
  picture_url: string | null
  online_event: number
  restrict_to_package_ids: string
  external_registration_url: string | null
  waitlist: number
  translations: string
  options: string
  venues: string
}
type VenueRow = { id: string; name: string; address: string; timezone: string; translations: string }
/** The count of a list, and the starts of its events as JSON when the list is narrowed. */
type CountRow = Pick<Counted, 'total' | 'is_capped'> & { starts?: string | null }
type CardsRead = [CardRow[], CountRow[], ...ListRows]
type SellerRow = { selling: string; country: string; default_sales_end: string; timezone: string; currency: string }
/** What all pages of a list share: the program's selling terms, its venues, the starts of all its events and its filter options. */
export type ListRows = [SellerRow[]?, VenueRow[]?, { starts: string }[]?, ...Partial<FilterCounts>]

const optionsOf = sql`(SELECT json_group_array(json_object('id', o.id, 'position', o.position, 'free', o.free, 'cost', o.cost, 'gender', o.gender, 'minimum_age', o.minimum_age, 'maximum_age', o.maximum_age,
  'spots_total', o.spots_total, 'spots_taken', o.spots_taken, 'sale_starts_at', o.sale_starts_at, 'sale_ends_at', o.sale_ends_at, 'is_closed', o.is_closed, 'is_removed', o.is_removed,
  'pools', json((SELECT json_group_array(json_object('id', p.id, 'spots_total', p.spots_total, 'spots_taken', p.spots_taken)) FROM option_pools AS op CROSS JOIN pools AS p WHERE op.option_id = o.id AND p.id = op.pool_id))))
  FROM event_options AS o WHERE o.event_id = events.id AND o.is_removed = 0)`
const venuesOf = sql`(SELECT json_group_array(ev.venue_id ORDER BY ev.position) FROM event_venues AS ev WHERE ev.event_id = events.id)`

type Filter = EventFilter & { program_id: [string] }
type Text = { sql: string; params: unknown[] }

const ofCard = {
  ...pick(events, [
    'id',
    'type',
    'name',
    'status',
    'starts_at',
    'ends_at',
    'timezone',
    'currency',
    'overnight',
    'is_series',
    'series_dates',
    'picture_url',
    'online_event',
    ...factNames,
    'restrict_to_package_ids',
    'external_registration_url',
    'waitlist',
  ]),
  translations: sql`${nameTranslations('events')}`.as('translations'),
  options: sql`${optionsOf}`.as('options'),
  venues: sql`${venuesOf}`.as('venues'),
}

/** The page of a list whose count is known. The index has the order, so reading ends with the last event of the page. */
const pageText = (db: Db, filter: Filter): Text =>
  db
    .select(ofCard)
    .from(events)
    .where(conditionOf(filter))
    .orderBy(events.starts_at, events.id)
    .limit(filter.limit)
    .offset(filter.skip)
    .toSQL()

/**
 * The page and the count of a filtered list in one query: matches are found once in list order, up to the counting
 * limit, then counted and cut to a page. A page without events has one row with only the total. The first row has the
 * starts of all matches.
 */
function narrowedText(db: Db, filter: Filter): Text {
  const page = db
    .select(ofCard)
    .from(events)
    .where(
      sql`events.rowid IN (SELECT place FROM found ORDER BY start, found_id LIMIT ${filter.limit} OFFSET ${filter.skip})`,
    )
  const most = mostCounted(filter)
  return db
    .all(sql`WITH found AS MATERIALIZED (SELECT events.rowid AS place, events.starts_at AS start, events.id AS found_id FROM events WHERE ${conditionOf(filter)} ORDER BY events.starts_at, events.id LIMIT ${most + 1}),
    counted AS (SELECT min(count(*), ${most}) AS total, count(*) > ${most} AS is_capped FROM found)
    SELECT counted.*, iif(row_number() OVER (ORDER BY page.starts_at, page.id) = 1, ${startsAsJson(sql`found`)}, NULL) AS starts, page.* FROM counted LEFT JOIN ${page.as('page')} ON true ORDER BY page.starts_at, page.id`)
    .getQuery()
}

const named = {
  program_id: placeholder('program_id') as unknown as string,
  now: placeholder('now') as unknown as number,
  limit: placeholder('limit') as unknown as number,
  skip: placeholder('skip') as unknown as number,
}
/** The unfiltered page is requested most, so its queries are prepared once. */
const wholeTexts = prepared((db) => {
  const whole: Filter = {
    ...named,
    program_id: [named.program_id],
    status: ['upcoming'],
    sort: 'starts_at',
    order: 'asc',
    terms: null,
    from: null,
    to: null,
  }
  return { page: pageText(db, whole), count: countFound(db, whole).toSQL() }
})

/** The starts of all events of a program's list, without its filters. */
function allStarts(db: Db, { program_id, status, sort, order, limit, skip, now }: Filter) {
  const whole = { program_id, status, sort, order, limit, skip, now, terms: null, from: null, to: null }
  const starts = sql`(SELECT events.starts_at AS start, events.rowid AS place FROM events WHERE ${conditionOf(whole)})`
  return db.select({ starts: sql<string>`${startsAsJson(starts)}`.as('starts') }).from(sql`(SELECT 1)`)
}

function restOf(db: Db, program_id: string, filter: Filter): Text[] {
  const { status, now } = filter
  return [
    db
      .select({
        selling: sql`p.selling`.as('selling'),
        country: sql`p.country`.as('country'),
        default_sales_end: sql`coalesce(p.preferences ->> '$.default_sales_end', 'PT0S')`.as('default_sales_end'),
        timezone: sql`p.timezone`.as('timezone'),
        currency: sql`p.default_currency`.as('currency'),
      })
      .from(sql`programs AS p`)
      .where(sql`p.id = ${program_id} AND p.billing_status IN ${statusList(billingStates.open)}`),
    db
      .select({
        id: venues.id,
        name: venues.name,
        address: venues.address,
        timezone: venues.timezone,
        translations: venues.translations,
      })
      .from(venues)
      .where(sql`venues.program_id = ${program_id}`),
    allStarts(db, filter),
    ...filterCounts(db, program_id, { status, now }),
  ].map((query) => query.toSQL())
}

/**
 * A page of a program's upcoming cards with everything around them, in one database round trip. It is parsed from raw
 * rows, because this page is requested most. What all pages share, such as the filters, and the count of the list are
 * read only if they are not cached, because both read every event; the count is then empty.
 */
export async function readCards(
  db: Db,
  filter: Filter,
  { knowsRest, counted }: { knowsRest: boolean; counted: Counted | null },
): Promise<CardsRead> {
  const {
    program_id: [program_id],
    now,
    limit,
    skip,
  } = filter
  const rest = knowsRest ? [] : restOf(db, program_id, filter)
  const read = async (texts: Text[]) =>
    (
      await db.$client.batch(
        [...texts, ...rest].map(({ sql: text, params }) => db.$client.prepare(text).bind(...params)),
      )
    ).map(({ results }) => results)
  if (isWhole(filter)) {
    const { page, count } = wholeTexts(db)
    const [rows, ...others] = await read(
      (counted ? [page] : [page, count]).map(({ sql: text, params }) => ({
        sql: text,
        params: fillPlaceholders(params, { program_id, now, limit, skip }),
      })),
    )
    return (counted ? [rows, [], ...others] : [rows, ...others]) as unknown as CardsRead
  }
  if (counted) {
    const [rows, ...others] = (await read([pageText(db, filter)])) as [CardRow[], ...ListRows]
    return [rows, [], ...others]
  }
  const [rows, ...others] = (await read([narrowedText(db, filter)])) as [(CardRow & CountRow)[], ...ListRows]
  return [rows.filter((row) => row.id !== null), rows, ...others]
}
