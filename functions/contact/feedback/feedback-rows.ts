import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { OrganiserFeedbackQuery } from '../../contract/contact/feedback.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { registrationWithin } from '../../platform/database/reach-sql.ts'
import {
  type AttendeeReader,
  attendeeSeenBy,
  customerReader,
  nameFields,
} from '../../platform/database/attendee-visibility.ts'
import {
  attendees,
  bookings,
  customers,
  feedback,
  outbox,
  programs,
  registrations,
  users,
} from '../../platform/database/tables.ts'

export type FeedbackRow = typeof feedback.$inferSelect

// Every column that a page about feedback shows, in one row.
const shown = (reader: AttendeeReader) => ({
  feedback,
  title: bookings.title,
  translations: bookings.translations,
  timezone: bookings.timezone,
  overnight: bookings.overnight,
  event_id: registrations.event_id,
  customer: {
    profile_id: registrations.customer_profile_id,
    first_name: users.first_name,
    last_name: users.last_name,
    email: users.email,
    language: users.language,
    is_active: users.is_active,
    is_email_verified: users.is_email_verified,
  },
  attendee_profile_id: registrations.attendee_profile_id,
  attendee: attendeeSeenBy(reader, nameFields, { booked: 'registrations' }),
  registration_status: registrations.status,
})

// A family reads its own feedback; its organisation reads the feedback about its program.
const family = (ctx: Ctx): AttendeeReader => customerReader(ctx.db, feedback.customer_id)
const organisation: AttendeeReader = { program_id: feedback.program_id }
const feedbackWhere = (ctx: Ctx, reader: AttendeeReader, where: SQL | undefined) =>
  ctx.db
    .select(shown(reader))
    .from(feedback)
    .innerJoin(registrations, eq(registrations.id, feedback.registration_id))
    .innerJoin(bookings, eq(bookings.id, feedback.registration_id))
    .innerJoin(customers, eq(customers.id, feedback.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .where(where)
export type ShownFeedback = Awaited<ReturnType<typeof feedbackWhere>>[number]

export const feedbackById = (ctx: Ctx, id: string) => feedbackWhere(ctx, family(ctx), eq(feedback.id, id))
export const feedbackByCode = (ctx: Ctx, code_hash: string) =>
  feedbackWhere(ctx, family(ctx), eq(feedback.code_hash, code_hash))
export const feedbackOfCustomer = (ctx: Ctx, customer_id: string) =>
  feedbackWhere(ctx, family(ctx), eq(feedback.customer_id, customer_id)).orderBy(asc(feedback.created))

export const countryOf = (ctx: Ctx, program_id: string) =>
  ctx.db.select({ country: programs.country }).from(programs).where(eq(programs.id, program_id))

/** The columns of the program that a feedback page shows. */
export const programOfPage = (ctx: Ctx, program_id: string) =>
  ctx.db.select().from(programs).where(eq(programs.id, program_id))

type FeedbackInput = { rating: number; comments: string | null }
/** Stores the first submission. The batch must then abort if no row changed. */
export const submitRow = (
  ctx: Ctx,
  read: Pick<FeedbackRow, 'id' | 'step'>,
  step: number,
  input: FeedbackInput,
): Statement =>
  ctx.db
    .update(feedback)
    .set({ ...input, status: 'submitted', step, submitted_at: ctx.now, updated: ctx.now })
    .where(and(eq(feedback.id, read.id), eq(feedback.step, read.step)))
/** Updates a submission. The batch must then abort if no row changed. */
export const editRow = (ctx: Ctx, id: string, input: FeedbackInput): Statement =>
  ctx.db
    .update(feedback)
    .set({ ...input, updated: ctx.now })
    .where(and(eq(feedback.id, id), eq(feedback.status, 'submitted')))

/** A page of a program's feedback within the caller's reach, with the number of all matches. */
export async function pageOfFeedback(ctx: Ctx, input: OrganiserFeedbackQuery & { program_id: string }) {
  const direction = input.order === 'desc' ? desc : asc
  const where = and(
    eq(feedback.program_id, input.program_id),
    eq(feedback.status, 'submitted'),
    registrationWithin(ctx.reach),
    input.rating === undefined ? undefined : eq(feedback.rating, input.rating),
    input.event_id === undefined ? undefined : eq(registrations.event_id, input.event_id),
  )
  const [rows, [counted]] = await ctx.db.batch([
    feedbackWhere(ctx, organisation, where)
      .orderBy(direction(feedback.submitted_at), direction(feedback.id))
      .limit(input.limit)
      .offset(input.skip),
    ctx.db
      .select({ total: count() })
      .from(feedback)
      .innerJoin(registrations, eq(registrations.id, feedback.registration_id))
      .where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Programs with feedback that no digest has included, and the time of their last digest. */
export const programsToDigest = (ctx: Ctx) =>
  ctx.db.all<{ id: string; timezone: string; last: number | null }>(
    sql`SELECT p.id, p.timezone, (SELECT max(f.digested_at) FROM feedback AS f WHERE f.program_id = p.id AND f.digested_at IS NOT NULL) AS last
      FROM programs AS p WHERE EXISTS (SELECT 1 FROM feedback AS f WHERE f.program_id = p.id AND f.status = 'submitted' AND f.digested_at IS NULL)`,
  )
/** Assigns all new feedback to the digest of this time, if the outbox has the digest's event under this key. */
export const markDigested = (ctx: Ctx, program_id: string, dedupe: string): Statement =>
  ctx.db
    .update(feedback)
    .set({ digested_at: ctx.now })
    .where(
      and(
        eq(feedback.program_id, program_id),
        sql`${feedback.status} = 'submitted'`,
        sql`${feedback.digested_at} IS NULL`,
        sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.dedupe} = ${dedupe} AND ${outbox.body} ->> '$.digested_at' = ${ctx.now})`,
      ),
    )
/** The feedback of a digest. */
export const feedbackOfDigest = (ctx: Ctx, input: { program_id: string; digested_at: number }) =>
  feedbackWhere(
    ctx,
    organisation,
    and(eq(feedback.program_id, input.program_id), eq(feedback.digested_at, input.digested_at)),
  ).orderBy(asc(feedback.submitted_at))
