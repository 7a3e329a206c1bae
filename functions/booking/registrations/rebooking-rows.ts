import { among } from '../../platform/database/json-lists.ts'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Right } from '../../contract/people/attendee.ts'
import type { RebookingListQuery } from '../../contract/booking/rebooking.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import { attendees, eventOptions, events, registrations, relations } from '../../platform/database/tables.ts'
import type { SimilarEventsSpan } from './rebooking-rule.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/**
 * Maximum number of earlier bookings that are read, latest first. A family of five with two bookings a week makes fewer
 * within the span that is searched.
 */
const maxBookings = 1200
/** Maximum number of upcoming events that are read. */
const maxComing = 2000

type Span = { from: number; to: number }

/** The bookings that the customer made in a program within a span of time, with their attendees. */
export const bookedBefore = (db: Db, customerId: string, { program_id, attendee_id }: RebookingListQuery, span: Span) =>
  db
    .select({
      registration_id: registrations.id,
      event_id: events.id,
      name: events.name,
      translations: events.translations,
      type: events.type,
      tags: events.tags,
      starts_at: events.starts_at,
      timezone: events.timezone,
      option_name: eventOptions.name,
      attendee: attendeeSeenBy(customerReader(db, customerId), ['first_name', 'date_of_birth', 'gender'], {
        booked: 'registrations',
      }),
      rights: sql<Right[]>`${relations.rights}`.mapWith((text: string) => JSON.parse(text) as Right[]),
    })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.event_id))
    .innerJoin(eventOptions, eq(eventOptions.id, registrations.option_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(
      relations,
      and(eq(relations.attendee_id, registrations.attendee_id), eq(relations.customer_id, registrations.customer_id)),
    )
    .where(
      and(
        eq(registrations.customer_id, customerId),
        sql`+${registrations.program_id} = ${program_id}`,
        sql`${registrations.status} IN ${statusList(registrationStates.sold)}`,
        sql`${events.starts_at} >= ${span.from} AND ${events.ends_at} < ${span.to}`,
        sql`${relations.archived_at} IS NULL`,
        ...(attendee_id === undefined ? [] : [eq(registrations.attendee_id, attendee_id)]),
      ),
    )
    .orderBy(desc(events.starts_at), asc(registrations.id))
    .limit(maxBookings)
export type BookedRow = Awaited<ReturnType<typeof bookedBefore>>[number]

/** The search for events to suggest: by lower-case name, and by type and tags. */
export type RebookingSearch = { names: readonly string[]; alike: readonly SimilarEventsSpan[] }

/** The ids of upcoming events of a program that match the search, found by index. */
const idsOfSimilar = (programId: string, span: Span, { names, alike }: RebookingSearch) =>
  sql`SELECT e.id FROM json_each(${JSON.stringify(names)}) AS n CROSS JOIN events AS e INDEXED BY events_by_small_name
            WHERE e.program_id = ${programId} AND e.status = 'published' AND lower(e.name) = n.value AND e.starts_at > ${span.from} AND e.starts_at < ${span.to}
          UNION ALL SELECT e.id FROM json_each(${JSON.stringify(alike)}) AS w CROSS JOIN events AS e
            WHERE e.program_id = ${programId} AND e.status = 'published' AND e.starts_at >= w.value ->> 'from' AND e.starts_at <= w.value ->> 'to'
            AND e.type = w.value ->> 'type' AND json_array_length(e.tags) = json_array_length(w.value, '$.tags')
            AND NOT EXISTS (SELECT 1 FROM json_each(e.tags) AS t WHERE t.value NOT IN (SELECT value FROM json_each(w.value, '$.tags')))`

/** Condition for the upcoming events that match the search and start nearest to an event. */
export const similarNearest = (
  { id, program_id, starts_at }: { id: string; program_id: string; starts_at: number },
  span: Span,
  { limit, ...search }: RebookingSearch & { limit: number },
) =>
  sql`events.id IN (SELECT c.id FROM events AS c WHERE c.id IN (${idsOfSimilar(program_id, span, search)}) AND c.id <> ${id}
    ORDER BY abs(c.starts_at - ${starts_at}), c.starts_at, c.id LIMIT ${limit})`

/** Upcoming events of a program that match the search, with the fields that the suggestion needs. */
export const comingEvents = (db: Db, programId: string, span: Span, search: RebookingSearch) =>
  db
    .select({ id: events.id, name: events.name, type: events.type, tags: events.tags, starts_at: events.starts_at })
    .from(events)
    .where(
      // The unary plus makes SQLite use the ids that were found: a large program has thousands of events in that time.
      sql`+events.program_id = ${programId} AND +events.status = 'published' AND +events.starts_at > ${span.from} AND +events.starts_at < ${span.to}
        AND events.external_registration_url IS NULL
        AND events.id IN (${idsOfSimilar(programId, span, search)})
        AND EXISTS (SELECT 1 FROM programs AS p WHERE p.id = ${programId} AND p.billing_status NOT IN ${statusList(billingStates.notSelling)})`,
    )
    .orderBy(asc(events.starts_at), asc(events.id))
    .limit(maxComing)

/** Which of these people has a place, or is on the waitlist, in an upcoming event, booked by any customer. */
export const placesToCome = (db: Db, attendeeIds: readonly string[], now: number) =>
  db
    .select({ attendee_id: registrations.attendee_id, event_id: events.id })
    .from(registrations)
    .innerJoin(events, eq(events.id, registrations.event_id))
    .where(
      sql`${registrations.attendee_id} IN ${among(attendeeIds)}
        AND ${registrations.status} IN ${statusList(registrationStates.expected)} AND ${events.starts_at} > ${now}`,
    )
