import { and, asc, count, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Page } from '../../contract/paging.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import {
  attendeeProfiles,
  attendees,
  type bookings,
  orderItems,
  orders,
  programs,
  registrations,
  relations,
  sessionCreditEntries,
  sessionCredits,
  sessionPackages,
} from '../../platform/database/tables.ts'

export const insertCredits = (db: Db, row: typeof sessionCredits.$inferInsert): Statement =>
  // A booking in the cart, or the payment: whoever is first makes them.
  db.insert(sessionCredits).values(row).onConflictDoNothing()
/** The entry of a purchase; what a booking in the cart entered already stays. */
export const insertPurchase = (db: Db, row: typeof sessionCreditEntries.$inferInsert): Statement =>
  db.insert(sessionCreditEntries).values(row).onConflictDoNothing()
export const insertCreditEntry = (db: Db, row: typeof sessionCreditEntries.$inferInsert): Statement =>
  db.insert(sessionCreditEntries).values(row)

/** The credits of a line that was paid for. */
export const creditsById = (db: Db, id: string) =>
  db
    .select({
      id: sessionCredits.id,
      amount: sessionCredits.amount,
      available: sessionCredits.available,
      is_unlimited: sessionCredits.is_unlimited,
    })
    .from(sessionCredits)
    .where(and(eq(sessionCredits.id, id), eq(sessionCredits.is_paid, true)))

/** A visit that comes back to limited credits, once for a booking whose person did not come. */
export const returnEntry = (
  db: Db,
  row: { id: string; session_credit_id: string; registration_id: string; created: number },
): Statement =>
  db.insert(sessionCreditEntries).select(
    sql`SELECT ${row.id}, c.id, 'return', 1, ${row.registration_id}, 'return:' || ${row.registration_id} || ':no_show', ${row.created}
        FROM session_credits AS c WHERE c.id = ${row.session_credit_id} AND c.is_unlimited = 0`,
  )

/** A program that there is. */
export const programOfCredits = (db: Db, programId: string) =>
  db.select({ id: programs.id }).from(programs).where(eq(programs.id, programId))

/** Whether a part of what a package costs was refused and is not paid: its visits wait until it is. */
const isOnHold = sql<number>`EXISTS (SELECT 1 FROM order_items AS oi, order_instalments AS n, json_each(n.lines) AS l WHERE oi.id = ${sessionCredits.order_item_id}
  AND n.order_id = oi.order_id AND n.status = 'failed' AND l.value ->> '$.item_id' = oi.id)`

type Whose = { customer_id: string; program_id: string }
// What is in a cart is nobody's yet.
const creditsOfCustomer = ({ customer_id, program_id }: Whose) =>
  and(
    eq(sessionCredits.customer_id, customer_id),
    eq(sessionCredits.program_id, program_id),
    eq(sessionCredits.is_paid, true),
  )

/** All credits of a customer with a program, with what their package is called. */
export const creditsOf = (db: Db, input: { customer_id: string; program_id: string }) =>
  db
    .select({
      credit: sessionCredits,
      isOnHold,
      package: { package_name: sessionPackages.name, translations: sessionPackages.translations },
    })
    .from(sessionCredits)
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .where(creditsOfCustomer(input))
export type CreditRow = Awaited<ReturnType<typeof creditsOf>>[number]

/** A profile of somebody in a program whom the customer may see. */
export const seenProfile = (db: Db, input: { customer_id: string; program_id: string; attendee_profile_id: string }) =>
  db
    .select({ id: attendeeProfiles.id, rights: relations.rights })
    .from(attendeeProfiles)
    .innerJoin(
      relations,
      and(eq(relations.attendee_id, attendeeProfiles.attendee_id), eq(relations.customer_id, input.customer_id)),
    )
    .where(and(eq(attendeeProfiles.id, input.attendee_profile_id), eq(attendeeProfiles.program_id, input.program_id)))

/** Credits whose time is over and of which something is left, by an index of those (a bound 0 would not be seen to match it). */
export const expiredCredits = (db: Db, now: number, most: number) =>
  db
    .select({ id: sessionCredits.id, available: sessionCredits.available, updated: sessionCredits.updated })
    .from(sessionCredits)
    .where(
      and(
        sql`${sessionCredits.available} > 0`,
        isNotNull(sessionCredits.expires_at),
        lte(sessionCredits.expires_at, now),
      ),
    )
    .orderBy(sql`${sessionCredits.expires_at}`)
    .limit(most)

