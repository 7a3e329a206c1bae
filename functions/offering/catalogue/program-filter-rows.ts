import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { eventOptions, events, eventTags, eventVenues, venues } from '../../platform/database/tables.ts'
import { countedColumn, countsOf } from './event-count-rows.ts'
import { isFree } from './event-list-rows.ts'
import { type LifecycleFilter, listedPart } from './event-rows.ts'

// Each column has a name in the result, so that it is also readable when the query builder is bypassed.
const named = <Value>(value: unknown, name: string) => sql<Value>`${value}`.as(name)
const eventCount = named<number>(sql`count(DISTINCT events.id)`, 'count')
const most = sql`2 DESC`

/**
 * All options of the filter form, counted over the listed events of a program, for one batch: from stored counts, or
 * per event for statuses without stored counts.
 */
export function filterCounts(db: Db, programId: string, lifecycle: LifecycleFilter) {
  const column = countedColumn(lifecycle.status)
  // The same columns, read from the table of stored counts.
  return column === null
    ? countedOneByOne(db, programId, lifecycle)
    : (storedCounts(db, programId, { column, now: lifecycle.now }) as unknown as ReturnType<typeof countedOneByOne>)
}

function storedCounts(
  db: Db,
  programId: string,
  { column, now }: { column: NonNullable<ReturnType<typeof countedColumn>>; now: number },
) {
  const counts = (kind: Parameters<typeof countsOf>[1]) => sql`${countsOf(programId, kind, { column, now })} AS c`
  const byValue = (kind: Parameters<typeof countsOf>[1]) =>
    db
      .select({ value: named<string>(sql`c.value`, 'value'), count: named<number>(sql`c.num`, 'count') })
      .from(counts(kind))
      .orderBy(most, sql`1`)
  const bound = (kind: 'minimum_age' | 'maximum_age', end: 'min' | 'max') =>
    sql`(SELECT iif(max(c.value = ''), NULL, ${sql.raw(end)}(CAST(c.value AS INTEGER))) FROM ${counts(kind)})`
  const start = (end: 'min' | 'max') =>
    sql`(SELECT ${sql.raw(end)}(starts_at) FROM events WHERE program_id = ${programId} AND status = 'published'${column === 'num_upcoming' ? sql` AND starts_at > ${now}` : sql``})`
  const number = (kind: 'online' | 'free') => sql`(SELECT c.num FROM ${counts(kind)})`
  return [
    byValue('type'),
    byValue('tag'),
    byValue('city'),
    db
      .select({
        id: named<string>(venues.id, 'id'),
        count: named<number>(sql`c.num`, 'count'),
        name: named<string>(venues.name, 'name'),
        city: named<string | null>(venues.city, 'city'),
        translations: named<string>(venues.translations, 'translations'),
      })
      .from(counts('venue'))
      .crossJoin(venues)
      .where(sql`${venues.id} = c.value`)
      .orderBy(most, venues.name),
    byValue('gender'),
    db
      .select({
        minimum: named<number | null>(bound('minimum_age', 'min'), 'minimum'),
        maximum: named<number | null>(bound('maximum_age', 'max'), 'maximum'),
      })
      .from(sql`(SELECT 1)`),
    db
      .select({
        first: named<number | null>(start('min'), 'first'),
        last: named<number | null>(start('max'), 'last'),
        online: named<number | null>(number('online'), 'online'),
        free: named<number | null>(number('free'), 'free'),
      })
      .from(sql`(SELECT 1)`),
  ] as const
}

/** Cross joins keep the event as the outer loop. */
function countedOneByOne(db: Db, programId: string, lifecycle: LifecycleFilter) {
  const listed = and(eq(events.program_id, programId), listedPart(programId, lifecycle)) as SQL
  const atVenue = and(listed, eq(eventVenues.event_id, events.id), eq(venues.id, eventVenues.venue_id))
  const ofOption = and(listed, eq(eventOptions.event_id, events.id), eq(eventOptions.is_removed, false))
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
      .select({ value: named<string>(eventOptions.gender, 'value'), count: eventCount })
      .from(events)
      .crossJoin(eventOptions)
      .where(and(ofOption, isNotNull(eventOptions.gender)))
      .groupBy(eventOptions.gender)
      .orderBy(most, eventOptions.gender),
    // A limit that one option lacks does not exist for the event.
    db
      .select({
        minimum: named<number | null>(
          sql`CASE WHEN count(*) = count(event_options.minimum_age) THEN min(event_options.minimum_age) END`,
          'minimum',
        ),
        maximum: named<number | null>(
          sql`CASE WHEN count(*) = count(event_options.maximum_age) THEN max(event_options.maximum_age) END`,
          'maximum',
        ),
      })
      .from(events)
      .crossJoin(eventOptions)
      .where(ofOption),
    db
      .select({
        first: named<number | null>(sql`min(events.starts_at)`, 'first'),
        last: named<number | null>(sql`max(events.starts_at)`, 'last'),
        online: named<number | null>(sql`sum(events.online_event)`, 'online'),
        free: named<number | null>(sql`sum(${isFree})`, 'free'),
      })
      .from(events)
      .where(listed),
  ] as const
}

type Rows<Query> = Query extends PromiseLike<infer Answer> ? Answer : never
type RowsOf<Queries extends readonly unknown[]> = { -readonly [At in keyof Queries]: Rows<Queries[At]> }
/** The results of these reads, in order. */
export type FilterCounts = RowsOf<ReturnType<typeof filterCounts>>
