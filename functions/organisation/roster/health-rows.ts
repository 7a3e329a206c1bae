import { and, count, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { HealthReaderRole, HealthSeenOn } from '../../contract/people/invitation.ts'
import { sealedColumns } from '../../contract/people/attendee-fields.ts'
import { pick } from '../../contract/pick.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy, nameFields } from '../../platform/database/attendee-visibility.ts'
import { among } from '../../platform/database/json-lists.ts'
import {
  attendees,
  groupPlaces,
  healthReads,
  machineClients,
  registrations,
  staffMembers,
} from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const sold = statusList(registrationStates.sold)

type Bounds = { starts_until: number; ends_from: number }

/** True when the person has a place in the program that lets the organisation read their health information now. */
const isShown = ({ starts_until, ends_from }: Bounds): SQL<number> =>
  sql`EXISTS (SELECT 1 FROM registrations AS r CROSS JOIN bookings AS b ON b.id = r.id
    WHERE r.attendee_id = registrations.attendee_id AND r.program_id = registrations.program_id AND r.status IN ${sold}
      AND b.starts_at <= ${starts_until} AND b.ends_at >= ${ends_from})`

/** A paid place of a program with its person, and whether the reader looks after its group. */
export const placeForHealth = (
  db: Db,
  input: { program_id: string; registration_id: string; staff_id: string | null } & Bounds,
) =>
  db
    .select({
      attendee_id: registrations.attendee_id,
      attendee_profile_id: registrations.attendee_profile_id,
      answers: registrations.form_response,
      attendee: attendeeSeenBy({ program_id: registrations.program_id }, nameFields, { booked: 'registrations' }),
      is_own_group: sql<number>`EXISTS (SELECT 1 FROM group_staff AS s WHERE s.group_id = ${groupPlaces.group_id} AND s.staff_id = ${input.staff_id})`,
      is_shown: isShown(input),
    })
    .from(registrations)
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .leftJoin(groupPlaces, eq(groupPlaces.registration_id, registrations.id))
    .where(
      and(
        eq(registrations.id, input.registration_id),
        eq(registrations.program_id, input.program_id),
        sql`${registrations.status} IN ${sold}`,
      ),
    )

/** The number of reads with a reason by one reader since a time. */
export const readsWithReason = (db: Db, input: { program_id: string; reader_id: string; since: number }) =>
  db
    .select({ reads: sql<number>`count(*)` })
    .from(healthReads)
    .where(
      sql`${healthReads.program_id} = ${input.program_id} AND ${healthReads.reader_id} = ${input.reader_id} AND ${healthReads.at} >= ${input.since} AND ${healthReads.reason} IS NOT NULL`,
    )

type Read = {
  attendee_ids: readonly string[]
  program_id: string
  reader_id: string
  role: HealthReaderRole | null
  seen_on: HealthSeenOn
  reason: string | null
  at: number
}

/** Adds a row to the access log of each person. */
export const recordReads = (db: Db, { attendee_ids, ...read }: Read): Statement =>
  db
    .insert(healthReads)
    .select(
      sql`SELECT NULL, value, '', ${read.at}, ${read.program_id}, ${read.reader_id}, ${read.role}, ${read.seen_on}, ${read.reason} FROM json_each(${JSON.stringify(attendee_ids)})`,
    )

type ReadsPage = { program_id: string; since: number; limit: number; skip: number }
const keptOf = ({ program_id, since }: Pick<ReadsPage, 'program_id' | 'since'>) =>
  and(eq(healthReads.program_id, program_id), gte(healthReads.at, since))

/** One page of the reads by an organisation, with the person and the reader; the newest first. */
export const readsOfProgram = (db: Db, page: ReadsPage) =>
  db
    .select({
      id: healthReads.id,
      at: healthReads.at,
      role: healthReads.role,
      seen_on: healthReads.seen_on,
      reason: healthReads.reason,
      person: attendeeSeenBy({ program_id: healthReads.program_id }, nameFields),
      staff: { first_name: staffMembers.first_name, last_name: staffMembers.last_name },
      client_name: machineClients.name,
    })
    .from(healthReads)
    .innerJoin(attendees, eq(attendees.id, healthReads.attendee_id))
    .leftJoin(staffMembers, eq(staffMembers.id, healthReads.reader_id))
    .leftJoin(machineClients, eq(machineClients.id, healthReads.reader_id))
    .where(keptOf(page))
    .orderBy(desc(healthReads.id))
    .limit(page.limit)
    .offset(page.skip)
export const countReadsOfProgram = (db: Db, page: ReadsPage) =>
  db.select({ total: count() }).from(healthReads).where(keptOf(page))

/** The sealed notes of people. Read them only in a batch that records it first. */
export const sealedNotes = (db: Db, attendee_ids: readonly string[]) =>
  db
    .select({ id: attendees.id, ...pick(attendees, sealedColumns) })
    .from(attendees)
    .where(sql`${attendees.id} IN ${among(attendee_ids)}`)

export const staffName = (db: Db, id: string) =>
  db
    .select({ first_name: staffMembers.first_name, last_name: staffMembers.last_name })
    .from(staffMembers)
    .where(eq(staffMembers.id, id))

/** The owner who is longest in the team of a program. */
export const firstOwner = (db: Db, program_id: string) =>
  db
    .select({ email: staffMembers.email })
    .from(staffMembers)
    .where(
      and(
        eq(staffMembers.program_id, program_id),
        sql`${staffMembers.status} = 'active' AND ${staffMembers.role} = 'owner'`,
      ),
    )
    .orderBy(staffMembers.accepted_at)
    .limit(1)
