import { among } from '../../platform/database/json-lists.ts'
import { and, eq, placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import {
  type AttendeeReader,
  attendeeSeenBy,
  customerReader,
  everyField,
  hasAny,
  type PersonColumns,
  toStore,
} from '../../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  customerProfiles,
  customers,
  healthReads,
  programs,
  relations,
} from '../../platform/database/tables.ts'
import { healthKeptUntil } from './health-erasure-rows.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { sealedColumns } from '../../contract/people/attendee-fields.ts'
import { pick } from '../../contract/pick.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type AttendeeInsert = PersonColumns
export type RelationRow = typeof relations.$inferSelect
export type ProfileRow = typeof attendeeProfiles.$inferSelect

// Column names are written out in these subqueries, because drizzle would omit their table.
const json = <Value>(query: SQL) => sql<Value>`(${query})`.mapWith((text: string) => JSON.parse(text) as Value)
const relationsInside = sql`SELECT json_group_array(json_object('customer_id', r.customer_id, 'attendee_id', r.attendee_id, 'relation', r.relation, 'rights', json(r.rights), 'created', r.created, 'archived_at', r.archived_at))
  FROM relations AS r WHERE r.attendee_id = attendees.id`
const profilesInside = sql`SELECT json_group_array(json_object('id', p.id, 'program_id', p.program_id, 'attendee_id', p.attendee_id, 'primary_contact_id', p.primary_contact_id,
  'has_active_memberships', json(iif(p.has_active_memberships, 'true', 'false')), 'num_registrations', p.num_registrations, 'first_attended', p.first_attended, 'last_attended', p.last_attended,
  'average_feedback', p.average_feedback, 'is_archived', json(iif(p.is_archived, 'true', 'false')), 'status', p.status, 'step', p.step, 'archived_by_program_at', p.archived_by_program_at, 'left_first_name', NULL, 'left_last_name', NULL, 'created', p.created, 'updated', p.updated))
  FROM attendee_profiles AS p WHERE p.attendee_id = attendees.id`

const shownColumns = (reader: AttendeeReader) => ({
  id: attendees.id,
  seen: attendeeSeenBy(reader, everyField),
  ...pick(attendees, sealedColumns),
  health_kept_until: healthKeptUntil.as('health_kept_until'),
  created: attendees.created,
  updated: attendees.updated,
})

/** Attendees a customer may see, archived or not, each with its relations and profiles. */
export const familyOf = prepared((db) =>
  db
    .select({
      // A prepared query serves every request. The list leaves out who left the program of a client.
      attendee: shownColumns({ customer_id: placeholder('customer_id'), client_program: null }),
      relations: json<RelationRow[]>(relationsInside),
      profiles: json<ProfileRow[]>(profilesInside),
    })
    .from(attendees)
    .where(
      sql`${attendees.id} IN (SELECT r.attendee_id FROM relations AS r WHERE r.customer_id = ${placeholder('customer_id')} AND (r.archived_at IS NOT NULL) = ${placeholder('is_archived')} AND EXISTS (SELECT 1 FROM json_each(r.rights) WHERE value = 'view'))`,
    )
    .prepare(),
)

/** One attendee with everything a customer may see. */
export const oneAttendee = (db: Db, id: string, customer_id: string) =>
  db
    .select(shownColumns(customerReader(db, customer_id)))
    .from(attendees)
    .where(eq(attendees.id, id))
/** An attendee as the reader sees it, and until when its health notes are stored. */
export type ShownAttendeeRow = Awaited<ReturnType<typeof oneAttendee>>[number]
export const relationsOf = (db: Db, id: string) =>
  db.select().from(relations).where(eq(relations.attendee_id, id)).orderBy(relations.created)
export const profilesOf = (db: Db, id: string) =>
  db.select().from(attendeeProfiles).where(eq(attendeeProfiles.attendee_id, id)).orderBy(attendeeProfiles.created)
export const oneRelation = (db: Db, id: string, customerId: string) =>
  db
    .select()
    .from(relations)
    .where(and(eq(relations.attendee_id, id), eq(relations.customer_id, customerId)))
/** The customer's own attendee; a placeholder while only the names from sign-up are known. */
export const selfOf = (db: Db, customerId: string) =>
  db
    .select({ attendee_id: relations.attendee_id, is_placeholder: attendees.is_placeholder })
    .from(relations)
    .innerJoin(attendees, eq(attendees.id, relations.attendee_id))
    .where(and(eq(relations.customer_id, customerId), sql`${relations.relation} = 'self'`))

/** Fills in the placeholder of the customer's own attendee, once. The batch must then abort if no row changed. */
export const fillInSelf = (db: Db, id: string, columns: Partial<AttendeeInsert>): Statement =>
  db
    .update(attendees)
    .set(toStore({ ...columns, is_placeholder: false }))
    .where(and(eq(attendees.id, id), eq(attendees.is_placeholder, true)))
export const renameSelf = (
  db: Db,
  input: {
    customer_id: string
    before: { first_name: string; last_name: string }
    names: { first_name: string; last_name: string }
    at: number
  },
): Statement =>
  db
    .update(attendees)
    .set(toStore({ ...input.names, updated: input.at }))
    .where(
      and(
        sql`${attendees.id} = (SELECT r.attendee_id FROM relations AS r WHERE r.customer_id = ${input.customer_id} AND r.relation = 'self')`,
        sql`${attendees.first_name} = ${input.before.first_name} AND ${attendees.last_name} = ${input.before.last_name}`,
      ),
    )

