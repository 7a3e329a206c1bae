import { and, eq, type SQL, sql } from 'drizzle-orm'
import { undoEndOf } from '../../changes/cancellations/undo-window.ts'
import type { Right } from '../../contract/people/attendee.ts'
import * as attendeeStates from '../../contract/states/attendee-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy } from '../../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  customerProfiles,
  customers,
  membershipPackages,
  memberships,
  programs,
  relations,
  users,
} from '../../platform/database/tables.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import { contact, isAttendeeWithin, isPlaceWithin, type Within } from './search-rows.ts'

type OfFamily = Within & { customer_id: string }
/** Number of people and of adults that a family is shown with; the number of all is counted. */
export const maxFamilyMembers = 50

const numberOfAll = sql<number>`count(*) OVER ()`

/** The customer of a family in a program; no row for a customer of another program. */
export const customerOfFamily = (db: Db, { program_id, customer_id }: OfFamily) =>
  db
    .select({
      contact,
      phones: customers.phones,
      language: users.language,
      created: customerProfiles.created,
      timezone: programs.timezone,
      merged_into: sql<
        string | null
      >`(SELECT m.merge_into FROM customer_merges AS m WHERE m.merge_from = ${customers.id} AND m.undone_at IS NULL)`,
    })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(and(eq(customerProfiles.customer_id, customer_id), eq(customerProfiles.program_id, program_id)))

/** The people of a program whom a customer registers, without anything about health. */
export const attendeesOfFamily = (db: Db, family: OfFamily) =>
  db
    .select({
      id: attendeeProfiles.id,
      status: attendeeProfiles.status,
      relation: relations.relation,
      rights: relations.rights,
      person: attendeeSeenBy({ program_id: family.program_id }, [
        'first_name',
        'last_name',
        'date_of_birth',
        'phone',
        'email',
        'parent_name',
        'emergency_contact_phone',
        'emergency_contact_email',
        'other_emergency_contacts',
      ]),
      total: numberOfAll,
    })
    .from(relations)
    .innerJoin(attendees, eq(attendees.id, relations.attendee_id))
    .innerJoin(
      attendeeProfiles,
      and(eq(attendeeProfiles.attendee_id, attendees.id), sql`+${attendeeProfiles.program_id} = ${family.program_id}`),
    )
    .where(
      sql`${relations.customer_id} = ${family.customer_id} AND ${relations.archived_at} IS NULL AND ${attendeeProfiles.status} <> 'merged'
        AND ${isAttendeeWithin(family, sql`${attendeeProfiles.id}`)}`,
    )
    .orderBy(attendeeProfiles.created, attendeeProfiles.id)
    .limit(maxFamilyMembers)

type Granted = { attendee_profile_id: string; relation: (typeof relations.$inferSelect)['relation']; rights: Right[] }

/** The adults with the program who look after the same people, the customer first. */
export const adultsOfFamily = (db: Db, family: OfFamily) =>
  db
    .select({
      id: relations.customer_id,
      contact,
      relations: sql<
        Granted[]
      >`json_group_array(json_object('attendee_profile_id', ${attendeeProfiles.id}, 'relation', ${relations.relation}, 'rights', json(${relations.rights})))`.mapWith(
        (text: string) => JSON.parse(text) as Granted[],
      ),
      total: numberOfAll,
    })
    .from(relations)
    .innerJoin(
      attendeeProfiles,
      and(
        eq(attendeeProfiles.attendee_id, relations.attendee_id),
        sql`+${attendeeProfiles.program_id} = ${family.program_id}`,
      ),
    )
    .innerJoin(customers, eq(customers.id, relations.customer_id))
    .innerJoin(users, and(eq(users.id, customers.user_id), eq(users.is_active, true)))
    .innerJoin(
      customerProfiles,
      and(eq(customerProfiles.customer_id, customers.id), sql`+${customerProfiles.program_id} = ${family.program_id}`),
    )
    .where(
      sql`${relations.attendee_id} IN (SELECT own.attendee_id FROM relations AS own WHERE own.customer_id = ${family.customer_id} AND own.archived_at IS NULL)
        AND ${relations.archived_at} IS NULL AND ${attendeeProfiles.status} IN ${statusList(attendeeStates.inFamily)}
        AND ${isAttendeeWithin(family, sql`${attendeeProfiles.id}`)}`,
    )
    .groupBy(relations.customer_id)
    .orderBy(sql`${relations.customer_id} <> ${family.customer_id}`, relations.customer_id)
    .limit(maxFamilyMembers)

/** The ids of the registrations that a customer made, and of those of the people whom they register. */
export const placesOfFamily = (family: OfFamily): SQL =>
  sql`(SELECT r.id FROM registrations AS r WHERE (r.customer_id = ${family.customer_id}
      OR r.attendee_id IN (SELECT own.attendee_id FROM relations AS own WHERE own.customer_id = ${family.customer_id} AND own.archived_at IS NULL))
    AND ${isPlaceWithin(family)})`

/** The ids of the orders of a customer. */
export const ordersOfCustomer = (customer_id: string): SQL =>
  sql`(SELECT o.id FROM orders AS o WHERE o.customer_id = ${customer_id})`

/** The memberships of a customer with a program, the newest first. */
export const membershipsOfFamily = (
  db: Db,
  { program_id, customer_id, limit }: { program_id: string; customer_id: string; limit: number },
) =>
  db
    .select({
      id: memberships.id,
      package_name: membershipPackages.name,
      translations: membershipPackages.translations,
      status: memberships.status,
      is_usable: memberships.is_usable,
      attendee_profile_id: memberships.attendee_profile_id,
      start_date: memberships.start_on,
      current_period_end: memberships.period_end_on,
      cancel_at_period_end: memberships.cancel_at_period_end,
      total: numberOfAll,
    })
    .from(memberships)
    .innerJoin(membershipPackages, eq(membershipPackages.id, memberships.package_id))
    .where(and(eq(memberships.customer_id, customer_id), eq(memberships.program_id, program_id)))
    .orderBy(sql`${memberships.created} DESC`)
    .limit(limit)

/** The ids of those whose last change staff can still undo. */
export const undoableOfFamily = (family: OfFamily, now: number): SQL =>
  sql`(SELECT c.id FROM registrations AS c WHERE c.id IN ${placesOfFamily(family)} AND ${undoEndOf('c')} > ${now})`
