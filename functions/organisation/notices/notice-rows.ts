import { and, eq, sql, type SQL } from 'drizzle-orm'
import { type ChangeStaffNoticesRequest, type NoticeTopic, noticeTopics } from '../../contract/organisation/notices.ts'
import { isLimitedToEvents, rightOf } from '../../contract/organisation/rights.ts'
import { fewPlaces } from '../../contract/limits.ts'
import { staffRoles } from '../../contract/people/staff.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Ctx, Reach } from '../../platform/context.ts'
import { attendeeSeenBy, nameFields } from '../../platform/database/attendee-visibility.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import type { DeliveryKind } from '../../platform/database/outbox.ts'
import type { OutboxRow } from '../../platform/database/outbox-rows.ts'
import { placesOfConversation, registrationWithin, sourceOfConversation } from '../../platform/database/reach-sql.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  attendees,
  bookings,
  eventOptions,
  events,
  outbox,
  payments,
  programs,
  registrations,
  staffMembers,
  users,
} from '../../platform/database/tables.ts'

/** An active member of a team, with the address and the language of their account. */
export const memberById = (db: Db, id: string) =>
  db
    .select({
      id: staffMembers.id,
      program_id: staffMembers.program_id,
      role: staffMembers.role,
      event_ids: staffMembers.event_ids,
      notices: staffMembers.notices,
      team_notices: programs.team_notices,
      email: users.email,
      is_email_verified: users.is_email_verified,
      language: users.language,
    })
    .from(staffMembers)
    .innerJoin(users, and(eq(users.id, staffMembers.user_id), eq(users.is_active, true)))
    .innerJoin(programs, eq(programs.id, staffMembers.program_id))
    .where(and(eq(staffMembers.id, id), eq(staffMembers.status, 'active')))

/** Changes some of a member's choices; two simultaneous changes are both kept. */
export const setNotices = ({ db, now }: Ctx, id: string, choices: ChangeStaffNoticesRequest): Statement =>
  db
    .update(staffMembers)
    .set({ notices: sql`json_patch(${staffMembers.notices}, ${JSON.stringify(choices)})`, updated: now })
    .where(and(eq(staffMembers.id, id), eq(staffMembers.status, 'active')))

const placesOf = (ref: SQL) =>
  sql`registrations AS r WHERE r.order_id = ${ref} AND r.status IN ${statusList(registrationStates.sold)}`

/**
 * The subjects of an event's mails, each with its program and the event or appointment type that it is about. The `key`
 * makes a mail unique for a member.
 */
const subjectsOf: Record<NoticeTopic, (event: { ref: SQL; dedupe: SQL }) => SQL> = {
  bookings: ({ ref, dedupe }) =>
    sql`SELECT ${ref} AS ref, ${dedupe} AS key, r.program_id, coalesce(r.event_id, r.appointment_type_id) AS source_id FROM ${placesOf(ref)}`,
  summary: ({ ref, dedupe }) => sql`SELECT ${ref} AS ref, ${dedupe} AS key, ${ref} AS program_id, NULL AS source_id`,
  // An option has few places when a fifth of them or fewer are left; one mail for each number of places.
  low_places: ({ ref }) =>
    sql`SELECT o.id AS ref, o.id || ':' || o.spots_total AS key, o.program_id, o.event_id AS source_id FROM event_options AS o
      WHERE o.id IN (SELECT r.option_id FROM ${placesOf(ref)}) AND o.spots_total - o.spots_taken <= ${fewPlaces}
        AND (o.spots_total - o.spots_taken) * 5 <= o.spots_total`,
  waitlist: ({ ref, dedupe }) =>
    sql`SELECT w.id AS ref, ${dedupe} AS key, w.program_id, w.event_id AS source_id FROM waitlist_entries AS w WHERE w.id = ${ref}`,
  messages: ({ ref, dedupe }) =>
    sql`SELECT m.id AS ref, ${dedupe} AS key, c.program_id, ${sourceOfConversation} AS source_id
      FROM messages AS m JOIN conversations AS c ON c.id = m.conversation_id ${placesOfConversation}
      WHERE m.id = ${ref}`,
  tasks: ({ ref, dedupe }) =>
    sql`SELECT ${ref} AS ref, ${dedupe} AS key, o.program_id, NULL AS source_id FROM orders AS o
      WHERE o.id IN (SELECT q.order_id FROM refund_requests AS q WHERE q.id = ${ref} UNION ALL SELECT p.order_id FROM payments AS p WHERE p.id = ${ref})`,
}

