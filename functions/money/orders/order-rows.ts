import { among, hasId } from '../../platform/database/json-lists.ts'
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Ids, Statement } from '../../platform/database/database.ts'
import {
  coupons,
  customerProfiles,
  customers,
  discounts,
  orderItems,
  orders,
  payments,
  programs,
  users,
} from '../../platform/database/tables.ts'
import { chargesCardLater, membershipsOfOrder } from './membership-line-rows.ts'
import { instalmentsOfOrder, plannedPackagesOfOrder, plannedPlacesOfOrder } from './instalment-rows.ts'
import { originOfMove } from './move-origin-rows.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect
export type PaymentRow = typeof payments.$inferSelect
export type OrderChange = Partial<
  Omit<
    OrderRow,
    | 'id'
    | 'status'
    | 'step'
    | 'updated'
    | 'program_id'
    | 'customer_id'
    | 'amount_paid'
    | 'amount_refunding'
    | 'amount_returned'
    | 'amount_waived'
    | 'balance_used'
    | 'moves_registration_id'
    | 'moves_sequence'
    | 'amount_carried'
    | 'amount_moved'
  >
>

/** The columns of a program that an order reads. */
export const programColumns = {
  id: programs.id,
  name: programs.name,
  email: programs.email,
  translations: programs.translations,
  timezone: programs.timezone,
  default_currency: programs.default_currency,
  country: programs.country,
  features: programs.features,
  selling: programs.selling,
  billing_status: programs.billing_status,
  payment_provider_id: programs.payment_provider_id,
}

const profile = {
  id: customerProfiles.id,
  customer_id: customerProfiles.customer_id,
  first_name: users.first_name,
  last_name: users.last_name,
  email: users.email,
}
const hasOpenRequest = sql<number>`EXISTS (SELECT 1 FROM refund_requests WHERE refund_requests.order_id = ${orders.id} AND refund_requests.status = 'requested')`
const hasFailedRefund = sql<number>`EXISTS (SELECT 1 FROM refunds WHERE refunds.order_id = ${orders.id} AND refunds.status = 'failed')`
/** Subquery for the customer's balance with the program, without reserved amounts; null if they never had one. */
const balance = sql<
  number | null
>`(SELECT b.amount FROM account_balances AS b WHERE b.customer_profile_id = ${orders.customer_profile_id} AND b.currency = ${orders.currency})`
const itemCount = sql<number>`(SELECT count(*) FROM order_items WHERE order_items.order_id = ${orders.id})`
const firstStart = sql<
  number | null
>`(SELECT min(bookings.starts_at) FROM bookings WHERE bookings.order_id = ${orders.id} AND bookings.status NOT IN ${statusList(registrationStates.cancelled)})`

// The columns about payment are read only for open orders, because only those show how they may be paid.
const whileOpen = <Value>(value: SQL<Value>) =>
  sql<Value | null>`CASE WHEN ${orders.status} = 'draft' OR ${orders.status} = 'pending' OR ${orders.status} = 'expired' THEN ${value} END`

/** Orders with their program, their customer, the number of their items and the state of their refunds. */
export const headsOf = (db: Db) =>
  db
    .select({
      order: orders,
      program: programColumns,
      profile,
      user: {
        id: users.id,
        language: users.language,
        is_email_verified: users.is_email_verified,
        is_active: users.is_active,
      },
      itemCount,
      hasOpenRequest,
      hasFailedRefund,
      firstStart,
      balance,
      instalments: instalmentsOfOrder,
      plannedPlaces: plannedPlacesOfOrder,
      plannedPackages: plannedPackagesOfOrder,
      memberships: membershipsOfOrder,
      chargesCardLater,
      origin: originOfMove,
    })
    .from(orders)
    .innerJoin(programs, eq(programs.id, orders.program_id))
    .innerJoin(customerProfiles, eq(customerProfiles.id, orders.customer_profile_id))
    .innerJoin(customers, eq(customers.id, orders.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))

const {
  customer_id,
  customer_profile_id: profile_id,
  step,
  checkout_method,
  use_account_balance,
  hold_started_at,
  more_time_used,
  bank_time_used,
  decline_time_used,
  calendar_version,
  moves_sequence,
  ...shown
} = getTableColumns(orders)

/** The columns of a list of orders, plus `more` columns for each order. */
export const shownHeads = <More extends Record<string, SQL>>(db: Db, more: More) =>
  db
    .select({
      ...more,
      order: shown,
      profile: {
        id: profile_id,
        customer_id,
        first_name: users.first_name,
        last_name: users.last_name,
        email: users.email,
      },
      hasOpenRequest,
      hasFailedRefund,
      itemCount: whileOpen(itemCount),
      firstStart: whileOpen(firstStart),
      balance: whileOpen(balance),
      chargesCardLater: whileOpen(chargesCardLater),
      instalments: instalmentsOfOrder,
      country: sql<string>`(SELECT programs.country FROM programs WHERE programs.id = ${orders.program_id})`,
      takesCards: whileOpen(
        sql<number>`(SELECT programs.features ->> '$.online_payments' FROM programs WHERE programs.id = ${orders.program_id})`,
      ),
      selling: whileOpen(sql<string>`(SELECT programs.selling FROM programs WHERE programs.id = ${orders.program_id})`),
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))

