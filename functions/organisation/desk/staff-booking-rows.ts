import { and, eq, min } from 'drizzle-orm'
import { chargeProduct } from '../../contract/money/order.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  bookings,
  customerProfiles,
  customers,
  eventOptions,
  events,
  orderItems,
  orders,
  programs,
  registrations,
} from '../../platform/database/tables.ts'

/** A customer of a program, with their account. */
export const customerOfProgram = (db: Db, { program_id, customer_id }: { program_id: string; customer_id: string }) =>
  db
    .select({ customer_id: customers.id, user_id: customers.user_id })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .where(and(eq(customerProfiles.customer_id, customer_id), eq(customerProfiles.program_id, program_id)))

/** The customer of an order of a program, with their account. */
export const customerOfOrder = (db: Db, { program_id, order_id }: { program_id: string; order_id: string }) =>
  db
    .select({ customer_id: customers.id, user_id: customers.user_id })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customer_id))
    .where(and(eq(orders.id, order_id), eq(orders.program_id, program_id)))

/** What a new customer has from the program. */
export const programOfCustomer = (db: Db, id: string) =>
  db
    .select({ country: programs.country, timezone: programs.timezone, language: programs.language })
    .from(programs)
    .where(eq(programs.id, id))

/** When the first place of an order begins. */
export const firstStartOf = (db: Db, order_id: string) =>
  db
    .select({ starts_at: min(bookings.starts_at) })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .where(eq(registrations.order_id, order_id))

/** The options of an event of a program, by the id of the event or its key. */
export const optionsOfEvent = (db: Db, event: { program_id: string; id: string | null; key: string | null }) =>
  db
    .select({ event_id: events.id, id: eventOptions.id, key: eventOptions.key })
    .from(events)
    .innerJoin(eventOptions, eq(eventOptions.event_id, events.id))
    .where(
      and(
        eq(events.program_id, event.program_id),
        event.key === null ? eq(events.id, event.id ?? '') : eq(events.key, event.key),
      ),
    )

/** What an order by staff charges for; none for another order. */
export const chargeOfOrder = (db: Db, order_id: string) =>
  db
    .select({ product: orderItems.product_name, note: orderItems.price_reason })
    .from(orderItems)
    .where(and(eq(orderItems.order_id, order_id), eq(orderItems.product_id, chargeProduct)))
