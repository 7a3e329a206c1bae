import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Page } from '../../contract/paging.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import {
  attendeeSeenBy,
  customerReader,
  nameFields,
  toSeen,
  type SeenAttendee,
} from '../../platform/database/attendee-visibility.ts'
import {
  attendeeProfiles,
  attendees,
  type bookings,
  orderItems,
  orders,
  programs,
  redemptions,
  registrations,
  relations,
  sessionCreditEntries,
  sessionCredits,
  sessionPackages,
} from '../../platform/database/tables.ts'
import type { Translations } from '../../contract/texts.ts'
import { membershipOf } from '../../platform/database/held-membership.ts'

export const insertCredits = (db: Db, row: typeof sessionCredits.$inferInsert): Statement =>
  // A booking in the cart creates the credits. Without such a booking, the payment creates them.
  db.insert(sessionCredits).values(row).onConflictDoNothing()
/** The ledger entry of a purchase. An entry that exists already, because a booking in the cart made it, stays. */
export const insertPurchase = (db: Db, row: typeof sessionCreditEntries.$inferInsert): Statement =>
  db.insert(sessionCreditEntries).values(row).onConflictDoNothing()
export const insertCreditEntry = (db: Db, row: typeof sessionCreditEntries.$inferInsert): Statement =>
  db.insert(sessionCreditEntries).values(row)

/** The credits of a paid line item. */
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

/** Returns a visit to limited credits, once per booking of a no-show. */
export const returnEntry = (
  db: Db,
  row: { id: string; session_credit_id: string; registration_id: string; created: number },
): Statement =>
  db.insert(sessionCreditEntries).select(
    sql`SELECT ${row.id}, c.id, 'return', 1, ${row.registration_id}, 'return:' || ${row.registration_id} || ':no_show', ${row.created}, NULL, NULL
        FROM session_credits AS c WHERE c.id = ${row.session_credit_id} AND c.is_unlimited = 0`,
  )

/** Reads whether a program exists. */
export const programOfCredits = (db: Db, programId: string) =>
  db.select({ id: programs.id }).from(programs).where(eq(programs.id, programId))

/** Whether an instalment of the package was declined and is still unpaid: its visits are on hold until it is paid. */
export const isOnHold = sql<number>`EXISTS (SELECT 1 FROM order_items AS oi, order_instalments AS n, json_each(n.lines) AS l WHERE oi.id = ${sessionCredits.order_item_id}
  AND n.order_id = oi.order_id AND n.status = 'failed' AND l.value ->> '$.item_id' = oi.id)`

type Whose = { customer_id: string; program_id: string }
// Credits in a cart belong to no customer yet.
const creditsOfCustomer = ({ customer_id, program_id }: Whose) =>
  and(
    eq(sessionCredits.customer_id, customer_id),
    eq(sessionCredits.program_id, program_id),
    eq(sessionCredits.is_paid, true),
  )

/** All credits of a customer with a program, with the names of their packages. */
export const creditsOf = (db: Db, input: { customer_id: string; program_id: string }) =>
  db
    .select({
      credit: sessionCredits,
      isOnHold,
      membership: membershipOf(sessionCredits.membership_id),
      package: { package_name: sessionPackages.name, translations: sessionPackages.translations },
    })
    .from(sessionCredits)
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .where(creditsOfCustomer(input))
/** The visits left of the unpaid packages in a cart, once a place was held with them. */
export const creditsInCart = (db: Db, input: Whose & { order_id: string }) =>
  db
    .select({ id: sessionCredits.id, available: sessionCredits.available })
    .from(sessionCredits)
    .where(
      and(
        eq(sessionCredits.customer_id, input.customer_id),
        eq(sessionCredits.program_id, input.program_id),
        eq(sessionCredits.is_paid, false),
        eq(sessionCredits.order_id, input.order_id),
      ),
    )
export type CreditRow = Awaited<ReturnType<typeof creditsOf>>[number]

/** A profile in a program that the customer may see. */
export const seenProfile = (db: Db, input: { customer_id: string; program_id: string; attendee_profile_id: string }) =>
  db
    .select({ id: attendeeProfiles.id, rights: relations.rights })
    .from(attendeeProfiles)
    .innerJoin(
      relations,
      and(eq(relations.attendee_id, attendeeProfiles.attendee_id), eq(relations.customer_id, input.customer_id)),
    )
    .where(and(eq(attendeeProfiles.id, input.attendee_profile_id), eq(attendeeProfiles.program_id, input.program_id)))

