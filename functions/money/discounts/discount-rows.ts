import { among } from '../../platform/database/json-lists.ts'
import { and, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { attempts, coupons, discounts, memberships, orders } from '../../platform/database/tables.ts'
import * as discountStates from '../../contract/states/discount-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type CouponRow = typeof coupons.$inferSelect
export type DiscountRow = typeof discounts.$inferSelect

/**
 * The customer and the order for which coupons are searched. With a `program_id` of null, the order's program is used.
 */
export type CouponsInput = {
  program_id: string | null
  order_id: string | SQL
  customer_id: string
  codeKey: string | null
}

const programOf = ({ program_id, order_id }: CouponsInput): SQL =>
  program_id === null
    ? sql`(SELECT mine.program_id FROM orders AS mine WHERE mine.id = ${order_id})`
    : sql`${program_id}`

export const automaticCoupons = (db: Db, input: CouponsInput) =>
  db
    .select()
    .from(coupons)
    .where(
      and(
        eq(coupons.program_id, programOf(input)),
        eq(coupons.apply_automatically, true),
        eq(coupons.is_enabled, true),
      ),
    )
    .orderBy(coupons.created, coupons.id)

export const couponByCode = (db: Db, input: CouponsInput) =>
  db
    .select()
    .from(coupons)
    .where(and(eq(coupons.program_id, programOf(input)), eq(coupons.code_key, input.codeKey ?? '')))

/**
 * For each coupon that this order has or could use: the number of other orders of the customer that use the coupon,
 * and whether this order is counted already.
 */
export const usesOfCustomer = (db: Db, input: CouponsInput) =>
  db
    .select({
      coupon_id: discounts.coupon_id,
      uses: sql<number>`count(CASE WHEN ${discounts.order_id} <> ${input.order_id} THEN 1 END)`,
      own: sql<number>`count(CASE WHEN ${discounts.order_id} = ${input.order_id} THEN 1 END)`,
    })
    .from(discounts)
    .where(
      and(
        eq(discounts.customer_id, input.customer_id),
        inArray(discounts.state, discountStates.redeemed.statuses),
        sql`${discounts.coupon_id} IN (
      SELECT id FROM coupons WHERE program_id = ${programOf(input)} AND apply_automatically = 1
      UNION SELECT id FROM coupons WHERE program_id = ${programOf(input)} AND code_key = ${input.codeKey ?? ''}
      UNION SELECT coupon_id FROM discounts WHERE order_id = ${input.order_id})`,
      ),
    )
    .groupBy(discounts.coupon_id)

/** True for an order that has used up or reserved a first-order coupon. */
const hasFirstCoupon = sql`EXISTS (SELECT 1 FROM discounts AS d JOIN coupons AS c ON c.id = d.coupon_id
  WHERE d.order_id = ${orders.id} AND d.state IN ${statusList(discountStates.redeemed)} AND c.first_time_transaction = 1)`

/**
 * A row if the customer has paid another order of the program, even one cancelled later, or has an order in progress
 * with a first-order coupon.
 */
export const earlierOrders = (db: Db, input: CouponsInput) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.customer_id, input.customer_id),
        sql`+${orders.program_id} = ${programOf(input)}`,
        ne(orders.id, input.order_id),
        or(isNotNull(orders.paid_at), hasFirstCoupon),
      ),
    )
    .limit(1)

/** The packages for which the customer has a usable membership. */
export const packagesOfUsableMemberships = (db: Db, input: CouponsInput) =>
  db
    .select({ package_id: memberships.package_id })
    .from(memberships)
    .where(
      and(
        eq(memberships.customer_id, input.customer_id),
        eq(memberships.program_id, programOf(input)),
        eq(memberships.is_usable, true),
      ),
    )

/** Inserts a discount of an open order, or updates the amount of the existing discount. */
export function putDiscount(db: Db, row: typeof discounts.$inferInsert): Statement {
  return db
    .insert(discounts)
    .values(row)
    .onConflictDoUpdate({
      target: [discounts.order_id, discounts.coupon_id],
      set: { amount: row.amount, is_entered: row.is_entered, state: 'applied', redeemed: null },
    })
}

