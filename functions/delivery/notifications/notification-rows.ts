import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import {
  type NotificationListQuery,
  type NotificationOutcome,
  type NotificationReason,
  notificationReasonNames,
  rulesOf,
} from '../../contract/delivery/notification.ts'
import type { Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import { feedback, notifications, orders } from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

type NewNotification = {
  reason: NotificationReason
  outcome: NotificationOutcome | null
  dedupe: string
  /** The SELECT of the readers and the subject. */
  subject: SQL
}

/** Inserts a notification for each reader of an event, once per key, in the batch that finishes the event. */
export const insertNotifications = (ctx: Ctx, { reason, outcome, dedupe, subject }: NewNotification): Statement =>
  ctx.db
    .insert(notifications)
    .select(sql`SELECT 'ntf_' || lower(hex(randomblob(16))), s.user_id, s.program_id, ${reason}, coalesce(${outcome}, s.outcome), s.order_id, s.registration_id, s.event_id, s.amount, s.currency,
      ${dedupe}, ${ctx.now}, NULL, NULL FROM (${subject}) AS s WHERE s.user_id IS NOT NULL`)
    .onConflictDoNothing()

/**
 * Inserts notifications for everyone with a place in a changed event: one per customer, visible when its mail is sent.
 */
export const insertEventChanged = (
  ctx: Ctx,
  input: { event_id: string; reason: NotificationReason; changed_at: number; notify_at: number },
): Statement =>
  ctx.db
    .insert(notifications)
    .select(sql`SELECT 'ntf_' || lower(hex(randomblob(16))), c.user_id, r.program_id, ${input.reason}, NULL, min(r.order_id), NULL, r.event_id, NULL, NULL,
      'event.changed:' || r.event_id || ':' || r.customer_id || ':' || ${input.notify_at}, ${input.notify_at}, NULL, NULL
    FROM registrations AS r CROSS JOIN customers AS c ON c.id = r.customer_id
    WHERE r.event_id = ${input.event_id} AND r.created <= ${input.changed_at} AND r.status IN ${statusList(registrationStates.booked)} AND r.order_id IS NOT NULL
    GROUP BY r.event_id, r.customer_id`)
    .onConflictDoNothing()

/**
 * A customer's notifications in a program, including those about the account. Notifications of a later time are not
 * visible yet.
 */
const own = (ctx: Ctx, { user_id, program_id }: { user_id: string; program_id: string }) =>
  and(
    eq(notifications.user_id, user_id),
    or(eq(notifications.program_id, program_id), isNull(notifications.program_id)),
    lte(notifications.created, ctx.now),
  )
export type Reader = { user_id: string; program_id: string }
type Filters = Partial<Pick<NotificationListQuery, 'id' | 'topic_group' | 'is_read' | 'is_archived'>>

const filtered = (ctx: Ctx, reader: Reader, { id, topic_group, is_read, is_archived }: Filters) => {
  const reasons = notificationReasonNames.filter((reason) => topic_group?.includes(rulesOf(reason).topic_group))
  return and(
    own(ctx, reader),
    id && inArray(notifications.id, id),
    topic_group && inArray(notifications.reason, reasons),
    is_read === undefined ? undefined : (is_read ? isNotNull : isNull)(notifications.read_at),
    is_archived === undefined ? undefined : (is_archived ? isNotNull : isNull)(notifications.archived_at),
  )
}

type Booking = { title: string; translations: Translations; first_name: string }
const of = (column: 'order_id' | 'registration_id' | 'event_id') => sql.raw(`notifications.${column}`)
const seen = (db: Db) =>
  attendeeSeenBy(
    customerReader(db, sql.raw('(SELECT c.id FROM customers AS c WHERE c.user_id = notifications.user_id)')),
    ['first_name'],
    { booked: 'r', person: 'a' },
  )
// The bookings of a notification: the registration, the order's places of the event, the whole order, or one waitlist
// entry's places.
const booked = (db: Db) =>
  sql<string>`(SELECT json_group_array(json_object('title', b.title, 'translations', json(b.translations), 'first_name', ${seen(db)} ->> '$.first_name'))
  FROM registrations AS r JOIN bookings AS b ON b.id = r.id JOIN attendees AS a ON a.id = r.attendee_id
  WHERE r.id IN (SELECT o.id FROM registrations AS o WHERE o.order_id = ${of('order_id')} AND (${of('registration_id')} IS NULL OR o.id = ${of('registration_id')})
      UNION SELECT ${of('registration_id')} WHERE ${of('order_id')} IS NULL
      UNION SELECT w.id FROM registrations AS q CROSS JOIN registrations AS w WHERE ${of('order_id')} IS NULL AND q.id = ${of('registration_id')} AND w.waitlist_entry_id = q.waitlist_entry_id)
    AND (${of('event_id')} IS NULL OR r.event_id = ${of('event_id')}))`.mapWith(
    (text: string) => JSON.parse(text) as Booking[],
  )
const feedbackPrefix = 'feedback_request:feedback.requested:'
const shown = (ctx: Ctx) =>
  ctx.db
    .select({
      notification: notifications,
      receipt_number: orders.receipt_number,
      program: {
        country: sql<string | null>`(SELECT p.country FROM programs AS p WHERE p.id = notifications.program_id)`,
      },
      bookings: booked(ctx.db),
      feedback: { id: feedback.id, code_hash: feedback.code_hash },
    })
    .from(notifications)
    .leftJoin(orders, eq(orders.id, notifications.order_id))
    .leftJoin(
      feedback,
      and(
        eq(notifications.reason, 'feedback_request'),
        eq(feedback.id, sql`substr(${notifications.dedupe}, ${feedbackPrefix.length + 1})`),
      ),
    )
export type NotificationRow = Awaited<ReturnType<typeof notificationById>>[number]

export const notificationById = (ctx: Ctx, reader: Reader, id: string) =>
  shown(ctx).where(and(eq(notifications.id, id), own(ctx, reader)))

/** One page of a reader's notifications. */
export const notificationsOf = (ctx: Ctx, reader: Reader, query: NotificationListQuery) => {
  const way = query.order === 'asc' ? asc : desc
  return shown(ctx)
    .where(filtered(ctx, reader, query))
    .orderBy(way(notifications.created), way(notifications.id))
    .limit(query.limit)
    .offset(query.skip)
}
export const countNotifications = (ctx: Ctx, reader: Reader, filters: Filters) =>
  ctx.db
    .select({ total: sql<number>`count(*)` })
    .from(notifications)
    .where(filtered(ctx, reader, filters))

export type NotificationChange = 'mark' | 'unmark' | 'archive' | 'unarchive'
// Archiving a notification marks it as read. It stays read when it leaves the archive.
const sets = (ctx: Ctx) => {
  const read_at = sql`coalesce(${notifications.read_at}, ${ctx.now})`
  return {
    mark: { read_at },
    unmark: { read_at: null },
    archive: { read_at, archived_at: sql`coalesce(${notifications.archived_at}, ${ctx.now})` },
    unarchive: { archived_at: null },
  }
}
export const changeNotification = (ctx: Ctx, reader: Reader, id: string, change: NotificationChange): Statement =>
  ctx.db
    .update(notifications)
    .set(sets(ctx)[change])
    .where(and(eq(notifications.id, id), own(ctx, reader)))

/** Changes a reader's notifications up to a given time, where they differ. */
export const changeNotifications = (ctx: Ctx, reader: Reader, change: 'mark' | 'archive', until: number) =>
  ctx.db
    .update(notifications)
    .set(sets(ctx)[change])
    .where(
      and(
        own(ctx, reader),
        lte(notifications.created, until),
        isNull(change === 'mark' ? notifications.read_at : notifications.archived_at),
        isNull(notifications.archived_at),
      ),
    )
    .returning({ id: notifications.id })