/** The settings of a program that decide how an attendee's fields are read. */
const programFacts = {
  id: programs.id,
  country: programs.country,
  timezone: programs.timezone,
  hasExpandedGender: sql<number>`coalesce(programs.features ->> '$.expanded_gender', 0)`,
}
export const programsByIds = (db: Db, ids: readonly string[]) =>
  db
    .select(programFacts)
    .from(programs)
    .where(
      and(sql`${programs.id} IN ${among(ids)}`, sql`${programs.billing_status} IN ${statusList(billingStates.open)}`),
    )
export const programsOfAttendee = (db: Db, id: string) =>
  db
    .select(programFacts)
    .from(programs)
    .where(sql`${programs.id} IN (SELECT p.program_id FROM attendee_profiles AS p WHERE p.attendee_id = ${id})`)
/** The country of a customer's address, or of the program they joined last: national phone numbers are read in it. */
export const homeCountry = (db: Db, customerId: string) =>
  db
    .select({
      country: sql<string | null>`coalesce(customers.addresses ->> '$[0].country_short_code',
        (SELECT p.country FROM customer_profiles AS c JOIN programs AS p ON p.id = c.program_id WHERE c.customer_id = customers.id ORDER BY c.created DESC LIMIT 1))`,
    })
    .from(customers)
    .where(eq(customers.id, customerId))

export const insertAttendee = (db: Db, row: AttendeeInsert): Statement => db.insert(attendees).values(toStore(row))
export const updateAttendee = (db: Db, id: string, change: Partial<AttendeeInsert>): Statement =>
  db
    .update(attendees)
    .set(toStore({ ...change, is_placeholder: false }))
    .where(eq(attendees.id, id))
export const insertRelation = (db: Db, row: typeof relations.$inferInsert): Statement =>
  db.insert(relations).values(row)
export const updateRelation = (
  db: Db,
  row: Pick<RelationRow, 'attendee_id' | 'customer_id' | 'relation' | 'rights'>,
): Statement =>
  db
    .update(relations)
    .set({ relation: row.relation, rights: row.rights })
    .where(and(eq(relations.attendee_id, row.attendee_id), eq(relations.customer_id, row.customer_id)))

/** Connects an attendee to a program; an existing profile stays unchanged. */
export function connectRow(
  db: Db,
  row: { id: string; program_id: string; attendee_id: string; primary_contact_id: string | null; at: number },
): Statement {
  const { at, ...profile } = row
  return db
    .insert(attendeeProfiles)
    .values({ ...profile, created: at, updated: at })
    .onConflictDoNothing()
}
export const oneProfile = (
  db: Db,
  { program_id, attendee_id }: { program_id: string; attendee_id: string },
  reader: AttendeeReader,
) =>
  db
    .select({ profile: attendeeProfiles, attendee: attendeeSeenBy(reader, everyField) })
    .from(attendeeProfiles)
    .innerJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
    .where(and(eq(attendeeProfiles.program_id, program_id), eq(attendeeProfiles.attendee_id, attendee_id)))

/** The caller's own customer profiles in some programs. */
export const ownContacts = (db: Db, programIds: readonly string[], customerId: string) =>
  db
    .select({ id: customerProfiles.id, program_id: customerProfiles.program_id })
    .from(customerProfiles)
    .where(
      and(eq(customerProfiles.customer_id, customerId), sql`${customerProfiles.program_id} IN ${among(programIds)}`),
    )

/** Records that a customer read health data: only if there is some and their relation has the right `medical`. */
export function recordHealthRead(db: Db, read: { attendee_id: string; customer_id: string; at: number }): Statement {
  return db
    .insert(healthReads)
    .select(sql`SELECT NULL, r.attendee_id, r.customer_id, ${read.at}, NULL, NULL, NULL, NULL, NULL FROM relations AS r CROSS JOIN attendees AS a
    WHERE r.customer_id = ${read.customer_id} AND r.attendee_id = ${read.attendee_id} AND a.id = r.attendee_id
      AND EXISTS (SELECT 1 FROM json_each(r.rights) WHERE value = 'medical')
      AND ${hasAny('a', sealedColumns)}`)
}

/**
 * Changes the status of a person in a program if it is still the one that was read. The batch must then abort if no row
 * changed.
 */
export const changeProfileStatus = (
  db: Db,
  read: Pick<ProfileRow, 'id' | 'status' | 'step'>,
  { to, at, ...columns }: { to: ProfileRow['status']; at: number; archived_by_program_at?: number | null },
): Statement =>
  db
    .update(attendeeProfiles)
    .set({ ...columns, status: to, step: read.step + 1, updated: at })
    .where(
      and(
        eq(attendeeProfiles.id, read.id),
        eq(attendeeProfiles.status, read.status),
        eq(attendeeProfiles.step, read.step),
      ),
    )

/** One person's profile in a program, with the attendee as the reader sees it. */
export const profileById = (
  db: Db,
  { program_id, id }: { program_id: string; id: string },
  reader: AttendeeReader = { program_id },
) =>
  db
    .select({ profile: attendeeProfiles, attendee: attendeeSeenBy(reader, everyField) })
    .from(attendeeProfiles)
    .innerJoin(attendees, eq(attendees.id, attendeeProfiles.attendee_id))
    .where(and(eq(attendeeProfiles.id, id), eq(attendeeProfiles.program_id, program_id)))

/** Archives a person for one customer, or restores them. */
export const archiveRelation = (
  db: Db,
  own: { attendee_id: string; customer_id: string; archived_at: number | null },
): Statement =>
  db
    .update(relations)
    .set({ archived_at: own.archived_at })
    .where(and(eq(relations.attendee_id, own.attendee_id), eq(relations.customer_id, own.customer_id)))
