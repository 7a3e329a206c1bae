import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { bookings, customers, programs, registrations, users } from '../database/tables.ts'

const shown = ['confirmed', 'attended', 'no_show', 'waitlisted', 'preregistered', 'offered'] as const

/** What a person is registered for, with who registered them. */
export const bookingsOf = (db: Db, attendee_id: string, order: 'asc' | 'desc') =>
  db
    .select({
      id: registrations.id,
      program_id: registrations.program_id,
      customer_id: registrations.customer_id,
      status: registrations.status,
      booking: {
        title: bookings.title,
        option_title: bookings.option_title,
        translations: bookings.translations,
        starts_at: bookings.starts_at,
        ends_at: bookings.ends_at,
        dates: bookings.dates,
        timezone: bookings.timezone,
        venue: bookings.venue,
      },
      program_name: programs.name,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .innerJoin(customers, eq(customers.id, registrations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(registrations.attendee_id, attendee_id), inArray(registrations.status, [...shown])))
    .orderBy(order === 'asc' ? asc(bookings.starts_at) : desc(bookings.starts_at), asc(registrations.id))
