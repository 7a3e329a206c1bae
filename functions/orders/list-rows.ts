import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { CheckoutMethod, OrderStatus } from '../contract/order.ts'
import type { Db } from '../database/database.ts'
import { coupons, discounts, orderItems, orders, payments } from '../database/tables.ts'
import { headsOf } from './order-rows.ts'

/** What a list asks, and whose it is. */
export type Asked = { customer_id: string; program_id?: string | undefined; status?: OrderStatus[] | undefined; checkout_method?: CheckoutMethod | undefined; sort: 'created' | 'updated'; order: 'asc' | 'desc'; limit: number; skip: number }

const matching = (asked: Asked) =>
  and(
    eq(orders.customer_id, asked.customer_id),
    asked.program_id === undefined ? undefined : eq(orders.program_id, asked.program_id),
    asked.status === undefined ? undefined : inArray(orders.status, asked.status),
    asked.checkout_method === undefined ? undefined : eq(orders.checkout_method, asked.checkout_method),
  )

function inOrder({ sort, order }: Asked): SQL[] {
  const towards = order === 'asc' ? asc : desc
  return [towards(orders[sort]), towards(orders.id)]
}

/** Ids of a customer's orders with the words a search looks at: receipt number, products, people. */
export const searchedOrders = (db: Db, asked: Asked) =>
  db
    .select({ id: orders.id, receipt_number: orders.receipt_number, words: sql<string | null>`(SELECT group_concat(product_name || ' ' || coalesce(attendee_name, ''), ' ') FROM order_items WHERE order_items.order_id = orders.id)` })
    .from(orders)
    .where(matching(asked))
    .orderBy(...inOrder(asked))

export const countOrders = (db: Db, asked: Asked) => db.select({ total: sql<number>`count(*)` }).from(orders).where(matching(asked))

/** Which orders a page shows, as a set for `IN`: some that were found, or those at a place in the order that was asked for. */
export const pageOf = (db: Db, asked: Asked, found: string[] | undefined): SQL =>
  found ? sql`(SELECT value FROM json_each(${JSON.stringify(found)}))` : sql`${db.select({ id: orders.id }).from(orders).where(matching(asked)).orderBy(...inOrder(asked)).limit(asked.limit).offset(asked.skip)}`

/** The orders of a page, in their order. */
export const ordersOfPage = (db: Db, asked: Asked, page: SQL) => headsOf(db).where(sql`${orders.id} IN ${page}`).orderBy(...inOrder(asked))
export const itemsOfPage = (db: Db, page: SQL) => db.select().from(orderItems).where(sql`${orderItems.order_id} IN ${page}`).orderBy(orderItems.order_id, orderItems.position, orderItems.id)
export const paymentsOfPage = (db: Db, page: SQL) => db.select().from(payments).where(sql`${payments.order_id} IN ${page}`).orderBy(payments.created, payments.id)
export const discountsOfPage = (db: Db, page: SQL) =>
  db.select({ discount: discounts, coupon: coupons }).from(discounts).innerJoin(coupons, eq(coupons.id, discounts.coupon_id)).where(sql`${discounts.order_id} IN ${page}`).orderBy(discounts.is_entered, discounts.created, discounts.id)

/** The places that the items of a page stand for. */
export const placesOfPage = (page: SQL): SQL => sql`SELECT i.registration_id FROM order_items AS i WHERE i.order_id IN ${page}`
