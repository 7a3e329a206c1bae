import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { CheckoutMethod, OrderStatus } from '../contract/order.ts'
import type { Db } from '../database/database.ts'
import { coupons, discounts, orderItems, orders, payments } from '../database/tables.ts'
import { headsOf } from './order-rows.ts'

type Asked = { customer_id: string; program_id?: string | undefined; status?: OrderStatus[] | undefined; checkout_method?: CheckoutMethod | undefined; sort: 'created' | 'updated'; order: 'asc' | 'desc' }

const matching = (asked: Asked) =>
  and(
    eq(orders.customer_id, asked.customer_id),
    asked.program_id === undefined ? undefined : eq(orders.program_id, asked.program_id),
    asked.status === undefined ? undefined : inArray(orders.status, asked.status),
    asked.checkout_method === undefined ? undefined : eq(orders.checkout_method, asked.checkout_method),
  )

/** Ids of a customer's orders with the words a search looks at: receipt number, products, people. */
export function ownOrderIds(db: Db, asked: Asked) {
  const column = asked.sort === 'created' ? orders.created : orders.updated
  const towards = asked.order === 'asc' ? asc : desc
  return db
    .select({ id: orders.id, receipt_number: orders.receipt_number, words: sql<string | null>`(SELECT group_concat(product_name || ' ' || coalesce(attendee_name, ''), ' ') FROM order_items WHERE order_items.order_id = orders.id)` })
    .from(orders)
    .where(matching(asked))
    .orderBy(towards(column), towards(orders.id))
    .$dynamic()
}

export const countOrders = (db: Db, asked: Asked) => db.select({ total: sql<number>`count(*)` }).from(orders).where(matching(asked))

const named = (ids: string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

export const ordersById = (db: Db, ids: string[]) => headsOf(db).where(sql`${orders.id} IN ${named(ids)}`)

/** Items, discounts and payments of a page of orders: one statement each. */
export const partsOfOrders = (db: Db, ids: string[]) =>
  [
    db.select().from(orderItems).where(sql`${orderItems.order_id} IN ${named(ids)}`).orderBy(orderItems.order_id, orderItems.position, orderItems.id),
    db.select({ discount: discounts, coupon: coupons }).from(discounts).innerJoin(coupons, eq(coupons.id, discounts.coupon_id)).where(sql`${discounts.order_id} IN ${named(ids)}`).orderBy(discounts.is_entered, discounts.created, discounts.id),
    db.select().from(payments).where(sql`${payments.order_id} IN ${named(ids)}`).orderBy(payments.created, payments.id),
  ] as const