/** Credits of a customer by their id, paid for and not on hold. */
export const ownCredits = (db: Db, input: { id: string; customer_id: string }) =>
  db
    .select()
    .from(sessionCredits)
    .where(
      and(
        eq(sessionCredits.id, input.id),
        eq(sessionCredits.customer_id, input.customer_id),
        eq(sessionCredits.is_paid, true),
        sql`NOT ${isOnHold}`,
      ),
    )

/** Credits that a membership gives, once for the time they are for. */
export const insertCreditsOnce = (db: Db, row: typeof sessionCredits.$inferInsert): Statement =>
  db.insert(sessionCredits).values(row).onConflictDoNothing()

/** The entry that fills them: the same grant is entered once. */
export const insertCreditEntryOfGrant = (
  db: Db,
  {
    membership_id,
    grant_key,
    ...row
  }: { id: string; dedupe: string; amount: number; created: number; membership_id: string; grant_key: string },
): Statement =>
  db
    .insert(sessionCreditEntries)
    .values({
      ...row,
      session_credit_id: sql`(SELECT c.id FROM session_credits AS c WHERE c.membership_id = ${membership_id} AND c.grant_key = ${grant_key})`,
      kind: 'grant',
      registration_id: null,
    })
    .onConflictDoNothing()

/** A line of a session package in an open cart of a customer. */
export const ownPackageLine = (db: Db, input: { id: string; customer_id: string }) =>
  db
    .select({
      item: orderItems,
      order: {
        id: orders.id,
        program_id: orders.program_id,
        customer_id: orders.customer_id,
        customer_profile_id: orders.customer_profile_id,
      },
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.order_id))
    .where(
      and(
        eq(orderItems.id, input.id),
        eq(orderItems.type, 'session_package'),
        eq(orders.customer_id, input.customer_id),
        eq(orders.status, 'draft'),
      ),
    )

/** What was in a cart is paid for: from now on it counts, until its end. */
export const payCredits = (db: Db, id: string, paid: { expires_at: number | null; updated: number }): Statement =>
  db
    .update(sessionCredits)
    .set({ ...paid, is_paid: true })
    .where(and(eq(sessionCredits.id, id), eq(sessionCredits.is_paid, false)))

type Booking = Pick<typeof bookings.$inferSelect, 'title' | 'translations' | 'starts_at'>
/** One page of what happened to a customer's credits with a program, each with its booking; entries of the same moment in the order they were written. */
export function creditEntriesOf(db: Db, whose: Whose, page: Page) {
  const way = (column: SQL) => (page.order === 'asc' ? asc(column) : desc(column))
  return db
    .select({
      entry: sessionCreditEntries,
      package: { name: sessionPackages.name, translations: sessionPackages.translations },
      // Joined, the view would be made of the bookings of everybody first.
      booking:
        sql<Booking | null>`(SELECT json_object('title', b.title, 'translations', json(b.translations), 'starts_at', b.starts_at)
        FROM bookings AS b WHERE b.id = session_credit_entries.registration_id)`.mapWith(
          (text: string) => JSON.parse(text) as Booking,
        ),
      attendee: { first_name: attendees.first_name, last_name: attendees.last_name },
    })
    .from(sessionCreditEntries)
    .innerJoin(sessionCredits, eq(sessionCredits.id, sessionCreditEntries.session_credit_id))
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .leftJoin(registrations, eq(registrations.id, sessionCreditEntries.registration_id))
    .leftJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .where(creditsOfCustomer(whose))
    .orderBy(way(sql`${sessionCreditEntries.created}`), way(sql`${sessionCreditEntries}.rowid`))
    .limit(page.limit)
    .offset(page.skip)
}
export type CreditEntryRow = Awaited<ReturnType<typeof creditEntriesOf>>[number]
export const countCreditEntries = (db: Db, whose: Whose) =>
  db
    .select({ total: count() })
    .from(sessionCreditEntries)
    .innerJoin(sessionCredits, eq(sessionCredits.id, sessionCreditEntries.session_credit_id))
    .where(creditsOfCustomer(whose))
