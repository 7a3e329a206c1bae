import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy } from '../../platform/database/attendee-visibility.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { attendees, eventGroups, events, groupPlaces, registrations } from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const sold = statusList(registrationStates.sold)

/** The id of an event, by its key or by one of its places. */
export const eventOfKey = (programId: string, key: string): SQL =>
  sql`(SELECT e.id FROM events AS e WHERE e.program_id = ${programId} AND e.key = ${key})`
export const eventOfPlace = (programId: string, registrationId: string): SQL =>
  sql`(SELECT r.event_id FROM registrations AS r WHERE r.id = ${registrationId} AND r.program_id = ${programId})`

export const oneEvent = (db: Db, eventId: SQL) =>
  db.select({ id: events.id }).from(events).where(sql`${events.id} = ${eventId}`)

export const groupsOfEvent = (db: Db, eventId: SQL) => groupsIn(db, sql`(${eventId})`)
/** The groups of the events that a subquery or a list names. */
export const groupsIn = (db: Db, eventIds: SQL) =>
  db
    .select({
      ...getTableColumns(eventGroups),
      staff_ids: sql<
        string[]
      >`(SELECT json_group_array(s.staff_id) FROM group_staff AS s WHERE s.group_id = event_groups.id)`.mapWith(
        (text: string) => JSON.parse(text) as string[],
      ),
    })
    .from(eventGroups)
    .where(sql`${eventGroups.event_id} IN ${eventIds}`)
    .orderBy(eventGroups.position)

/** Every paid place of an event, with its person and group. */
export const placesOfEvent = (db: Db, eventId: SQL) =>
  db
    .select({
      registration_id: registrations.id,
      starts_at: events.starts_at,
      timezone: events.timezone,
      attendee: attendeeSeenBy({ program_id: registrations.program_id }, ['first_name', 'last_name', 'date_of_birth'], {
        booked: 'registrations',
      }),
      group: eventGroups.key,
      together: groupPlaces.together,
    })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.event_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .leftJoin(groupPlaces, eq(groupPlaces.registration_id, registrations.id))
    .leftJoin(eventGroups, eq(eventGroups.id, groupPlaces.group_id))
    .where(and(sql`${registrations.event_id} = ${eventId}`, sql`${registrations.status} IN ${sold}`))
    .orderBy(registrations.created, registrations.id)
export type GroupPlaceRow = Awaited<ReturnType<typeof placesOfEvent>>[number]

type Place = { registration_id: string; group_id: string | null; together: string | null }

/** Writes the groups of places of an event. The batch fails when another request separated friends meanwhile. */
export const putGroupPlaces = (
  db: Db,
  { event_id, places, now }: { event_id: string; places: Place[]; now: number },
): Statement[] => [
  db
    .insert(groupPlaces)
    .select(
      sql`SELECT value ->> '$.registration_id', ${event_id}, value ->> '$.group_id', value ->> '$.together', ${now} FROM json_each(${JSON.stringify(places)}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: groupPlaces.registration_id,
      set: {
        group_id: sql`excluded.group_id`,
        together: sql`excluded.together`,
        event_id: sql`excluded.event_id`,
        updated: sql`excluded.updated`,
      },
    }),
  guardThat(
    db,
    sql`NOT EXISTS (SELECT 1 FROM group_places AS g JOIN registrations AS r ON r.id = g.registration_id AND r.status IN ${sold}
      WHERE g.event_id = ${literal(event_id)} AND g.together IS NOT NULL
      GROUP BY g.together HAVING count(DISTINCT coalesce(g.group_id, '')) > 1)`,
    'state',
  ),
]
