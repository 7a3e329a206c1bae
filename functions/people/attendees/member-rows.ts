import { sql } from 'drizzle-orm'
import type { RelationName, Right } from '../../contract/people/attendee.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  attendeeSeenBy,
  customerReader,
  nameFields,
  type SeenAttendee,
} from '../../platform/database/attendee-visibility.ts'
import { attendees, customers, relations, users } from '../../platform/database/tables.ts'

/** A relation of another adult to a person whom the caller also sees. */
export type SharedRelation = {
  customer_id: string
  first_name: string
  last_name: string
  created: number
  attendee_id: string
  attendee: SeenAttendee<'first_name' | 'last_name'>
  relation: RelationName
  rights: Right[]
}

/** Everyone else who sees a person that the caller sees and has not archived, in any program or in one. */
export const sharedRelations = (db: Db, caller: { customer_id: string; program_id: string | null }) =>
  db
    .select({
      customer_id: relations.customer_id,
      first_name: users.first_name,
      last_name: users.last_name,
      created: relations.created,
      attendee_id: relations.attendee_id,
      attendee: attendeeSeenBy(customerReader(db, caller.customer_id), nameFields),
      relation: relations.relation,
      rights: relations.rights,
    })
    .from(relations)
    .innerJoin(attendees, sql`${attendees.id} = ${relations.attendee_id}`)
    .innerJoin(customers, sql`${customers.id} = ${relations.customer_id}`)
    .innerJoin(users, sql`${users.id} = ${customers.user_id} AND ${users.is_active} = 1`)
    .where(
      sql`${relations.customer_id} <> ${caller.customer_id} AND ${relations.attendee_id} IN (SELECT r.attendee_id FROM relations AS r
        WHERE r.customer_id = ${caller.customer_id} AND r.archived_at IS NULL AND EXISTS (SELECT 1 FROM json_each(r.rights) WHERE value = 'view')
          AND (${caller.program_id} IS NULL OR EXISTS (SELECT 1 FROM attendee_profiles AS p WHERE p.attendee_id = r.attendee_id AND p.program_id = ${caller.program_id} AND p.status = 'active')))`,
    )

/** Whether the caller's email is confirmed. */
export const emailStateOf = (db: Db, customerId: string) =>
  db
    .select({ is_email_verified: users.is_email_verified })
    .from(customers)
    .innerJoin(users, sql`${users.id} = ${customers.user_id}`)
    .where(sql`${customers.id} = ${customerId}`)
