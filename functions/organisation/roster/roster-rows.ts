import { instant } from '../../contract/instant.ts'
import { and, eq, getViewSelectedFields, type SQL, sql } from 'drizzle-orm'
import { rosterFields } from '../../contract/people/attendee-fields.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy, nameForProgram } from '../../platform/database/attendee-visibility.ts'
import {
  attendees,
  bookings,
  checkIns,
  customers,
  eventGroups,
  events,
  groupPlaces,
  programs,
  registrations,
  relations,
  rosterLinks,
  users,
} from '../../platform/database/tables.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

const ofPlaces = statusList(registrationStates.sold)
const { id: _id, order_id: _order, status: _status, ...booking } = getViewSelectedFields(bookings)

/** The waiver of a registration: accepted in its current version, missing, or null if none is needed. */
export const waiverOf = sql<
  'accepted' | 'missing' | null
>`(SELECT CASE WHEN EXISTS (SELECT 1 FROM waiver_acceptances AS a
    WHERE a.registration_id = registrations.id AND a.waiver_id = w.id AND a.version = w.version) THEN 'accepted' ELSE 'missing' END
  FROM waivers AS w WHERE w.id = coalesce(${events.waiver_id}, ${programs.preferences} ->> '$.default_event_waiver') AND registrations.kind = 'event')`

/** The latest version of a waiver that was signed for a registration; null if none was. */
export const signedVersionOf = sql<{
  version: number
  signed_at: number
} | null>`(SELECT json_object('version', a.version, 'signed_at', a.accepted_at)
  FROM waiver_acceptances AS a WHERE a.registration_id = registrations.id ORDER BY a.accepted_at DESC, a.version DESC LIMIT 1)`.mapWith(
  (text: string) => JSON.parse(text) as { version: number; signed_at: number },
)

/** The signed version in the format of the API. */
export const showSigned = (signed: { version: number; signed_at: number } | null) =>
  signed && { version: signed.version, signed_at: instant(signed.signed_at) }

/** The columns of a program that the lists need. */
export const programOf = (db: Db, id: string) =>
  db.select({ id: programs.id, timezone: programs.timezone }).from(programs).where(eq(programs.id, id))

export const eventByKey = (db: Db, input: { program_id: string; key: string }) =>
  db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.program_id, input.program_id), eq(events.key, input.key)))

export type Window = { program_id: string; from: number; until: number; event_id: string | null }

/** Subquery for the ids of the paid places in events and appointments of a program between two times. */
export const placesBetween = ({ program_id, from, until, event_id }: Window): SQL => sql`(
        SELECT r.id FROM events AS e CROSS JOIN registrations AS r ON r.event_id = e.id
          WHERE e.program_id = ${program_id} AND e.status IN ${statusList(eventStates.takesPlace)} AND e.starts_at < ${until} AND e.ends_at > ${from}
            AND r.status IN ${ofPlaces} AND (${event_id} IS NULL OR e.id = ${event_id})
        UNION ALL
        SELECT r.id FROM appointment_slots AS s CROSS JOIN registrations AS r ON r.id = s.registration_id
          WHERE s.is_taken = 1 AND s.starts_at >= ${from} AND s.starts_at < ${until} AND r.program_id = ${program_id}
            AND r.status IN ${ofPlaces} AND ${event_id} IS NULL)`

/** Everyone with a place in an event or appointment of the program between two times, by name. */
export const rosterRows = (db: Db, window: Window) =>
  db
    .select({
      registration_id: registrations.id,
      status: registrations.status,
      attendee_profile_id: registrations.attendee_profile_id,
      attendee_id: registrations.attendee_id,
      booking,
      key: events.key,
      group: eventGroups.key,
      attendee: attendeeSeenBy({ program_id: registrations.program_id }, rosterFields, { booked: 'registrations' }),
      waiver: waiverOf,
      waiver_signed: signedVersionOf,
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .leftJoin(events, eq(events.id, registrations.event_id))
    .leftJoin(groupPlaces, eq(groupPlaces.registration_id, registrations.id))
    .leftJoin(eventGroups, eq(eventGroups.id, groupPlaces.group_id))
    .where(sql`${registrations.id} IN ${placesBetween(window)}`)
    .orderBy(
      bookings.starts_at,
      registrations.event_id,
      nameForProgram('last_name'),
      nameForProgram('first_name'),
      registrations.id,
    )
export type RosterRow = Awaited<ReturnType<typeof rosterRows>>[number]

/** The marks of a day of the places that a subquery or a list names. */
export const marksOfDay = (db: Db, input: { places: SQL; day: string }) =>
  db
    .select()
    .from(checkIns)
    .where(and(sql`${checkIns.registration_id} IN ${input.places}`, eq(checkIns.day, input.day)))

/** The adults who may pick up the people that a subquery or a list names. */
export const pickUpContacts = (db: Db, people: SQL) =>
  db
    .select({
      attendee_id: relations.attendee_id,
      relation: relations.relation,
      first_name: users.first_name,
      last_name: users.last_name,
      phone: users.phone,
    })
    .from(relations)
    .innerJoin(customers, eq(customers.id, relations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(
      and(
        sql`${relations.attendee_id} IN ${people}`,
        sql`${relations.archived_at} IS NULL AND EXISTS (SELECT 1 FROM json_each(${relations.rights}) WHERE value = 'pickup')`,
      ),
    )
    .orderBy(relations.created)

export const marksOf = (db: Db, registration_id: string) =>
  db.select().from(checkIns).where(eq(checkIns.registration_id, registration_id))
export type CheckInRow = typeof checkIns.$inferSelect

/** Inserts the first mark of a day; a concurrent one is `state_conflict`. */
export const insertCheckIn = (db: Db, row: typeof checkIns.$inferInsert): Statement => db.insert(checkIns).values(row)

/** Updates a mark if it has the step that was read; the guard of the batch follows. */
export const changeCheckIn = (
  db: Db,
  read: CheckInRow,
  change: Pick<CheckInRow, 'step' | 'updated'> & Partial<CheckInRow>,
): Statement =>
  db
    .update(checkIns)
    .set(change)
    .where(
      and(eq(checkIns.registration_id, read.registration_id), eq(checkIns.day, read.day), eq(checkIns.step, read.step)),
    )

/** The version for which a program's links are signed; 1 without a row. */
export const linkVersion = (db: Db, program_id: string) =>
  db.select({ version: rosterLinks.version }).from(rosterLinks).where(eq(rosterLinks.program_id, program_id))

/** Revokes every link of a program. */
export const rollLinks = (db: Db, program_id: string, at: number): Statement =>
  db
    .insert(rosterLinks)
    .values({ program_id, version: 2, updated: at })
    .onConflictDoUpdate({
      target: rosterLinks.program_id,
      set: { version: sql`${rosterLinks.version} + 1`, updated: at },
    })
