import { and, eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { customers, orders, registrations, users } from '../../platform/database/tables.ts'

type OwnOrder = { order_id: string; customer_id: string }
const isOwn = ({ order_id, customer_id }: OwnOrder) => and(eq(orders.id, order_id), eq(orders.customer_id, customer_id))

/** A customer's order with the places its calendar is of: a row a place, and one with nulls where there is none. */
export const calendarOfOrder = (db: Db, own: OwnOrder) =>
  db
    .select({
      id: orders.id,
      calendar_version: orders.calendar_version,
      place: {
        status: registrations.status,
        // Joined, the view would be made of the bookings of everybody first.
        ends_at: sql<number | null>`(SELECT b.ends_at FROM bookings AS b WHERE b.id = registrations.id)`,
        cancelled_at: registrations.cancelled_at,
        updated: registrations.updated,
      },
    })
    .from(orders)
    .leftJoin(registrations, eq(registrations.order_id, orders.id))
    .where(isOwn(own))

/** From now on only an address of the next version leads to the calendar. */
export const raiseCalendarVersion = (db: Db, own: OwnOrder, at: number): Statement =>
  db
    .update(orders)
    .set({ calendar_version: sql`${orders.calendar_version} + 1`, updated: at })
    .where(isOwn(own))

/** Whose family's calendar it is: the version of its address, and the language it is read in. An erased account has none. */
export const calendarOfFamily = (db: Db, customer_id: string) =>
  db
    .select({ id: customers.id, calendar_version: customers.calendar_version, language: users.language })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(customers.id, customer_id), eq(users.is_active, true)))
/** From now on only an address of the next version leads to the family's calendar. */
export const raiseFamilyCalendarVersion = (db: Db, customer_id: string): Statement =>
  db
    .update(customers)
    .set({ calendar_version: sql`${customers.calendar_version} + 1` })
    .where(eq(customers.id, customer_id))
