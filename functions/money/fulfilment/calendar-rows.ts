import { and, eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { customers, orders, registrations, users } from '../../platform/database/tables.ts'

type OwnOrder = { order_id: string; customer_id: string }
const isOwn = ({ order_id, customer_id }: OwnOrder) => and(eq(orders.id, order_id), eq(orders.customer_id, customer_id))

/** A customer's order with the places of its calendar, one row per place; an order without places has one row with nulls. */
export const calendarOfOrder = (db: Db, own: OwnOrder) =>
  db
    .select({
      id: orders.id,
      calendar_version: orders.calendar_version,
      place: {
        status: registrations.status,
        // A join would build the view for all bookings first.
        ends_at: sql<number | null>`(SELECT b.ends_at FROM bookings AS b WHERE b.id = registrations.id)`,
        cancelled_at: registrations.cancelled_at,
        updated: registrations.updated,
      },
    })
    .from(orders)
    .leftJoin(registrations, eq(registrations.order_id, orders.id))
    .where(isOwn(own))

/** Invalidates the earlier URLs of an order's calendar. */
export const raiseCalendarVersion = (db: Db, own: OwnOrder, at: number): Statement =>
  db
    .update(orders)
    .set({ calendar_version: sql`${orders.calendar_version} + 1`, updated: at })
    .where(isOwn(own))

/** The version of a family calendar's address and its language. An erased account has none. */
export const calendarOfFamily = (db: Db, customer_id: string) =>
  db
    .select({ id: customers.id, calendar_version: customers.calendar_version, language: users.language })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(customers.id, customer_id), eq(users.is_active, true)))
/** Invalidates the earlier URLs of a family's calendar. */
export const raiseFamilyCalendarVersion = (db: Db, customer_id: string): Statement =>
  db
    .update(customers)
    .set({ calendar_version: sql`${customers.calendar_version} + 1` })
    .where(eq(customers.id, customer_id))
