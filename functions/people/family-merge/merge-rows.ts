// Over 250 lines: every table that a merge changes, stored and moved.
import { among } from '../../platform/database/json-lists.ts'
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { rights } from '../../contract/people/attendee.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import {
  attendeeSeenBy,
  customerReader,
  nameFields,
  type PersonColumns,
  toStore,
} from '../../platform/database/attendee-visibility.ts'
import { literal } from '../../platform/database/guard.ts'
import {
  attendeeMerges,
  attendeeProfiles,
  attendees,
  bookings,
  bookingTimes,
  healthReads,
  orderItems,
  registrations,
  relations,
  memberships,
  redemptions,
  sessionCredits,
  waiverAcceptances,
} from '../../platform/database/tables.ts'

export type AttendeeRow = typeof attendees.$inferSelect
export type RelationRow = typeof relations.$inferSelect
export type ProfileRow = typeof attendeeProfiles.$inferSelect
type Pair = { merge_from: string; merge_into: string }

export const attendeesByIds = (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(attendees)
    .where(sql`${attendees.id} IN ${among(ids)}`)
export const relationsByIds = (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(relations)
    .where(sql`${relations.attendee_id} IN ${among(ids)}`)
export const profilesByIds = (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(attendeeProfiles)
    .where(sql`${attendeeProfiles.attendee_id} IN ${among(ids)}`)

/** The registrations of both records, with their times and sources. */
export const bookingsByIds = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: registrations.id,
      attendee_id: registrations.attendee_id,
      step: registrations.step,
      option_id: registrations.option_id,
      status: registrations.status,
      title: bookings.title,
      translations: bookings.translations,
      ...bookingTimes,
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .where(sql`${registrations.attendee_id} IN ${among(ids)}`)

/** Condition that the registrations of both records, and their statuses, are still those that were read. */
export const bookingsAreAsRead = (pair: Pair, read: readonly { step: number }[]): SQL =>
  sql`(SELECT count(*) || ':' || coalesce(sum(r.step + 1), 0) FROM registrations AS r WHERE r.attendee_id IN (${literal(pair.merge_from)}, ${literal(pair.merge_into)})) = ${literal(`${read.length}:${read.reduce((sum, { step }) => sum + step + 1, 0)}`)}`

/** The latest merges in which a record is the remaining one. */
export const mergesInto = (db: Db, id: string, reader: { customer_id: string }) =>
  db
    .select({
      id: attendeeMerges.id,
      merge_from: attendeeMerges.merge_from,
      merge_into: attendeeMerges.merge_into,
      before: attendeeMerges.before,
      created: attendeeMerges.created,
      undo_until: attendeeMerges.undo_until,
      undone_at: attendeeMerges.undone_at,
      from: attendeeSeenBy(customerReader(db, reader.customer_id), nameFields, {
        through: 'attendee_merges.merge_into',
      }),
      isUnchanged: sql<number>`${attendeeMerges.after} = (${stateAfter(sql`${attendeeMerges.merge_into}`)})`,
    })
    .from(attendeeMerges)
    .innerJoin(attendees, eq(attendees.id, attendeeMerges.merge_from))
    .where(eq(attendeeMerges.merge_into, id))
    .orderBy(desc(attendeeMerges.created), desc(attendeeMerges.id))
/** The number of merges of a record into another record. */
export const mergesOf = (db: Db, id: string) =>
  db
    .select({ id: attendeeMerges.id, merge_into: attendeeMerges.merge_into, undone_at: attendeeMerges.undone_at })
    .from(attendeeMerges)
    .where(eq(attendeeMerges.merge_from, id))

/** A row of a table as JSON, by column name. */
const rowAsJson = (table: SQLiteTable, alias: string): SQL =>
  sql.raw(
    `json_object(${Object.values(getTableColumns(table))
      .map(({ name }) => `'${name}', ${alias}.${name}`)
      .join(', ')})`,
  )

/** Stores the state of both records, before the batch changes anything. */
export const insertMerge = (
  db: Db,
  merge: Pair & { id: string; customer_id: string; created: number; undo_until: number },
): Statement =>
  db.insert(attendeeMerges).select(
    sql`SELECT ${merge.id}, ${merge.customer_id}, ${merge.merge_from}, ${merge.merge_into}, json_object(
      'into', (SELECT json(${rowAsJson(attendees, 'a')}) FROM attendees AS a WHERE a.id = ${merge.merge_into}),
      'relations', (SELECT json_group_array(json(${rowAsJson(relations, 'r')})) FROM relations AS r WHERE r.attendee_id IN (${merge.merge_from}, ${merge.merge_into})),
      'profiles', (SELECT json_group_array(json(${rowAsJson(attendeeProfiles, 'p')})) FROM attendee_profiles AS p WHERE p.attendee_id IN (${merge.merge_from}, ${merge.merge_into})),
      'registrations', (SELECT json_group_array(json_object('id', g.id, 'attendee_profile_id', g.attendee_profile_id)) FROM registrations AS g WHERE g.attendee_id = ${merge.merge_from}),
      'credits', (SELECT json_group_array(json_object('id', c.id, 'attendee_profile_id', c.attendee_profile_id)) FROM session_credits AS c WHERE c.attendee_profile_id IN ${profilesOf(merge.merge_from)}),
      'memberships', (SELECT json_group_array(json_object('id', m.id, 'attendee_profile_id', m.attendee_profile_id)) FROM memberships AS m WHERE m.attendee_profile_id IN ${profilesOf(merge.merge_from)}),
      'items', (SELECT json_group_array(json_object('id', i.id, 'attendee_profile_id', i.attendee_profile_id)) FROM order_items AS i WHERE i.attendee_profile_id IN ${profilesOf(merge.merge_from)}),
      'redemptions', (SELECT json_group_array(json_object('id', v.id, 'attendee_profile_id', v.attendee_profile_id)) FROM redemptions AS v WHERE v.attendee_profile_id IN ${profilesOf(merge.merge_from)}),
      'waivers', (SELECT json_group_array(w.id) FROM waiver_acceptances AS w WHERE w.on_behalf_of_attendee_id = ${merge.merge_from} AND w.registration_id IN (SELECT g.id FROM registrations AS g WHERE g.attendee_id = ${merge.merge_from})),
      'reads', (SELECT json_group_array(h.id) FROM health_reads AS h WHERE h.attendee_id = ${merge.merge_from})
    ), '{}', ${merge.created}, ${merge.undo_until}, NULL`,
  )

/** State that must be unchanged to undo a merge: the record, its relations, profiles, registrations and waivers. */
const stateAfter = (id: SQL): SQL => sql`SELECT json_object(
  'updated', a.updated,
  'merged', (SELECT group_concat(m.id) FROM attendees AS m WHERE m.merged_into = a.id),
  'relations', (SELECT group_concat(r.customer_id || r.relation || r.rights || (r.archived_at IS NULL), ' ') FROM relations AS r WHERE r.attendee_id = a.id),
  'profiles', (SELECT group_concat(p.id || p.status, ' ') FROM attendee_profiles AS p WHERE p.attendee_id = a.id),
  'registrations', (SELECT group_concat(g.id) FROM (SELECT id FROM registrations WHERE attendee_id = a.id ORDER BY id) AS g),
  'waivers', (SELECT count(*) FROM waiver_acceptances AS w WHERE w.registration_id IN (SELECT g.id FROM registrations AS g WHERE g.attendee_id = a.id))
) FROM attendees AS a WHERE a.id = ${id} AND a.merged_into IS NULL`

/** Stores the state of the remaining record after everything has moved. */
export const keepStateAfterMerge = (db: Db, merge: Pair & { id: string }): Statement =>
  db
    .update(attendeeMerges)
    .set({ after: sql`(${stateAfter(sql`${merge.merge_into}`)})` })
    .where(eq(attendeeMerges.id, merge.id))

/** Ends a merge, once, in time, and if nothing was added. The batch must then abort if no row changed. */
export const endMerge = (db: Db, merge: { id: string; merge_into: string }, now: number): Statement =>
  db
    .update(attendeeMerges)
    .set({ undone_at: now })
    .where(
      and(
        eq(attendeeMerges.id, merge.id),
        isNull(attendeeMerges.undone_at),
        sql`${attendeeMerges.undo_until} >= ${now}`,
        sql`${attendeeMerges.after} = (${stateAfter(sql`${merge.merge_into}`)})`,
      ),
    )

const asRead = (row: AttendeeRow): SQL =>
  sql.join(
    Object.entries(getTableColumns(attendees)).map(
      ([key, column]) => sql`${column} IS ${sql.param(row[key as keyof AttendeeRow], column)}`,
    ),
    sql` AND `,
  )

/** Points the merged record to the remaining record, if unchanged. The batch must then abort if no row changed. */
export const pointTo = (db: Db, from: AttendeeRow, merge_into: string): Statement =>
  db.update(attendees).set({ merged_into: merge_into }).where(asRead(from))
/** Fills in the remaining record, if unchanged. The batch must then abort if no row changed. */
export const fillIn = (db: Db, into: AttendeeRow, change: Partial<PersonColumns>): Statement =>
  db.update(attendees).set(toStore(change)).where(asRead(into))

const profilesOf = (attendeeId: string) =>
  sql`(SELECT p.id FROM attendee_profiles AS p WHERE p.attendee_id = ${attendeeId})`

/** Moves everything from one record to the other; of two profiles in a program the remaining one gets both. */
export function moveEverything(db: Db, { merge_from, merge_into }: Pair): Statement[] {
  const both = sql`EXISTS (SELECT 1 FROM relations AS k WHERE k.attendee_id = ${merge_into} AND k.customer_id = ${relations.customer_id})`
  const other = (column: string) =>
    sql`(SELECT ${sql.raw(`f.${column}`)} FROM attendee_profiles AS f WHERE f.attendee_id = ${merge_from} AND f.program_id = attendee_profiles.program_id)`
  const ofFrom = (column: string) =>
    sql`(SELECT ${sql.raw(`f.${column}`)} FROM relations AS f WHERE f.attendee_id = ${merge_from} AND f.customer_id = relations.customer_id)`
  const keptProfile = (id: SQL) =>
    sql`coalesce((SELECT k.id FROM attendee_profiles AS f JOIN attendee_profiles AS k ON k.program_id = f.program_id AND k.attendee_id = ${merge_into} WHERE f.id = ${id}), ${id})`
  return [
    ...[sessionCredits, memberships, orderItems, redemptions].map((table) =>
      db
        .update(table)
        .set({ attendee_profile_id: keptProfile(sql`${table.attendee_profile_id}`) })
        .where(sql`${table.attendee_profile_id} IN ${profilesOf(merge_from)}`),
    ),
    db
      .update(registrations)
      .set({
        attendee_id: merge_into,
        attendee_profile_id: sql`coalesce((SELECT k.id FROM attendee_profiles AS f JOIN attendee_profiles AS k ON k.program_id = f.program_id AND k.attendee_id = ${merge_into} WHERE f.id = registrations.attendee_profile_id), attendee_profile_id)`,
      })
      .where(eq(registrations.attendee_id, merge_from)),
    db
      .update(waiverAcceptances)
      .set({ on_behalf_of_attendee_id: merge_into })
      .where(
        and(
          eq(waiverAcceptances.on_behalf_of_attendee_id, merge_from),
          sql`${waiverAcceptances.registration_id} IN (SELECT g.id FROM registrations AS g WHERE g.attendee_id = ${merge_into})`,
        ),
      ),
    db.update(healthReads).set({ attendee_id: merge_into }).where(eq(healthReads.attendee_id, merge_from)),
    db
      .update(attendeeProfiles)
      .set({
        has_active_memberships: sql`max(has_active_memberships, ${other('has_active_memberships')})`,
        primary_contact_id: sql`coalesce(primary_contact_id, ${other('primary_contact_id')})`,
        first_attended: sql`coalesce(min(first_attended, ${other('first_attended')}), first_attended, ${other('first_attended')})`,
        last_attended: sql`coalesce(max(last_attended, ${other('last_attended')}), last_attended, ${other('last_attended')})`,
        average_feedback: sql`coalesce(average_feedback, ${other('average_feedback')})`,
      })
      .where(and(eq(attendeeProfiles.attendee_id, merge_into), sql`${other('id')} IS NOT NULL`)),
    db
      .update(attendeeProfiles)
      .set({ attendee_id: merge_into })
      .where(
        and(
          eq(attendeeProfiles.attendee_id, merge_from),
          sql`NOT EXISTS (SELECT 1 FROM attendee_profiles AS k WHERE k.attendee_id = ${merge_into} AND k.program_id = ${attendeeProfiles.program_id})`,
        ),
      ),
    // The rights of both relations in their usual order. The relation `self` of a removed relation is kept.
    db
      .update(relations)
      .set({
        rights: sql`(SELECT json_group_array(value) FROM json_each(${JSON.stringify(rights)}) WHERE value IN (SELECT value FROM json_each(relations.rights)) OR value IN (SELECT value FROM json_each(${ofFrom('rights')})))`,
        archived_at: sql`max(archived_at, ${ofFrom('archived_at')})`,
      })
      .where(and(eq(relations.attendee_id, merge_into), sql`${ofFrom('rights')} IS NOT NULL`)),
    db
      .update(relations)
      .set({ attendee_id: merge_into })
      .where(and(eq(relations.attendee_id, merge_from), sql`NOT ${both}`)),
  ]
}

/** Customers who are related to both records lose the relation to the merged record. The relation name `self` stays. */
export const dropRelations = (db: Db, { merge_from, merge_into }: Pair, selfOf: readonly string[]): Statement[] => [
  db
    .delete(relations)
    .where(
      and(
        eq(relations.attendee_id, merge_from),
        sql`NOT EXISTS (SELECT 1 FROM json_each(${relations.rights}) WHERE value = 'manage')`,
      ),
    ),
  db.delete(relations).where(eq(relations.attendee_id, merge_from)),
  ...selfOf.map((customer_id) =>
    db
      .update(relations)
      .set({ relation: 'self' })
      .where(and(eq(relations.attendee_id, merge_into), eq(relations.customer_id, customer_id))),
  ),
]
