import { and, count, eq, sql } from 'drizzle-orm'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Db } from '../../platform/database/database.ts'
import { isOwed, remaining } from '../../platform/database/owed-orders.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  eventOptions,
  events,
  eventVenues,
  orders,
  programs,
  registrations,
  staffMembers,
  venues,
} from '../../platform/database/tables.ts'
import { waiverOf } from './roster-rows.ts'
import { isDue, isWithoutGroup } from './sheet-rows.ts'

type InCamp = { program_id: string; event_id: string }
const sold = statusList(registrationStates.sold)
const current = statusList(registrationStates.current)

/** The reads of the page of an event, for one batch. Each reads at most the places of the event once. */
export const campReads = (db: Db, { program_id, event_id }: InCamp) => ({
  events: db
    .select()
    .from(events)
    .where(and(eq(events.id, event_id), eq(events.program_id, program_id))),
  venues: db
    .select({ name: venues.name, translations: venues.translations })
    .from(eventVenues)
    .innerJoin(venues, eq(venues.id, eventVenues.venue_id))
    .where(eq(eventVenues.event_id, event_id))
    .orderBy(eventVenues.position)
    .limit(1),
  options: db
    .select()
    .from(eventOptions)
    .where(and(eq(eventOptions.event_id, event_id), eq(eventOptions.is_removed, false)))
    .orderBy(eventOptions.position, eventOptions.key),
  places: db
    .select({ option_id: registrations.option_id, status: registrations.status, places: count() })
    .from(registrations)
    .where(sql`${registrations.event_id} = ${event_id} AND ${registrations.status} IN ${current}`)
    .groupBy(registrations.option_id, registrations.status),
  people: db
    .select({
      all: count(),
      families: sql<number>`count(DISTINCT ${registrations.customer_id})`,
      waiver_missing: sql<number>`coalesce(sum(${waiverOf} = 'missing'), 0)`,
      without_group: sql<number>`coalesce(sum(${isWithoutGroup}), 0)`,
      due: sql<number>`coalesce(sum(${isDue}), 0)`,
    })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.event_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .where(sql`${registrations.event_id} = ${event_id} AND ${registrations.status} IN ${sold}`),
  coaches: db
    .select({
      id: staffMembers.id,
      email: staffMembers.email,
      first_name: staffMembers.first_name,
      last_name: staffMembers.last_name,
      event_ids: staffMembers.event_ids,
    })
    .from(staffMembers)
    .where(
      sql`${staffMembers.program_id} = ${program_id} AND ${staffMembers.status} = 'active' AND ${staffMembers.role} = 'coach'`,
    )
    .orderBy(staffMembers.last_name, staffMembers.first_name, staffMembers.id)
    .limit(100),
  owed: db
    .select({ currency: orders.currency, country: programs.country, amount: sql<number>`sum(${remaining})` })
    .from(orders)
    .innerJoin(programs, eq(programs.id, orders.program_id))
    .where(
      sql`${orders.id} IN (SELECT r.order_id FROM registrations AS r WHERE r.event_id = ${event_id} AND r.status IN ${sold}) AND ${isOwed}`,
    )
    .groupBy(orders.currency),
})
