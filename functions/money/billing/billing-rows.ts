import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import type { MembershipRow } from '../../booking/memberships/membership-rows.ts'
import {
  attendeeSeenBy,
  customerReader,
  nameFields,
  type SeenAttendee,
  toSeen,
} from '../../platform/database/attendee-visibility.ts'
import { customers, membershipPackages, memberships, programs, users } from '../../platform/database/tables.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const notAnnounced = (kind: string) =>
  sql`NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.dedupe = ${kind} || ':' || ${memberships.id} || ':' || ${memberships.next_step_at})`

/**
 * Memberships whose customers must be told about the first charge after a trial, or about the end of the membership.
 */
export const membershipsToAnnounce = async (db: Db, { now, until }: { now: number; until: number }) =>
  db
    .select({ membership: memberships })
    .from(memberships)
    .where(
      and(
        isNotNull(memberships.next_step_at),
        gt(memberships.next_step_at, now),
        lte(memberships.next_step_at, until),
        eq(memberships.cancel_at_period_end, false),
        inArray(memberships.status, membershipStates.running.statuses),
        or(eq(memberships.status, 'trialing'), isNotNull(memberships.period_end_on)),
        notAnnounced('membership.trial_ending'),
        notAnnounced('membership.ending'),
      ),
    )
    .orderBy(memberships.next_step_at)
    .limit(200)

const renewsOn = sql<string>`CASE WHEN ${memberships.pause_on} IS NULL OR ${memberships.pause_on} >= ${memberships.period_end_on} THEN ${memberships.period_end_on}
  WHEN ${memberships.resume_on} IS NOT NULL THEN max(${memberships.resume_on}, ${memberships.period_end_on}) END`
const every = sql`${memberships.terms} ->> '$.billing_period'`
const times = sql`${memberships.terms} ->> '$.num_periods'`
type RenewalDays = { today: string; year: string; first: string }
/**
 * Memberships that renew soon and whose customers were not told yet, or were told before the membership, or a fee or
 * tax of its program, changed.
 */
export const membershipsThatRenew = async (db: Db, { today, year, first }: RenewalDays) =>
  db
    .select({ membership: memberships, selling: programs.selling, currency: programs.default_currency })
    .from(memberships)
    .innerJoin(programs, eq(programs.id, memberships.program_id))
    .where(
      and(
        sql`${memberships.status} IN ${statusList(membershipStates.pausable)} AND ${memberships.cancel_at_period_end} = 0`,
        lte(memberships.period_end_on, year),
        isNull(memberships.charge_key),
        gt(renewsOn, today),
        sql`(${times} IS NULL OR ${memberships.num_paid} < ${times})`,
        or(
          sql`${every} = 'year' AND ${renewsOn} <= ${year}`,
          sql`${every} IN ('month', 'quarter') AND ${memberships.num_paid} = 1 AND ${renewsOn} <= ${first}`,
        ),
        sql`(${memberships.renewal_told_at} IS NULL OR ${memberships.renewal_told_at} < max(${memberships.updated}, ${programs.updated}))`,
      ),
    )
    .orderBy(memberships.period_end_on)
    .limit(200)

type Told = Pick<MembershipRow, 'renewal_told_for' | 'renewal_told_amount' | 'renewal_told_at'>
/**
 * Records what a customer was told about a renewal. The batch must abort if the membership or this record has changed.
 */
export const setRenewalTold = (db: Db, read: Told & Pick<MembershipRow, 'id' | 'step'>, told: Told): Statement =>
  db
    .update(memberships)
    .set(told)
    .where(
      and(
        eq(memberships.id, read.id),
        eq(memberships.step, read.step),
        sql`${memberships.renewal_told_at} IS ${read.renewal_told_at}`,
      ),
    )

const toldCost = sql<number>`coalesce(${memberships.next_cost}, ${memberships.cost})`
/** Memberships whose package has another price than the price that their customers pay or were told. */
export const membershipsToReprice = async (db: Db) =>
  db
    .select({ membership: memberships, cost: membershipPackages.cost })
    .from(membershipPackages)
    // Starts from the packages, because there are only a few.
    .crossJoin(memberships)
    .where(
      and(
        ne(membershipPackages.billing_period, 'once'),
        eq(memberships.package_id, membershipPackages.id),
        sql`${memberships.status} IN ${statusList(membershipStates.renewing)}`,
        // The condition uses two ranges of the index, one on each side of the price, because <> would not use the
        // index.
        or(lt(toldCost, membershipPackages.cost), gt(toldCost, membershipPackages.cost)),
      ),
    )
    .limit(50)

/** The order that paid the current period of a membership, with its item. */
export const paidOrderOf = (db: Db, id: string) =>
  db.all<{
    order_id: string
    item_id: string
  }>(sql`SELECT * FROM (SELECT o.id AS order_id, i.id AS item_id FROM orders AS o JOIN order_items AS i ON i.order_id = o.id AND i.membership_terms IS NOT NULL
    WHERE o.membership_id = ${id} AND o.status = 'paid' ORDER BY o.membership_period DESC LIMIT 1)
    UNION ALL SELECT o.id, i.id FROM memberships AS m JOIN orders AS o ON o.id = m.order_id AND o.status = 'paid' JOIN order_items AS i ON i.id = m.order_item_id
    WHERE m.id = ${id} AND m.num_paid = 1 LIMIT 1`)

const openOrder = sql<
  string | null
>`(SELECT o.id FROM orders AS o WHERE o.membership_id = ${memberships.id} AND o.status IN ${statusList(orderStates.awaitingPayment)} LIMIT 1)`
/** A membership with the user to mail. */
export const memberOf = (db: Db, id: string) =>
  db
    .select({
      membership: memberships,
      package: { name: membershipPackages.name, translations: membershipPackages.translations },
      user: {
        email: users.email,
        language: users.language,
        is_active: users.is_active,
        is_email_verified: users.is_email_verified,
      },
      program: { country: programs.country, currency: programs.default_currency },
      selling: programs.selling,
      has_card: sql<number>`EXISTS (SELECT 1 FROM payment_sources AS s WHERE s.customer_profile_id = ${memberships.customer_profile_id} AND s.detached_at IS NULL)`,
      has_usable_card: sql<number>`EXISTS (SELECT 1 FROM payment_sources AS s WHERE s.customer_profile_id = ${memberships.customer_profile_id} AND s.detached_at IS NULL AND s.refused_at IS NULL)`,
      person: sql<SeenAttendee<'first_name' | 'last_name'> | null>`(SELECT ${attendeeSeenBy(
        customerReader(db, memberships.customer_id),
        nameFields,
        { booked: 'memberships', person: 'a' },
      )} FROM attendee_profiles AS p JOIN attendees AS a ON a.id = p.attendee_id WHERE p.id = ${memberships.attendee_profile_id})`.mapWith(
        toSeen,
      ),
      open_order_id: openOrder,
      amount_due: sql<number>`coalesce((SELECT max(0, o.amount_total - o.amount_paid + o.amount_refunding) FROM orders AS o WHERE o.id = ${openOrder}), 0)`,
    })
    .from(memberships)
    .innerJoin(membershipPackages, eq(membershipPackages.id, memberships.package_id))
    .innerJoin(programs, eq(programs.id, memberships.program_id))
    .innerJoin(customers, eq(customers.id, memberships.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(memberships.id, id))
