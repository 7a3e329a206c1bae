import { among, chunk } from '../../../platform/database/json-lists.ts'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../platform/database/database.ts'
import { guardThat, literal } from '../../../platform/database/guard.ts'
import {
  eventGroups,
  eventOptions,
  eventProducts,
  eventQuestions,
  events,
  eventTags,
  eventVenues,
  groupPlaces,
  groupStaff,
  optionPools,
  pools,
} from '../../../platform/database/tables.ts'
import { upsert } from './upsert-rows.ts'
import { statusList } from '../../../platform/database/status-sql.ts'
import * as eventStates from '../../../contract/states/event-states.ts'
import * as registrationStates from '../../../contract/states/registration-states.ts'

export const putEvents = (db: Db, rows: (typeof events.$inferInsert)[]) =>
  upsert(db, events, rows, {
    at: [events.program_id, events.key],
    keep: ['cancel_text', 'cancel_translations'],
    derived: [
      events.has_started,
      events.has_options,
      events.has_free_option,
      events.minimum_age,
      events.maximum_age,
      events.has_age_gap,
      events.genders,
      events.days_off,
    ],
  })
export const putOptions = (db: Db, rows: (typeof eventOptions.$inferInsert)[]) =>
  upsert(db, eventOptions, rows, {
    at: [eventOptions.event_id, eventOptions.key],
    keep: ['spots_taken', 'spots_extra', 'appointment_option_id'],
  })
/**
 * Replaces the groups of events. Places that are no longer booked leave a group that is deleted; a booked one keeps it,
 * by its foreign key.
 */
export function putGroups(db: Db, eventIds: string[], rows: (typeof eventGroups.$inferInsert)[]): Statement[] {
  const isGone = sql`${eventGroups.event_id} IN ${among(eventIds)} AND ${eventGroups.id} NOT IN ${among(rows.map(({ id }) => id))}`
  return [
    db.delete(groupPlaces).where(
      sql`${groupPlaces.group_id} IN (SELECT ${eventGroups.id} FROM ${eventGroups} WHERE ${isGone})
        AND NOT EXISTS (SELECT 1 FROM registrations AS r WHERE r.id = ${groupPlaces.registration_id} AND r.status IN ${statusList(registrationStates.sold)})`,
    ),
    db
      .delete(groupStaff)
      .where(sql`${groupStaff.group_id} IN (SELECT ${eventGroups.id} FROM ${eventGroups} WHERE ${isGone})`),
    db.delete(eventGroups).where(isGone),
    ...upsert(db, eventGroups, rows, { at: [eventGroups.event_id, eventGroups.key] }),
  ]
}

/** Replaces the links of events to other items. */
export function replaceTies(
  db: Db,
  eventIds: string[],
  ties: {
    venues: (typeof eventVenues.$inferInsert)[]
    tags: (typeof eventTags.$inferInsert)[]
    questions: (typeof eventQuestions.$inferInsert)[]
    products: (typeof eventProducts.$inferInsert)[]
  },
): Statement[] {
  return [
    db.delete(eventVenues).where(sql`${eventVenues.event_id} IN ${among(eventIds)}`),
    db.delete(eventTags).where(sql`${eventTags.event_id} IN ${among(eventIds)}`),
    db.delete(eventQuestions).where(sql`${eventQuestions.event_id} IN ${among(eventIds)}`),
    db.delete(eventProducts).where(sql`${eventProducts.event_id} IN ${among(eventIds)}`),
    ...upsert(db, eventVenues, ties.venues, { at: [eventVenues.event_id, eventVenues.venue_id] }),
    ...upsert(db, eventTags, ties.tags, { at: [eventTags.event_id, eventTags.tag] }),
    ...upsert(db, eventQuestions, ties.questions, { at: [eventQuestions.event_id, eventQuestions.question_id] }),
    ...upsert(db, eventProducts, ties.products, { at: [eventProducts.event_id, eventProducts.product_id] }),
  ]
}

/**
 * Removes options from their pools before any pool changes. They join pools after all pools have changed. A trigger
 * moves the taken places.
 */
export const leavePools = (db: Db, optionIds: string[]): Statement[] =>
  optionIds.length === 0 ? [] : [db.delete(optionPools).where(sql`${optionPools.option_id} IN ${among(optionIds)}`)]
export const joinPools = (db: Db, rows: (typeof optionPools.$inferInsert)[]): Statement[] =>
  upsert(db, optionPools, rows, { at: [optionPools.option_id, optionPools.pool_id] })

/** Hides options that have no registrations. */
export const hideOptions = (db: Db, ids: string[], now: number): Statement[] => [
  db
    .update(eventOptions)
    .set({ is_removed: true, updated: now })
    .where(sql`${eventOptions.id} IN ${among(ids)}`),
  ...chunksOf(ids, idsPerGuard).map((part) =>
    guardThat(
      db,
      sql`NOT EXISTS (SELECT 1 FROM event_options WHERE id IN (${sql.join(part.map(literal), sql`, `)}) AND spots_taken > 0)`,
      'state',
    ),
  ),
]

const idsPerGuard = 200
const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Sets the message to the customers of a cancelled event. */
export const setCancelText = (
  db: Db,
  eventId: string,
  texts: Required<Pick<typeof events.$inferInsert, 'cancel_text' | 'cancel_translations'>>,
): Statement => db.update(events).set(texts).where(eq(events.id, eventId))

/** Archives events at their stored positions. */
export const archiveEvents = (db: Db, moves: { id: string; from: number; to: number }[], now: number): Statement[] =>
  chunk(moves).map((part) =>
    db
      .update(events)
      .set({
        status: 'archived',
        step: sql`(SELECT value ->> '$.to' FROM json_each(${part}) WHERE value ->> '$.id' = ${events.id})`,
        updated: now,
      })
      .where(
        sql`(${events.id}, ${events.step}) IN (SELECT value ->> '$.id', value ->> '$.from' FROM json_each(${part}))`,
      ),
  )

/** Number of events of a program that are not archived. */
export const countEvents = (db: Db, programId: string) =>
  db
    .select({ events: count() })
    .from(events)
    .where(and(eq(events.program_id, programId), inArray(events.status, eventStates.inProgramFile.statuses)))

/** Number of pools of a program. */
export const countPools = (db: Db, programId: string) =>
  db.select({ pools: count() }).from(pools).where(eq(pools.program_id, programId))
