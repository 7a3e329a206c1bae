import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as instalmentStates from '../../contract/states/instalment-states.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { among } from '../../platform/database/json-lists.ts'
import { priorities } from '../../platform/database/outbox.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  dayColumns,
  daysOff,
  eventOptions,
  events,
  orderItems,
  orders,
  outbox,
  programs,
  registrations,
  sessionCredits,
  sessionPackages,
} from '../../platform/database/tables.ts'

export type DayOffRow = typeof daysOff.$inferSelect
type InEvent = { program_id: string; key: string }

const eventOfKey = ({ program_id, key }: InEvent): SQL =>
  sql`(SELECT e.id FROM events AS e WHERE e.program_id = ${program_id} AND e.key = ${key})`

/** An event with the columns of its program that the rules need. */
export const eventToCallOff = (db: Db, input: InEvent) =>
  db
    .select({
      id: events.id,
      key: events.key,
      program_id: events.program_id,
      status: events.status,
      ...dayColumns,
      currency: events.currency,
      program: { country: programs.country, features: programs.features },
    })
    .from(events)
    .innerJoin(programs, eq(programs.id, events.program_id))
    .where(and(eq(events.program_id, input.program_id), eq(events.key, input.key)))
export type EventToCallOff = Awaited<ReturnType<typeof eventToCallOff>>[number]

/** The days of an event that are called off now. */
export const daysOffOf = (db: Db, input: InEvent) =>
  db
    .select()
    .from(daysOff)
    .where(and(eq(daysOff.event_id, eventOfKey(input)), isNull(daysOff.restored_at)))
    .orderBy(asc(daysOff.day))

/** A day of an event as it was called off last, also when it was restored. */
export const lastDayOff = (db: Db, input: InEvent & { date: string }) =>
  db
    .select()
    .from(daysOff)
    .where(and(eq(daysOff.event_id, eventOfKey(input)), eq(daysOff.day, input.date)))
    .orderBy(sql`${daysOff.restored_at} IS NOT NULL`, desc(daysOff.created))
    .limit(1)

/** A day that was called off with its event, and the package of its visits. */
export const dayOffById = (db: Db, id: string) =>
  db
    .select({
      day: daysOff,
      event: { status: events.status, timezone: events.timezone, ends_at: events.ends_at },
      package: {
        id: sessionPackages.id,
        expiry_amount: sessionPackages.expiry_amount,
        expiry_period: sessionPackages.expiry_period,
      },
    })
    .from(daysOff)
    .innerJoin(events, eq(events.id, daysOff.event_id))
    .leftJoin(sessionPackages, eq(sessionPackages.id, daysOff.package_id))
    .where(eq(daysOff.id, id))

/** The session packages of a program that can return a visit. */
export const packagesOfVisits = (db: Db, program_id: string) =>
  db
    .select({
      id: sessionPackages.id,
      key: sessionPackages.key,
      name: sessionPackages.name,
      translations: sessionPackages.translations,
    })
    .from(sessionPackages)
    .where(and(eq(sessionPackages.program_id, program_id), eq(sessionPackages.is_of_membership, false)))
    .orderBy(asc(sessionPackages.cost), asc(sessionPackages.key))

/** Condition for a place whose person is expected: paid for, or in an order that is payable later. */
const isExpected = sql`(${registrations.status} IN ${statusList(registrationStates.attending)}
  OR (${registrations.status} = 'pending' AND ${orders.status} = 'pending' AND ${orders.due_at} IS NOT NULL))`

/** The line item of the package whose visit paid for a place. */
const packageItem = alias(orderItems, 'package_item')
/** What of a line item is still to be paid in instalments. */
const openOf = (item: typeof orderItems | typeof packageItem) =>
  sql<number>`coalesce((SELECT sum(l.value ->> '$.amount') FROM order_instalments AS n, json_each(n.lines) AS l
    WHERE n.order_id = ${item.order_id} AND n.status IN ${statusList(instalmentStates.owed)} AND l.value ->> '$.item_id' = ${item.id}), 0)`
/** The credits of a place that a counted visit of a bought package paid for. */
const visitOfPlace = and(
  eq(sessionCredits.id, registrations.session_credit_id),
  eq(sessionCredits.is_unlimited, false),
  gt(sessionCredits.amount, 0),
)

