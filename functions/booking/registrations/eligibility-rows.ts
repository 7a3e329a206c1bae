import { among } from '../../platform/database/json-lists.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { CustomerActor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import { attendees, registrations, relations } from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/**
 * The people whom a customer may register, by first name; the customer is included once their date of birth is known. A
 * client sees those of its program.
 */
export const registerable = (
  db: Db,
  { customer_id: customerId, delegation }: Pick<CustomerActor, 'customer_id' | 'delegation'>,
  ids: readonly string[] | undefined,
) =>
  db
    .select({
      person: attendeeSeenBy(customerReader(db, customerId), ['first_name', 'date_of_birth', 'gender']),
    })
    .from(attendees)
    .innerJoin(relations, and(eq(relations.attendee_id, attendees.id), eq(relations.customer_id, customerId)))
    .where(
      and(
        sql`${relations.archived_at} IS NULL AND EXISTS (SELECT 1 FROM json_each(${relations.rights}) WHERE value = 'register')`,
        sql`(${relations.relation} <> 'self' OR ${attendees.date_of_birth} IS NOT NULL)`,
        ...(ids === undefined ? [] : [sql`${attendees.id} IN ${among(ids)}`]),
        delegation &&
          sql`EXISTS (SELECT 1 FROM attendee_profiles AS p WHERE p.attendee_id = ${attendees.id} AND p.program_id = ${delegation.program_id} AND p.status <> 'disconnected')`,
      ),
    )
    .orderBy(asc(attendees.first_name), asc(attendees.id))

/** Family members of a customer who have a place in one of these events, or wait for one. */
export const placesOfFamilyIn = (db: Db, customerId: string, eventIds: readonly string[]) =>
  db
    .select({ attendee_id: registrations.attendee_id, event_id: registrations.event_id })
    .from(registrations)
    .where(
      sql`${registrations.event_id} IN ${among(eventIds)} AND ${registrations.status} IN ${statusList(registrationStates.expectedOrAttended)}
        AND ${registrations.attendee_id} IN (SELECT r.attendee_id FROM relations AS r WHERE r.customer_id = ${customerId})`,
    )

/** Condition for published events with these ids. */
export const publishedAmong = (ids: readonly string[]) =>
  sql`events.id IN ${among(ids)} AND events.status = 'published'`
