import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { RelationName } from '../../contract/people/attendee.ts'
import { attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import type { Db } from '../../platform/database/database.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import {
  attendees,
  bookings,
  orderInstalments,
  orderItems,
  receipts,
  registrations,
  relations,
  sessionCredits,
} from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** A customer's orders in a program that have care or a receipt, credit note or instalment in a span of time. */
type Whose = { customer_id: string; program_id: string; from: number; to: number }
const paidOrders = ({ customer_id, program_id, from, to }: Whose): SQL =>
  sql`(SELECT o.id FROM orders AS o WHERE o.customer_id = ${customer_id} AND o.program_id = ${program_id} AND o.receipt_number IS NOT NULL
    AND (EXISTS (SELECT 1 FROM receipts AS r WHERE r.order_id = o.id AND r.issued_at >= ${from} AND r.issued_at < ${to})
      OR EXISTS (SELECT 1 FROM order_items AS i JOIN bookings AS b ON b.id = i.registration_id WHERE i.order_id = o.id AND b.starts_at < ${to} AND b.ends_at >= ${from})
      OR EXISTS (SELECT 1 FROM session_credits AS c JOIN registrations AS v ON v.session_credit_id = c.id JOIN bookings AS b ON b.id = v.id
        WHERE c.customer_id = o.customer_id AND c.program_id = o.program_id AND c.order_id = o.id AND b.starts_at < ${to} AND b.ends_at >= ${from})))`

/** The receipts and credit notes of a customer in a program, oldest first. */
export const papersOf = (db: Db, whose: Whose) =>
  db
    .select()
    .from(receipts)
    .where(sql`${receipts.order_id} IN ${paidOrders(whose)}`)
    .orderBy(receipts.issued_at, receipts.number)

/** The later instalments of a customer's paid orders in a program. */
export const laterInstalmentsOf = (db: Db, whose: Whose) =>
  db
    .select({
      order_id: orderInstalments.order_id,
      payment_id: orderInstalments.payment_id,
      lines: orderInstalments.lines,
    })
    .from(orderInstalments)
    .where(and(sql`${orderInstalments.order_id} IN ${paidOrders(whose)}`, sql`${orderInstalments.position} > 0`))

/** A booked place of an item, with its person as the customer sees them. */
const careColumns = (db: Db, { customer_id }: Whose) => ({
  item_id: orderItems.id,
  order_id: orderItems.order_id,
  item_cancelled_at: orderItems.cancelled_at,
  cancelled_at: registrations.cancelled_at,
  starts_at: bookings.starts_at,
  ends_at: bookings.ends_at,
  dates: bookings.dates,
  overnight: bookings.overnight,
  timezone: bookings.timezone,
  person: attendeeSeenBy(customerReader(db, customer_id), ['first_name', 'last_name', 'date_of_birth'], {
    booked: 'registrations',
  }),
  relation: sql<RelationName | null>`${relations.relation}`,
})
const ownRelation = ({ customer_id }: Whose) =>
  and(eq(relations.attendee_id, registrations.attendee_id), eq(relations.customer_id, customer_id))

/** The booked places of a customer's paid orders in a program. */
export const careItemsOf = (db: Db, whose: Whose) =>
  db
    .select({ ...careColumns(db, whose), visits: sql<number | null>`NULL`.as('visits') })
    .from(orderItems)
    .innerJoin(registrations, eq(registrations.id, orderItems.registration_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .leftJoin(relations, ownRelation(whose))
    .where(sql`${orderItems.order_id} IN ${paidOrders(whose)}`)

/**
 * The places that visits of the customer's paid packages pay for, the first visit first, with the number of visits of
 * the package. Packages without a number of visits and those of memberships are left out.
 */
export const careVisitsOf = (db: Db, whose: Whose) =>
  db
    .select({
      ...careColumns(db, whose),
      visits: sql<number | null>`(SELECT sum(c.amount) FROM session_credits AS c
        WHERE c.customer_id = ${whose.customer_id} AND c.program_id = ${whose.program_id} AND c.order_item_id = ${orderItems.id})`.as(
        'visits',
      ),
    })
    .from(sessionCredits)
    .innerJoin(orderItems, eq(orderItems.id, sessionCredits.order_item_id))
    .innerJoin(registrations, eq(registrations.session_credit_id, sessionCredits.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .leftJoin(relations, ownRelation(whose))
    .where(
      and(
        eq(sessionCredits.customer_id, whose.customer_id),
        eq(sessionCredits.program_id, whose.program_id),
        eq(sessionCredits.is_unlimited, false),
        isNull(sessionCredits.membership_id),
        sql`${registrations.status} IN ${statusList(registrationStates.sold)}`,
        sql`${orderItems.order_id} IN ${paidOrders(whose)}`,
      ),
    )
    .orderBy(bookings.starts_at, registrations.id)
export type CareItemRow = Awaited<ReturnType<typeof careItemsOf>>[number]