/** The places of an event with what was paid for each, and what of it is still to be paid in instalments. */
export const placesOfDay = (db: Db, input: InEvent) =>
  db
    .select({
      customer_id: registrations.customer_id,
      order_id: registrations.order_id,
      order_status: orders.status,
      option: { key: eventOptions.key, name: eventOptions.name, translations: eventOptions.translations },
      item: {
        amount: orderItems.amount,
        amount_discount: orderItems.amount_discount,
        amount_fee: orderItems.amount_fee,
        is_fee_included: orderItems.is_fee_included,
        amount_cancelled: orderItems.amount_cancelled,
        taxes: orderItems.taxes,
      },
      open: openOf(orderItems),
      package_item: {
        amount: packageItem.amount,
        amount_discount: packageItem.amount_discount,
        amount_fee: packageItem.amount_fee,
        is_fee_included: packageItem.is_fee_included,
        amount_cancelled: packageItem.amount_cancelled,
        taxes: packageItem.taxes,
      },
      package_visits: sessionCredits.amount,
      package_open: openOf(packageItem),
      package_status: sql<OrderStatus | null>`(SELECT p.status FROM orders AS p WHERE p.id = ${packageItem.order_id})`,
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.order_id))
    .innerJoin(eventOptions, eq(eventOptions.id, registrations.option_id))
    .innerJoin(orderItems, and(eq(orderItems.registration_id, registrations.id), isNull(orderItems.cancelled_at)))
    .leftJoin(sessionCredits, visitOfPlace)
    .leftJoin(packageItem, eq(packageItem.id, sessionCredits.order_item_id))
    .where(and(eq(registrations.event_id, eventOfKey(input)), isExpected))
    .orderBy(eventOptions.position, eventOptions.key)

/** The places among these that a visit paid for, with the line item of its package and the visits of that package. */
export const visitsOfPlaces = (db: Db, registration_ids: readonly string[]) =>
  db
    .select({
      registration_id: registrations.id,
      order_id: packageItem.order_id,
      item_id: packageItem.id,
      visits: sessionCredits.amount,
    })
    .from(registrations)
    .innerJoin(sessionCredits, visitOfPlace)
    .innerJoin(packageItem, and(eq(packageItem.id, sessionCredits.order_item_id), isNull(packageItem.cancelled_at)))
    .where(sql`${registrations.id} IN ${among(registration_ids)}`)

/** Aborts the batch when a place took another step after it was read. */
export const guardPlace = (db: Db, { id, step }: { id: string; step: number }): Statement =>
  guardThat(
    db,
    sql`EXISTS (SELECT 1 FROM registrations AS r WHERE r.id = ${literal(id)} AND r.step = ${literal(step)})`,
    'state',
  )

/** The orders of a customer with places in an event, oldest first. */
export const ordersOfFamily = (db: Db, input: { event_id: string; customer_id: string }) =>
  db
    .selectDistinct({ id: orders.id, created: orders.created })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.order_id))
    .where(
      and(
        eq(registrations.customer_id, input.customer_id),
        sql`+${registrations.event_id} = ${input.event_id}`,
        isExpected,
      ),
    )
    .orderBy(asc(orders.created), asc(orders.id))

export const insertDayOff = (db: Db, row: typeof daysOff.$inferInsert): Statement => db.insert(daysOff).values(row)

/** Marks a day as restored, if it has not left. */
export const setRestored = (db: Db, id: string, at: number): Statement =>
  db
    .update(daysOff)
    .set({ restored_at: at })
    .where(
      and(eq(daysOff.id, id), isNull(daysOff.left_at), isNull(daysOff.restored_at), sql`${daysOff.leaves_at} > ${at}`),
    )

/** Marks a day as left: from now on families are told. */
export const setLeft = (db: Db, id: string, at: number): Statement =>
  db
    .update(daysOff)
    .set({ left_at: at })
    .where(and(eq(daysOff.id, id), isNull(daysOff.left_at), isNull(daysOff.restored_at)))

/** Removes the waiting job of a day that was restored. */
export const removeJob = (db: Db, id: string): Statement =>
  db.delete(outbox).where(and(eq(outbox.dedupe, `event.day_off:${id}`), isNull(outbox.done_at)))

/** Inserts a job for every customer with a place in the event, once for each day off. */
export const insertFamilyJobs = (db: Db, day: { id: string; event_id: string; at: number }): Statement =>
  db
    .insert(outbox)
    .select(sql`SELECT NULL, 'customer.day_off', ${registrations.customer_id}, 'customer.day_off:' || ${day.id} || ':' || ${registrations.customer_id},
      json_object('day_off_id', ${day.id}), ${priorities.transactional}, ${day.at}, 0, NULL, NULL, NULL, NULL, NULL
    FROM ${registrations} CROSS JOIN ${orders} ON ${orders.id} = ${registrations.order_id}
    WHERE ${registrations.event_id} = ${day.event_id} AND ${isExpected} GROUP BY ${registrations.customer_id}`)
    .onConflictDoNothing()