/** One order, or several. A `customerId` of null accepts any customer. */
export const oneOrder = (db: Db, orderId: Ids, customerId: string | null) =>
  headsOf(db).where(
    customerId === null
      ? hasId(orders.id, orderId)
      : and(hasId(orders.id, orderId), eq(orders.customer_id, customerId)),
  )

export const itemsOf = (db: Db, orderId: Ids) =>
  db.select().from(orderItems).where(hasId(orderItems.order_id, orderId)).orderBy(orderItems.position, orderItems.id)

export const discountsOf = (db: Db, orderId: Ids) =>
  db
    .select({ discount: discounts, coupon: coupons })
    .from(discounts)
    .innerJoin(coupons, eq(coupons.id, discounts.coupon_id))
    .where(hasId(discounts.order_id, orderId))
    .orderBy(discounts.is_entered, discounts.created, discounts.id)

export const paymentsOf = (db: Db, orderId: Ids) =>
  db.select().from(payments).where(hasId(payments.order_id, orderId)).orderBy(payments.created, payments.id)

export const insertOrder = (db: Db, row: typeof orders.$inferInsert): Statement => db.insert(orders).values(row)
export const insertItem = (db: Db, row: typeof orderItems.$inferInsert): Statement => db.insert(orderItems).values(row)
/** Inserts the payment that came from another order with a moved place. */
export const insertCarriedPayment = (db: Db, row: typeof payments.$inferInsert): Statement =>
  db.insert(payments).values(row)
export const changeItem = (db: Db, id: string, change: Partial<Omit<ItemRow, 'id' | 'order_id'>>): Statement =>
  db.update(orderItems).set(change).where(eq(orderItems.id, id))
/** Cancels an item that is still open. */
export const cancelItemOnce = (
  db: Db,
  id: string,
  change: Pick<ItemRow, 'cancelled_at' | 'amount_cancelled' | 'registration_id'>,
): Statement =>
  db
    .update(orderItems)
    .set(change)
    .where(and(eq(orderItems.id, id), isNull(orderItems.cancelled_at)))
/** Clears the parent of an item's add-ons. */
export const unlinkItems = (db: Db, parentId: string): Statement =>
  db.update(orderItems).set({ parent: null }).where(eq(orderItems.parent, parentId))
export const deleteItem = (db: Db, id: string): Statement => db.delete(orderItems).where(eq(orderItems.id, id))
export const deleteItemsOf = (db: Db, orderId: string): Statement =>
  db.delete(orderItems).where(eq(orderItems.order_id, orderId))
export const deleteOrderRow = (db: Db, orderId: string): Statement => db.delete(orders).where(eq(orders.id, orderId))

/** Updates an order if it still has the status and step that were read. */
export function changeOrder(
  db: Db,
  read: Pick<OrderRow, 'id' | 'status' | 'step'>,
  change: OrderChange & { status: orderStates.OrderStatus; step: number; updated: number },
): Statement {
  return db
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, read.id), eq(orders.status, read.status), eq(orders.step, read.step)))
}

/** SQL condition: the order holds exactly this many places. */
export const sqlOfHeldPlaces = (orderId: SQL, count: SQL): SQL =>
  sql`(SELECT count(*) FROM registrations WHERE registrations.order_id = ${orderId} AND registrations.status = 'pending') = ${count}`
/** SQL condition: an option still has the price that was read. */
export const sqlOfCost = (registrationId: SQL, cost: SQL): SQL =>
  sql`(SELECT bookings.cost FROM bookings WHERE bookings.id = ${registrationId}) = ${cost}`

/** Places left of options and of their shared pools. `scope` is the id of the option or pool. */
export const placesLeftOf = (db: Db, optionIds: string[]) =>
  db.all<{ option_id: string; scope: string; left: number }>(sql`
    SELECT id AS option_id, id AS scope, spots_total - spots_taken AS left FROM event_options WHERE id IN ${among(optionIds)}
    UNION ALL SELECT option_pools.option_id, pools.id, pools.spots_total - pools.spots_taken FROM option_pools JOIN pools ON pools.id = option_pools.pool_id
    WHERE option_pools.option_id IN ${among(optionIds)}`)

/** SQL condition: a customer has fewer than `max` unpaid orders in a program. New empty carts count, too. */
export const sqlOfUnpaidOrders = (input: {
  customerId: SQL
  programId: SQL
  now: SQL
  emptySince: SQL
  max: SQL
}): SQL => sql`(SELECT count(*) FROM orders
  WHERE customer_id = ${input.customerId} AND +program_id = ${input.programId} AND status IN ${statusList(orderStates.open)} AND membership_id IS NULL
  AND (hold_expires_at >= ${input.now} OR (hold_expires_at IS NULL AND created > ${input.emptySince}))) < ${input.max}`
