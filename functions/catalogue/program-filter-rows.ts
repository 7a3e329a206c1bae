import { and, count, countDistinct, desc, eq, isNotNull, max, min, sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { eventOptions, events, eventTags, eventVenues, venues } from '../database/tables.ts'
import { isListed, type LifecycleFilter, lifecyclePart } from './event-rows.ts'

/** Everything the filter form may offer, counted over the listed events of a program, for one batch. Cross joins keep the event as the outer loop. */
export function filterCounts(db: Db, programId: string, lifecycle: LifecycleFilter) {
  const listed = and(eq(events.program_id, programId), isListed(programId), lifecyclePart(lifecycle))
  const atVenue = and(listed, eq(eventVenues.event_id, events.id), eq(venues.id, eventVenues.venue_id))
  const ofOption = and(listed, eq(eventOptions.event_id, events.id), eq(eventOptions.is_removed, false))
  const eventCount = countDistinct(events.id)
  const text = <Value extends string>(column: unknown) => sql<Value>`${column}`
  return [
    db.select({ value: text(events.type), count: eventCount }).from(events).where(listed).groupBy(events.type).orderBy(desc(eventCount), events.type),
    db.select({ value: eventTags.tag, count: eventCount }).from(events).crossJoin(eventTags).where(and(listed, eq(eventTags.event_id, events.id))).groupBy(eventTags.tag).orderBy(desc(eventCount), eventTags.tag),
    db.select({ value: text(venues.city), count: eventCount }).from(events).crossJoin(eventVenues).crossJoin(venues).where(and(atVenue, isNotNull(venues.city))).groupBy(venues.city).orderBy(desc(eventCount), venues.city),
    db.select({ id: venues.id, name: venues.name, city: venues.city, count: count() }).from(events).crossJoin(eventVenues).crossJoin(venues).where(atVenue).groupBy(venues.id).orderBy(desc(count()), venues.name),
    db.select({ value: text(eventOptions.gender), count: eventCount }).from(events).crossJoin(eventOptions).where(and(ofOption, isNotNull(eventOptions.gender))).groupBy(eventOptions.gender).orderBy(desc(eventCount), eventOptions.gender),
    db.select({ minimum: min(eventOptions.minimum_age), maximum: max(eventOptions.maximum_age) }).from(events).crossJoin(eventOptions).where(ofOption),
    db.select({ first: min(events.starts_at), last: max(events.starts_at), online: sql<number | null>`sum(${events.online_event})` }).from(events).where(listed),
  ] as const
}