/** Updates the amount of a discount and leaves its state unchanged. */
export const changeDiscountAmount = (
  db: Db,
  orderId: string,
  { coupon_id, amount }: { coupon_id: string; amount: number },
): Statement =>
  db
    .update(discounts)
    .set({ amount })
    .where(and(eq(discounts.order_id, orderId), eq(discounts.coupon_id, coupon_id)))

/** Deletes the discounts of an order except those of the named coupons. */
export const dropDiscounts = (db: Db, orderId: string, keptCouponIds: string[]): Statement =>
  db
    .delete(discounts)
    .where(and(eq(discounts.order_id, orderId), sql`${discounts.coupon_id} NOT IN ${among(keptCouponIds)}`))

/** Reserves the applied discounts above 0. The schema refuses a coupon without uses left. */
export const reserveRows = (db: Db, orderId: string): Statement =>
  db
    .update(discounts)
    .set({ state: 'reserved' })
    .where(and(eq(discounts.order_id, orderId), eq(discounts.state, 'applied'), gt(discounts.amount, 0)))

const hasRoom = sql`EXISTS (SELECT 1 FROM coupons WHERE coupons.id = discounts.coupon_id AND (coupons.max_redemptions IS NULL OR coupons.times_redeemed < coupons.max_redemptions)
  AND (coupons.limit_customer IS NULL OR coupons.limit_customer > (SELECT count(*) FROM discounts AS other WHERE other.coupon_id = discounts.coupon_id AND other.customer_id = discounts.customer_id AND other.state IN ${statusList(discountStates.redeemed)}))
  AND (coupons.first_time_transaction = 0 OR NOT EXISTS (SELECT 1 FROM orders AS mine WHERE mine.customer_id = discounts.customer_id AND +mine.program_id = coupons.program_id AND mine.id <> discounts.order_id
    AND (mine.paid_at IS NOT NULL OR EXISTS (SELECT 1 FROM discounts AS d JOIN coupons AS c ON c.id = d.coupon_id WHERE d.order_id = mine.id AND d.state IN ${statusList(discountStates.redeemed)} AND c.first_time_transaction = 1)))))`

/**
 * Makes discounts final. A discount that was released in the meantime counts again only while the coupon has uses left;
 * the price does not change.
 */
export const finaliseRows = (db: Db, orderId: string, now: number): Statement =>
  db
    .update(discounts)
    .set({ state: 'final', redeemed: now })
    .where(
      and(
        eq(discounts.order_id, orderId),
        gt(discounts.amount, 0),
        sql`(${discounts.state} IN ${statusList(discountStates.inOrder)} OR (${discounts.state} = 'released' AND ${hasRoom}))`,
      ),
    )

export const releaseRows = (db: Db, orderId: string): Statement =>
  db
    .update(discounts)
    .set({ state: 'released' })
    .where(and(eq(discounts.order_id, orderId), ne(discounts.state, 'released')))

/** Makes the released discounts of an order final that were final before. */
export const restoreRows = (db: Db, orderId: string): Statement =>
  db
    .update(discounts)
    .set({ state: 'final' })
    .where(and(eq(discounts.order_id, orderId), eq(discounts.state, 'released'), isNotNull(discounts.redeemed)))

type Window = { scope: string; startsAt: number }

export const insertAttempt = (db: Db, { scope, startsAt }: Window): Statement =>
  db
    .insert(attempts)
    .values({ scope, window_starts_at: startsAt, n: 1 })
    .onConflictDoUpdate({ target: [attempts.scope, attempts.window_starts_at], set: { n: sql`${attempts.n} + 1` } })

export const attemptsIn = (db: Db, { scope, startsAt }: Window) =>
  db
    .select({ n: attempts.n })
    .from(attempts)
    .where(and(eq(attempts.scope, scope), eq(attempts.window_starts_at, startsAt)))

/** Removes one attempt from the count, because a correct code is no guess. */
export const removeAttempt = (db: Db, window: Window): Statement =>
  db
    .update(attempts)
    .set({ n: sql`max(0, ${attempts.n} - 1)` })
    .where(and(eq(attempts.scope, window.scope), eq(attempts.window_starts_at, window.startsAt)))
