import { and, eq, isNull, placeholder, sql } from 'drizzle-orm'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { statusList } from '../database/status-sql.ts'
import { attendeeProfiles, events, registrations, sessions, staffMembers, users } from '../database/tables.ts'

// Every call of a staff member runs it.
const staffOfCaller = prepared((db) =>
  db
    .select({
      confirmed_at: sessions.confirmed_at,
      is_admin: users.is_admin,
      is_email_verified: users.is_email_verified,
      staff_id: staffMembers.id,
      role: staffMembers.role,
      event_ids: staffMembers.event_ids,
      last_seen: staffMembers.last_seen,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.user_id), eq(users.is_active, true)))
    .leftJoin(
      staffMembers,
      and(
        eq(staffMembers.user_id, users.id),
        eq(staffMembers.program_id, placeholder('program_id')),
        eq(staffMembers.status, 'active'),
      ),
    )
    .where(
      and(
        eq(sessions.id, placeholder('session_id')),
        eq(sessions.user_id, placeholder('user_id')),
        isNull(sessions.ended_at),
        isNull(sessions.client_id),
      ),
    )
    .prepare(),
)

type CallerOfProgram = { user_id: string; session_id: string; program_id: string }

/** The account of an open session, with its place in the team of a program; no row for an ended session. */
export const findStaffOfCaller = async (ctx: Ctx, input: CallerOfProgram) =>
  (await staffOfCaller(ctx.db).execute(input))[0] ?? null

export const setLastSeen = (ctx: Ctx, staff_id: string) =>
  ctx.db.update(staffMembers).set({ last_seen: ctx.now }).where(eq(staffMembers.id, staff_id))

/** The member of a team who made a link, while they are in the team. */
export const activeMember = (db: Db, id: string) =>
  db
    .select({ role: staffMembers.role })
    .from(staffMembers)
    .where(and(eq(staffMembers.id, id), eq(staffMembers.status, 'active')))

type InProgram = { program_id: string }

/** The event with a key in a program, as its id. */
export const eventOfKey = (db: Db, { program_id, key }: InProgram & { key: string }) =>
  db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.program_id, program_id), eq(events.key, key)))

/** The event or appointment type of a registration in a program, as its id. */
export const eventOfRegistration = (db: Db, { program_id, id }: InProgram & { id: string }) =>
  db
    .select({ id: sql<string>`coalesce(${registrations.event_id}, ${registrations.appointment_type_id})` })
    .from(registrations)
    .where(and(eq(registrations.id, id), eq(registrations.program_id, program_id)))

/** The events and appointment types in which a customer of a program has a paid place, for themselves or their family. */
export const eventsOfCustomer = (db: Db, { program_id, id }: InProgram & { id: string }) =>
  db
    .select({ id: sql<string>`coalesce(${registrations.event_id}, ${registrations.appointment_type_id})` })
    .from(registrations)
    .where(
      sql`${registrations.id} IN (SELECT own.id FROM registrations AS own WHERE own.customer_id = ${id}
          UNION SELECT r.id FROM relations AS rel JOIN registrations AS r ON r.attendee_id = rel.attendee_id WHERE rel.customer_id = ${id})
        AND ${registrations.program_id} = ${program_id} AND ${registrations.status} IN ${statusList(registrationStates.sold)}`,
    )

/** The events and appointment types in which a person of a program has a paid place, as their ids. */
export const eventsOfAttendee = (db: Db, { program_id, id }: InProgram & { id: string }) =>
  db
    .select({ id: sql<string>`coalesce(${registrations.event_id}, ${registrations.appointment_type_id})` })
    .from(attendeeProfiles)
    .innerJoin(registrations, eq(registrations.attendee_profile_id, attendeeProfiles.id))
    .where(
      and(
        eq(attendeeProfiles.id, id),
        eq(attendeeProfiles.program_id, program_id),
        sql`${registrations.status} IN ${statusList(registrationStates.sold)}`,
      ),
    )
