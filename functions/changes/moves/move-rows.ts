import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import { attendeeProfiles, attendees, orders, relations, waiverAcceptances } from '../../platform/database/tables.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Maximum number of events offered to move to. */
const maxEvents = 24

type Origin = { event_id: string; program_id: string; name: string; type: string | null }

/**
 * Condition on `events`: those that a place may move to, first of the same name, then of the same kind, the earliest
 * first.
 */
export const eventsToMoveTo = (
  { event_id, program_id, name, type }: Origin,
  now: number,
): SQL => sql`(events.id = ${event_id}
  OR events.id IN (SELECT e.id FROM events AS e WHERE e.program_id = ${program_id} AND e.status = 'published' AND e.starts_at > ${now}
    AND e.type = ${type} AND e.external_registration_url IS NULL ORDER BY e.name = ${name} DESC, e.starts_at, e.id LIMIT ${maxEvents}))`

/** Condition on `events`: the event of an option of a program. */
export const eventOfOption = (optionId: string, programId: string): SQL =>
  sql`events.id = (SELECT o.event_id FROM event_options AS o WHERE o.id = ${optionId}) AND events.program_id = ${programId}`

/** The people of a customer's family whom they may register with a program. */
export const peopleOf = (db: Db, about: { customer_id: string; program_id: string }) =>
  db
    .select({
      attendee_profile_id: attendeeProfiles.id,
      person: attendeeSeenBy(customerReader(db, about.customer_id), ['first_name', 'date_of_birth', 'gender']),
    })
    .from(relations)
    .innerJoin(attendees, eq(attendees.id, relations.attendee_id))
    .innerJoin(
      attendeeProfiles,
      and(eq(attendeeProfiles.attendee_id, relations.attendee_id), eq(attendeeProfiles.program_id, about.program_id)),
    )
    .where(
      and(
        eq(relations.customer_id, about.customer_id),
        sql`${relations.archived_at} IS NULL`,
        sql`EXISTS (SELECT 1 FROM json_each(${relations.rights}) WHERE value = 'register')`,
        eq(attendeeProfiles.is_archived, false),
      ),
    )
    .orderBy(attendees.first_name, attendeeProfiles.id)

/** The waivers that a registration has accepted, and for whom. */
export const acceptancesOf = (db: Db, registrationId: string) =>
  db
    .select({
      waiver_id: waiverAcceptances.waiver_id,
      version: waiverAcceptances.version,
      attendee_id: waiverAcceptances.on_behalf_of_attendee_id,
    })
    .from(waiverAcceptances)
    .where(eq(waiverAcceptances.registration_id, registrationId))

/** Unpaid orders for a move of a booking. */
export const openMovesOf = (db: Db, registrationId: string) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.moves_registration_id, registrationId), sql`${orders.status} IN ${statusList(orderStates.open)}`),
    )
