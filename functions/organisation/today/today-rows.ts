import { and, eq, sql } from 'drizzle-orm'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Reach } from '../../platform/context.ts'
import { attendeeSeenBy, nameFields } from '../../platform/database/attendee-visibility.ts'
import type { Db } from '../../platform/database/database.ts'
import { isSold } from '../../platform/database/owed-orders.ts'
import { registrationWithin } from '../../platform/database/reach-sql.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  attendees,
  bookings,
  customers,
  orders,
  payments,
  registrations,
  users,
} from '../../platform/database/tables.ts'

const numberOfAll = sql<number>`count(*) OVER ()`
const booking = {
  title: bookings.title,
  translations: bookings.translations,
  starts_at: bookings.starts_at,
  ends_at: bookings.ends_at,
  timezone: bookings.timezone,
}
const person = attendeeSeenBy({ program_id: registrations.program_id }, nameFields, { booked: 'registrations' })

type SoldSince = { program_id: string; since: number; reach: Reach; limit: number }

/** Places of sold orders since a time, the newest first, with the number of all. Names are read only for the shown ones. */
export const placesSoldSince = (db: Db, { program_id, since, reach, limit }: SoldSince) => {
  const newest = [sql`${orders.created} DESC`, registrations.created, registrations.id] as const
  const shown = db
    .select({ shown_id: sql`${registrations.id}`.as('shown_id'), total: numberOfAll.as('total') })
    .from(orders)
    .innerJoin(registrations, eq(registrations.order_id, orders.id))
    .where(
      and(
        sql`${orders.program_id} = ${program_id} AND ${orders.created} >= ${since} AND ${isSold}
          AND ${registrations.status} IN ${statusList(registrationStates.chosen)}`,
        registrationWithin(reach),
      ),
    )
    .orderBy(...newest)
    .limit(limit)
    .as('shown')
  return db
    .select({
      registration_id: registrations.id,
      order_id: orders.id,
      customer_id: registrations.customer_id,
      created: orders.created,
      amount_total: orders.amount_total,
      ...{ currency: orders.currency, booking, person, total: shown.total },
    })
    .from(shown)
    .innerJoin(registrations, eq(registrations.id, shown.shown_id))
    .innerJoin(orders, eq(orders.id, registrations.order_id))
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .orderBy(...newest)
}

/** Payments whose disputed money is with the bank, without those whose alert was decided; the oldest first. */
export const disputedPayments = (db: Db, { program_id, limit }: { program_id: string; limit: number }) =>
  db
    .select({
      payment_id: payments.id,
      order_id: orders.id,
      customer_id: orders.customer_id,
      ...{ first_name: users.first_name, last_name: users.last_name },
      ...{ amount: payments.amount_disputed, currency: orders.currency },
      paid_at: payments.created,
      total: numberOfAll,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(customers, eq(customers.id, orders.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(
      sql`${payments.amount_disputed} > 0 AND ${orders.program_id} = ${program_id} AND NOT EXISTS (SELECT 1 FROM desk_decisions AS d
        WHERE d.task IN ('payment_alert.' || ${payments.id} || '.dispute', 'payment_alert.' || ${payments.id} || '.dispute_lost'))`,
    )
    .orderBy(payments.created, payments.id)
    .limit(limit)
