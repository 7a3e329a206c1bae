import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { flagNames, limitNames } from '../../contract/event-facts.ts'
import { events, eventTags, eventVenues, venues } from '../../platform/database/tables.ts'
import { isFree } from './event-filter-rows.ts'
import { type LifecycleFilter, listedPart } from './event-rows.ts'
import { cardCost } from './price-rows.ts'

// Each column has a name in the result, so that it is also readable when the query builder is bypassed.
const named = <Value>(value: unknown, name: string) => sql<Value>`${value}`.as(name)
const eventCount = named<number>(sql`count(DISTINCT events.id)`, 'count')
const most = sql`2 DESC`

/** The lowest or highest limit of the events that have options; null when one of them has no limit. */
const bound = (end: 'min' | 'max', column: 'minimum_age' | 'maximum_age') => {
  const limit = sql.raw(`events.${column}`)
  return sql`iif(sum(events.has_options) = count(${limit}), ${sql.raw(end)}(${limit}), NULL)`
}

/** The number of events for each answer of a flag, and the lowest and highest of stated limits. */
const factCounts = Object.fromEntries(
  [
    ...flagNames.flatMap((name) => [
      [`yes_${name}`, `sum(events.${name} = 1)`],
      [`no_${name}`, `sum(events.${name} = 0)`],
    ]),
    ...limitNames.flatMap((name) => [
      [`minimum_${name}`, `min(events.minimum_${name})`],
      [`maximum_${name}`, `max(events.maximum_${name})`],
    ]),
  ].map(([name = '', expression = '']) => [name, named<number | null>(sql.raw(expression), name)]),
)

/**
 * All options of the filter form, counted over the listed events of a program, for one batch. It reads every listed
 * event, so its callers cache the result. Cross joins keep the event as the outer loop.
 */
export function filterCounts(db: Db, programId: string, lifecycle: LifecycleFilter) {
  const listed = and(eq(events.program_id, programId), listedPart(programId, lifecycle)) as SQL
  const atVenue = and(listed, eq(eventVenues.event_id, events.id), eq(venues.id, eventVenues.venue_id))
  return [
    db
      .select({ value: named<string>(events.type, 'value'), count: eventCount })
      .from(events)
      .where(listed)
      .groupBy(events.type)
      .orderBy(most, events.type),
    db
      .select({ value: named<string>(eventTags.tag, 'value'), count: eventCount })
      .from(events)
      .crossJoin(eventTags)
      .where(and(listed, eq(eventTags.event_id, events.id)))
      .groupBy(eventTags.tag)
      .orderBy(most, eventTags.tag),
    db
      .select({ value: named<string>(venues.city, 'value'), count: eventCount })
      .from(events)
      .crossJoin(eventVenues)
      .crossJoin(venues)
      .where(and(atVenue, isNotNull(venues.city)))
      .groupBy(venues.city)
      .orderBy(most, venues.city),
    db
      .select({
        id: named<string>(venues.id, 'id'),
        count: named<number>(sql`count(*)`, 'count'),
        name: named<string>(venues.name, 'name'),
        city: named<string | null>(venues.city, 'city'),
        translations: named<string>(venues.translations, 'translations'),
      })
      .from(events)
      .crossJoin(eventVenues)
      .crossJoin(venues)
      .where(atVenue)
      .groupBy(venues.id)
      .orderBy(most, venues.name),
    db
      .select({ value: named<string>(sql`g.value`, 'value'), count: eventCount })
      .from(events)
      .crossJoin(sql`json_each(events.genders) AS g`)
      .where(listed)
      .groupBy(sql`g.value`)
      .orderBy(most, sql`1`),
    db
      .select({
        // A limit that one event lacks does not exist for the program.
        minimum_age: named<number | null>(bound('min', 'minimum_age'), 'minimum_age'),
        maximum_age: named<number | null>(bound('max', 'maximum_age'), 'maximum_age'),
        ...factCounts,
        first: named<number | null>(sql`min(events.starts_at)`, 'first'),
        last: named<number | null>(sql`max(events.starts_at)`, 'last'),
        online: named<number | null>(sql`sum(events.online_event)`, 'online'),
        free: named<number | null>(sql`sum(${isFree})`, 'free'),
      })
      .from(events)
      .where(listed),
    db
      .select({
        cost: named<number | null>(cardCost(programId, lifecycle.now), 'cost'),
        count: named<number>(sql`count(*)`, 'count'),
      })
      .from(events)
      .where(and(listed, eq(events.has_options, true)))
      .groupBy(sql`1`),
  ] as const
}

type Rows<Query> = Query extends PromiseLike<infer Answer> ? Answer : never
type RowsOf<Queries extends readonly unknown[]> = { -readonly [At in keyof Queries]: Rows<Queries[At]> }
/** The results of these reads, in order. */
export type FilterCounts = RowsOf<ReturnType<typeof filterCounts>>
