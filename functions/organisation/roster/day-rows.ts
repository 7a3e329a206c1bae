import { and, eq, getViewSelectedFields, sql } from 'drizzle-orm'
import type { Reach } from '../../platform/context.ts'
import { attendeeSeenBy, nameFields, nameForProgram } from '../../platform/database/attendee-visibility.ts'
import type { Db } from '../../platform/database/database.ts'
import { registrationWithin } from '../../platform/database/reach-sql.ts'
import { attendees, bookings, checkIns, events, programs, registrations } from '../../platform/database/tables.ts'
import { placesBetween, waiverOf } from './roster-rows.ts'

type Day = { program_id: string; from: number; until: number; reach: Reach }

const { source_id, title, translations, venue, starts_at, ends_at, dates, timezone, overnight, days_off, kind } =
  getViewSelectedFields(bookings)
const booking = {
  source_id,
  title,
  translations,
  venue,
  starts_at,
  ends_at,
  dates,
  timezone,
  overnight,
  days_off,
  kind,
}
const person = attendeeSeenBy({ program_id: registrations.program_id }, nameFields, { booked: 'registrations' })
const key = events.key

/** The people of a day as one row for each event and each appointment, with their marks and missing waivers. */
export const dayCounts = (db: Db, { reach, day, ...window }: Day & { day: string }) => {
  const marked = (status: string) => sql<number>`count(iif(${checkIns.status} = ${status}, 1, NULL))`.as(status)
  const counts = db
    .select({
      first_id: sql<string>`min(${registrations.id})`.as('first_id'),
      people: sql<number>`count(*)`.as('people'),
      here: marked('here'),
      picked_up: marked('picked_up'),
      absent: marked('absent'),
      waivers_missing: sql<number>`count(iif(${waiverOf} = 'missing', 1, NULL))`.as('waivers_missing'),
    })
    .from(registrations)
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .leftJoin(events, eq(events.id, registrations.event_id))
    .leftJoin(checkIns, and(eq(checkIns.registration_id, registrations.id), eq(checkIns.day, day)))
    .where(and(sql`${registrations.id} IN ${placesBetween({ ...window, event_id: null })}`, registrationWithin(reach)))
    .groupBy(sql`coalesce(${registrations.event_id}, ${registrations.id})`)
    .as('counts')
  const { people, here, picked_up, absent, waivers_missing } = counts
  return db
    .select({
      ...{ registration_id: registrations.id, customer_id: registrations.customer_id, booking, key, person },
      ...{ people, here, picked_up, absent, waivers_missing },
    })
    .from(counts)
    .innerJoin(registrations, eq(registrations.id, counts.first_id))
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .leftJoin(events, eq(events.id, registrations.event_id))
    .orderBy(bookings.starts_at, bookings.title, registrations.id)
}
export type DayCount = Awaited<ReturnType<typeof dayCounts>>[number]

/** The people of a day without the signature that their event needs, by name. */
export const missingWaivers = (db: Db, { reach, ...window }: Day) =>
  db
    .select({ registration_id: registrations.id, customer_id: registrations.customer_id, booking, key, person })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .innerJoin(events, eq(events.id, registrations.event_id))
    .where(
      and(
        sql`${registrations.id} IN ${placesBetween({ ...window, event_id: null })} AND ${waiverOf} = 'missing'`,
        registrationWithin(reach),
      ),
    )
    .orderBy(nameForProgram('last_name'), nameForProgram('first_name'), registrations.id)
