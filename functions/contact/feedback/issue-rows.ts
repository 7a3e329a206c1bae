import { dayMs } from '../../contract/limits.ts'
import { and, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import {
  dayColumns,
  appointmentSlots,
  appointmentTypes,
  bookings,
  customers,
  events,
  facts,
  feedback,
  programs,
  registrations,
  users,
} from '../../platform/database/tables.ts'
import type { Occasion } from './feedback-occasions.ts'
import * as feedbackStates from '../../contract/states/feedback-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const checkedFact = 'feedback_checked'
/** Longer than any series lasts, so that events that began earlier can be skipped. */
const longestEventMs = 400 * dayMs

/** Time of the last check, in ms. */
export const lastCheck = (ctx: Ctx) =>
  ctx.db.select({ at: facts.updated, value: facts.value }).from(facts).where(eq(facts.name, checkedFact))
export const recordCheck = (ctx: Ctx): Statement =>
  ctx.db
    .insert(facts)
    .values({ name: checkedFact, value: String(ctx.now), updated: ctx.now })
    .onConflictDoUpdate({ target: facts.name, set: { value: String(ctx.now), updated: ctx.now } })

const reachedMark = 'reached:'
/** The last program of an unfinished check; empty if the check is finished. */
export const lastCheckedProgram = ({ value }: { value: string }): string =>
  value.startsWith(reachedMark) ? value.slice(reachedMark.length) : ''
/** Records the progress of a check, which the next run continues. */
export const recordReached = (ctx: Ctx, program_id: string): Statement => {
  const value = `${reachedMark}${program_id}`
  return ctx.db
    .insert(facts)
    .values({ name: checkedFact, value, updated: 0 })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
}

/** Programs with feedback turned on whose id follows the given id, in the order of their ids. */
export const programsWithFeedback = (ctx: Ctx, after: string) =>
  ctx.db
    .select({ id: programs.id, timezone: programs.timezone, preferences: programs.preferences })
    .from(programs)
    .where(
      and(
        eq(programs.billing_status, 'active'),
        sql`${programs.features} ->> '$.feedback' = 1`,
        gt(programs.id, after),
      ),
    )
    .orderBy(programs.id)

/** Events of a program that may have had a day within the window. */
export const eventsUnderWay = (ctx: Ctx, input: { program_id: string; from: number; until: number }) =>
  ctx.db
    .select({
      id: events.id,
      type: events.type,
      ...dayColumns,
      days_off: events.days_off,
    })
    .from(events)
    .where(
      and(
        eq(events.program_id, input.program_id),
        inArray(events.status, eventStates.takesPlace.statuses),
        gte(events.starts_at, input.from - longestEventMs),
        lt(events.starts_at, input.until),
        gte(events.ends_at, input.from),
      ),
    )

/** Appointments of a program that ended within the window. */
export const appointmentsEnded = (ctx: Ctx, input: { program_id: string; from: number; until: number }) =>
  ctx.db
    .select({
      registration_id: appointmentSlots.registration_id,
      starts_at: appointmentSlots.starts_at,
      ends_at: appointmentSlots.ends_at,
    })
    .from(appointmentTypes)
    .innerJoin(
      appointmentSlots,
      and(
        eq(appointmentSlots.appointment_type_id, appointmentTypes.id),
        // The index covers taken slots only.
        sql`${appointmentSlots.is_taken} = 1`,
        // An appointment lasts at most two days.
        gte(appointmentSlots.starts_at, input.from - 2 * dayMs),
        lt(appointmentSlots.starts_at, input.until),
        gte(appointmentSlots.ends_at, input.from),
        lte(appointmentSlots.ends_at, input.until),
      ),
    )
    .where(eq(appointmentTypes.program_id, input.program_id))

export type DueOccasion = Occasion & { event_id: string | null; registration_id: string | null }
export type FeedbackToIssue = { registration_id: string; program_id: string; customer_id: string } & Pick<
  Occasion,
  'occasion' | 'starts_at' | 'ends_at'
>

/**
 * Bookings with a due occasion that has no code yet: not cancelled, not absent, booked before the end, and with a
 * confirmed address.
 */
export const bookingsToIssue = (ctx: Ctx, due: string, limit: number) => {
  // Number of singly booked sessions that the person had with the program, including this one.
  const sessionNumber = sql`(SELECT count(*) FROM registrations AS o LEFT JOIN events AS e ON e.id = o.event_id LEFT JOIN appointment_slots AS s ON s.registration_id = o.id
    WHERE o.attendee_id = r.attendee_id AND o.status IN ${statusList(registrationStates.attending)} AND o.program_id = r.program_id
      AND (o.kind = 'appointment' OR (e.type = 'class' AND json_array_length(e.series_dates) <= 1))
      AND coalesce(e.starts_at, s.starts_at) <= (d.value ->> '$.starts_at'))`
  const bookingsJoinedOn = (join: string) =>
    sql`SELECT r.id AS registration_id, r.program_id AS program_id, r.customer_id AS customer_id, d.value ->> '$.occasion' AS occasion, d.value ->> '$.starts_at' AS starts_at, d.value ->> '$.ends_at' AS ends_at
      FROM json_each(${due}) AS d CROSS JOIN registrations AS r ON ${sql.raw(join)}
        CROSS JOIN customers AS c ON c.id = r.customer_id CROSS JOIN users AS u ON u.id = c.user_id AND u.is_email_verified = 1
      WHERE r.status IN ${statusList(registrationStates.attending)} AND r.created < (d.value ->> '$.ends_at')
        AND NOT (EXISTS (SELECT 1 FROM check_ins AS c WHERE c.registration_id = r.id AND c.status = 'absent')
          AND NOT EXISTS (SELECT 1 FROM check_ins AS c WHERE c.registration_id = r.id AND c.status <> 'absent'))
        AND NOT EXISTS (SELECT 1 FROM feedback AS f WHERE f.registration_id = r.id AND f.occasion = d.value ->> '$.occasion')
        AND CASE d.value ->> '$.every' WHEN 'first' THEN ${sessionNumber} = 1 WHEN 'fifth' THEN ${sessionNumber} % 5 = 0 ELSE 1 END`
  return ctx.db.all<FeedbackToIssue>(
    sql`${bookingsJoinedOn(`r.event_id = d.value ->> '$.event_id'`)} UNION ALL ${bookingsJoinedOn(`r.id = d.value ->> '$.registration_id'`)} LIMIT ${limit}`,
  )
}

/** Number of singly booked sessions that the person attended with the program, including this one. */
export const bookingToIssue = (ctx: Ctx, registration_id: string) =>
  ctx.db
    .select({
      registration_id: registrations.id,
      program_id: registrations.program_id,
      customer_id: registrations.customer_id,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(customers, eq(customers.id, registrations.customer_id))
    .innerJoin(users, and(eq(users.id, customers.user_id), eq(users.is_email_verified, true)))
    .where(eq(registrations.id, registration_id))

/**
 * One booking as a single occasion, regardless of schedules and time; none if the customer's address is unconfirmed.
 */
export const codesToExpire = (ctx: Ctx) =>
  ctx.db
    .select({ id: feedback.id, status: feedback.status, step: feedback.step })
    .from(feedback)
    .where(and(sql`${feedback.status} IN ${statusList(feedbackStates.open)}`, lte(feedback.expires_at, ctx.now)))
    .limit(100)
export const expireCodes = (ctx: Ctx, ids: readonly string[]): Statement =>
  ctx.db
    .update(feedback)
    .set({ status: 'expired', step: sql`${feedback.step} + 1`, updated: ctx.now })
    .where(and(inArray(feedback.id, [...ids]), inArray(feedback.status, feedbackStates.open.statuses)))

export const insertFeedback = (ctx: Ctx, rows: (typeof feedback.$inferInsert)[]): Statement[] =>
  rows.map((row) => ctx.db.insert(feedback).values(row))
