import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import { attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import {
  attendees,
  bookings,
  customerProfiles,
  events,
  feedback,
  orders,
  programs,
  registrations,
  users,
  customers,
} from '../../platform/database/tables.ts'

export const orderAbout = (ctx: Ctx, input: { id: string; customer_id: string }) =>
  ctx.db
    .select({ program_id: orders.program_id, receipt_number: orders.receipt_number })
    .from(orders)
    .where(and(eq(orders.id, input.id), eq(orders.customer_id, input.customer_id)))

/** A registration of the customer: the booking and its attendee. */
export const registrationAbout = (ctx: Ctx, input: { id: string; customer_id: string }) =>
  ctx.db
    .select({
      program_id: registrations.program_id,
      order_id: registrations.order_id,
      source_id: bookings.source_id,
      title: bookings.title,
      translations: bookings.translations,
      attendee: attendeeSeenBy(customerReader(ctx.db, input.customer_id), ['first_name'], { booked: 'registrations' }),
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .where(and(eq(registrations.id, input.id), eq(registrations.customer_id, input.customer_id)))

/** The event or appointment type that a feedback is about, as its id. */
export const placeOfFeedback = (ctx: Ctx, feedback_id: string) =>
  ctx.db
    .select({ source_id: bookings.source_id })
    .from(feedback)
    .innerJoin(bookings, eq(bookings.id, feedback.registration_id))
    .where(eq(feedback.id, feedback_id))

/** An event that is public or in which the customer has a place. */
export const eventAbout = (ctx: Ctx, input: { id: string; customer_id: string }) =>
  ctx.db
    .select({ program_id: events.program_id, title: events.name, translations: events.translations })
    .from(events)
    .where(
      and(
        eq(events.id, input.id),
        sql`(${events.status} = 'published' OR EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = ${events.id} AND r.customer_id = ${input.customer_id}))`,
      ),
    )

/** The feedback of a conversation, with its booking and attendee. */
export const feedbackAbout = (ctx: Ctx, id: string) =>
  ctx.db
    .select({
      program_id: feedback.program_id,
      customer_id: feedback.customer_id,
      registration_id: feedback.registration_id,
      rating: feedback.rating,
      comments: feedback.comments,
      submitted_at: feedback.submitted_at,
      order_id: registrations.order_id,
      title: bookings.title,
      translations: bookings.translations,
      person: attendeeSeenBy({ program_id: feedback.program_id }, ['first_name'], { booked: 'registrations' }),
      first_name: users.first_name,
      last_name: users.last_name,
      language: users.language,
    })
    .from(feedback)
    .innerJoin(registrations, eq(registrations.id, feedback.registration_id))
    .innerJoin(bookings, eq(bookings.id, feedback.registration_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(customers, eq(customers.id, feedback.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(feedback.id, id), eq(feedback.status, 'submitted')))

/** The columns of a program that sending needs, and whether the customer has joined it. */
export const programAbout = (ctx: Ctx, input: { program_id: string; customer_id: string }) =>
  ctx.db
    .select({
      id: programs.id,
      name: programs.name,
      email: programs.email,
      features: programs.features,
      language: programs.language,
      billing_status: programs.billing_status,
      profile_id: customerProfiles.id,
    })
    .from(programs)
    .leftJoin(
      customerProfiles,
      and(eq(customerProfiles.program_id, programs.id), eq(customerProfiles.customer_id, input.customer_id)),
    )
    .where(eq(programs.id, input.program_id))

export const personOf = (ctx: Ctx, customer_id: string) =>
  ctx.db
    .select({
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      email_key: users.email_key,
      language: users.language,
      is_active: users.is_active,
      is_email_verified: users.is_email_verified,
    })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(customers.id, customer_id))

export const customerOfContact = (ctx: Ctx, input: { contact_id: string; program_id: string }) =>
  ctx.db
    .select({ customer_id: customerProfiles.customer_id })
    .from(customerProfiles)
    .where(and(eq(customerProfiles.id, input.contact_id), eq(customerProfiles.program_id, input.program_id)))