/** Paid credits of a customer by their id that are not on hold. */
export const ownCredits = (db: Db, input: { id: string; customer_id: string }) =>
  db
    .select({ credit: sessionCredits, membership: membershipOf(sessionCredits.membership_id) })
    .from(sessionCredits)
    .where(
      and(
        eq(sessionCredits.id, input.id),
        eq(sessionCredits.customer_id, input.customer_id),
        eq(sessionCredits.is_paid, true),
        sql`NOT ${isOnHold}`,
      ),
    )

/** The credits of a membership are for the person of the membership. */
export const setPersonOfCredits = (
  db: Db,
  { id, attendee_profile_id, updated }: { id: string; attendee_profile_id: string | null; updated: number },
): Statement =>
  db.update(sessionCredits).set({ attendee_profile_id, updated }).where(eq(sessionCredits.membership_id, id))

/** Credits granted by a membership, once per grant. */
export const insertCreditsOnce = (db: Db, row: typeof sessionCredits.$inferInsert): Statement =>
  db.insert(sessionCredits).values(row).onConflictDoNothing()

/** The ledger entry that adds the granted credits; the same grant is entered once. */
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

/** A line item with a session package in an open cart of a customer. */
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
      timezone: programs.timezone,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.order_id))
    .innerJoin(programs, eq(programs.id, orders.program_id))
    .where(
      and(
        eq(orderItems.id, input.id),
        eq(orderItems.type, 'session_package'),
        eq(orders.customer_id, input.customer_id),
        eq(orders.status, 'draft'),
      ),
    )

/** Marks credits from a cart as paid. They are valid from now until their expiry. */
export const payCredits = (db: Db, id: string, paid: { expires_at: number | null; updated: number }): Statement =>
  db
    .update(sessionCredits)
    .set({ ...paid, is_paid: true })
    .where(and(eq(sessionCredits.id, id), eq(sessionCredits.is_paid, false)))

type Booking = Pick<typeof bookings.$inferSelect, 'title' | 'translations' | 'starts_at'>
type Offer = { name: string; translations: Translations }
/** The event or appointment type for which a visit was used at the desk; null without one. */
export const redeemedFor = () =>
  sql<Offer | null>`(SELECT json_object('name', e.name, 'translations', json(e.translations)) FROM events AS e WHERE e.id = ${redemptions.event_id}
    UNION ALL SELECT json_object('name', t.name, 'translations', json(t.translations)) FROM appointment_types AS t WHERE t.id = ${redemptions.appointment_type_id})`.mapWith(
    (text: string) => JSON.parse(text) as Offer,
  )
/**
 * One page of the ledger of a customer's credits with a program, each entry with its booking; entries of the same time
 * in the order of writing.
 */
export function creditEntriesOf(db: Db, whose: Whose, page: Page) {
  const way = (column: SQL) => (page.order === 'asc' ? asc(column) : desc(column))
  return db
    .select({
      entry: sessionCreditEntries,
      package: { name: sessionPackages.name, translations: sessionPackages.translations },
      // A subquery: a join would first build the view for the bookings of all customers.
      booking:
        sql<Booking | null>`(SELECT json_object('title', b.title, 'translations', json(b.translations), 'starts_at', b.starts_at)
        FROM bookings AS b WHERE b.id = session_credit_entries.registration_id)`.mapWith(
          (text: string) => JSON.parse(text) as Booking,
        ),
      redemption: {
        id: redemptions.id,
        status: redemptions.status,
        note: redemptions.note,
        created: redemptions.created,
      },
      offer: redeemedFor(),
      attendee: sql<SeenAttendee<
        'first_name' | 'last_name'
      > | null>`CASE WHEN ${attendees.id} IS NOT NULL THEN ${attendeeSeenBy(customerReader(db, whose.customer_id), nameFields, { booked: 'registrations' })} END`.mapWith(
        toSeen,
      ),
    })
    .from(sessionCreditEntries)
    .innerJoin(sessionCredits, eq(sessionCredits.id, sessionCreditEntries.session_credit_id))
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .leftJoin(registrations, eq(registrations.id, sessionCreditEntries.registration_id))
    .leftJoin(redemptions, eq(redemptions.id, sessionCreditEntries.redemption_id))
    .leftJoin(attendeeProfiles, eq(attendeeProfiles.id, redemptions.attendee_profile_id))
    .leftJoin(attendees, sql`${attendees.id} = coalesce(${registrations.attendee_id}, ${attendeeProfiles.attendee_id})`)
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