/** Inserts a mail for each member of the program's team who chose the topic, within the events of their right. */
export function insertTeamNotices(ctx: Ctx, event: OutboxRow, kind: DeliveryKind): Statement {
  const topic = kind.slice('mail.notice_'.length) as NoticeTopic
  const { right } = noticeTopics[topic]
  // A summary is narrowed to a member's events when it is written.
  const roles = staffRoles.flatMap((role) => {
    const shade = rightOf(role, right)
    return shade === null ? [] : [{ role, limited: topic !== 'summary' && isLimitedToEvents(shade) }]
  })
  // An assigned conversation is mailed to its assignee alone.
  const assignee = event.body['assignee_id'] ?? null
  const subjects = subjectsOf[topic]({ ref: sql`${event.ref}`, dedupe: sql`${event.dedupe}` })
  return ctx.db
    .insert(outbox)
    .select(
      sql`SELECT NULL, ${kind}, a.ref, ${kind} || ':' || a.key || ':' || s.id, json_set(${JSON.stringify(event.body)}, '$.staff_id', s.id),
        ${event.priority}, ${ctx.now}, 0, NULL, NULL, NULL, NULL, NULL
      FROM (${subjects}) AS a JOIN staff_members AS s ON s.program_id = a.program_id AND s.status = 'active'
        JOIN json_each(${JSON.stringify(roles)}) AS may ON may.value ->> 'role' = s.role
      WHERE coalesce(s.notices ->> ${`$.${topic}`}, ${topic} IN (SELECT n.value FROM programs AS p, json_each(p.team_notices) AS n WHERE p.id = s.program_id)) = 1
        AND (may.value ->> 'limited' = 0 OR s.event_ids = '[]' OR a.source_id IN (SELECT value FROM json_each(s.event_ids)))
        AND coalesce(${assignee}, s.id) = s.id`,
    )
    .onConflictDoNothing()
}

/** The places of an order or of a waitlist entry within a reader's events, with the people who have them. */
export const placesAbout = (db: Db, of: { order_id: string } | { waitlist_entry_id: string }, reach: Reach) =>
  db
    .select({
      title: bookings.title,
      option_title: bookings.option_title,
      translations: bookings.translations,
      person: attendeeSeenBy({ program_id: registrations.program_id }, nameFields, { booked: 'registrations' }),
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .where(
      and(
        'order_id' in of
          ? sql`${registrations.order_id} = ${of.order_id} AND ${registrations.status} IN ${statusList(registrationStates.sold)}`
          : sql`${registrations.waitlist_entry_id} = ${of.waitlist_entry_id} AND ${registrations.status} IN ${statusList(registrationStates.waiting)}`,
        registrationWithin(reach),
      ),
    )
    .orderBy(registrations.created, registrations.id)

/** An option of an event with the number of its places that are left. */
export const optionWithPlaces = (db: Db, id: string) =>
  db
    .select({
      name: events.name,
      translations: events.translations,
      option: eventOptions.name,
      left: sql<number>`max(0, ${eventOptions.spots_total} - ${eventOptions.spots_taken})`,
    })
    .from(eventOptions)
    .innerJoin(events, eq(events.id, eventOptions.event_id))
    .where(eq(eventOptions.id, id))

/** The order of a payment that needs attention. */
export const orderOfTask = (db: Db, payment_id: string) =>
  db.select({ order_id: payments.order_id }).from(payments).where(sql`${payments.id} = ${payment_id}`)
