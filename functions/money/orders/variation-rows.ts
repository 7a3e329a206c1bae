import { among } from '../../platform/database/json-lists.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { isUnproven } from '../../booking/spots/unproven-rows.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { orderItems, orders, productVariations, products, programs } from '../../platform/database/tables.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Store variations by id with their product's columns; removed ones are left out. */
export const variationsByIds = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: productVariations.id,
      program_id: productVariations.program_id,
      has_store: sql<number>`coalesce(${programs.features} ->> '$.products', 0)`,
      name: productVariations.name,
      translations: productVariations.translations,
      cost: productVariations.cost,
      confirm_text: productVariations.confirm_text,
      is_closed: productVariations.is_closed,
      stock_left: sql<number>`${productVariations.stock_total} - ${productVariations.stock_taken}`,
      product: {
        id: products.id,
        type: products.type,
        name: products.name,
        translations: products.translations,
        category_id: products.category_id,
        pickup_text: products.pickup_text,
        return_days: products.return_days,
        return_on_request: products.return_on_request,
        is_closed: products.is_closed,
        sale_starts_at: products.sale_starts_at,
        sale_ends_at: products.sale_ends_at,
      },
    })
    .from(productVariations)
    .innerJoin(products, eq(products.id, productVariations.product_id))
    .innerJoin(programs, eq(programs.id, productVariations.program_id))
    .where(
      and(
        sql`${productVariations.id} IN ${among(ids)}`,
        eq(productVariations.is_removed, false),
        eq(products.is_removed, false),
      ),
    )

const noLivePayment = sql`NOT EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = order_items.order_id AND p.status IN ${statusList(paymentStates.live)})`

/**
 * Items of these variations whose hold has lapsed and that have no payment in progress, except the items of one
 * order.
 */
export const lapsedStockOf = (variationIds: readonly string[], now: number, exceptOrderId: string): SQL =>
  sql`order_items.stock_held_until < ${now} AND order_items.product_variation_id IN ${among(variationIds)}
    AND order_items.order_id <> ${exceptOrderId} AND ${noLivePayment}`

/** Items of all variations whose hold has lapsed, in carts that were never submitted. */
export const lapsedStock = (now: number): SQL =>
  sql`order_items.stock_held_until < ${now} AND ${noLivePayment}
    AND EXISTS (SELECT 1 FROM orders AS o WHERE o.id = order_items.order_id AND o.status = 'draft')`

/** Returns the stock of lapsed items, which stay in their carts. */
export const returnStock = (db: Db, lapsed: SQL): Statement =>
  db.update(orderItems).set({ stock_taken: 0 }).where(lapsed)

/** The programs whose pages show the stock that is about to be returned. */
export const programsOfStock = (db: Db, lapsed: SQL) =>
  db
    .selectDistinct({ program_id: productVariations.program_id })
    .from(orderItems)
    .innerJoin(productVariations, eq(productVariations.id, orderItems.product_variation_id))
    .where(lapsed)

/** Takes the stock of an order's items again if it was released. Sold-out stock aborts the batch. */
export const takeStockOf = (db: Db, orderId: string): Statement =>
  db
    .update(orderItems)
    .set({ stock_taken: sql`${orderItems.quantity}` })
    .where(
      sql`${orderItems.order_id} = ${orderId} AND ${orderItems.type} = 'product_variation' AND ${orderItems.cancelled_at} IS NULL AND ${orderItems.stock_taken} = 0`,
    )

/** Aborts the batch if a variation's price is not the one that was read. */
export const guardVariationCost = (db: Db, variationId: string, cost: number): Statement =>
  guardThat(
    db,
    sql`(SELECT v.cost FROM product_variations AS v WHERE v.id = ${literal(variationId)}) = ${literal(cost)}`,
    'state',
  )

/** Aborts the batch if an order no longer holds the stock of all its items. */
export const guardStockHeld = (db: Db, orderId: string): Statement =>
  guardThat(
    db,
    sql`NOT EXISTS (SELECT 1 FROM order_items AS i WHERE i.order_id = ${literal(orderId)} AND i.type = 'product_variation' AND i.cancelled_at IS NULL AND i.stock_taken <> i.quantity)`,
    'state',
  )

/**
 * Aborts the batch if an unproven account holds more products than allowed, or if unproven accounts hold too much of
 * the stock left of one.
 */
export function guardUnprovenStock(
  db: Db,
  { customer_id, variationIds }: { customer_id: string; variationIds: readonly string[] },
  most: { products: number; leftPerThing: number },
): Statement {
  const ids = sql.join(variationIds.map(literal), sql`, `)
  return guardThat(
    db,
    sql`NOT (${isUnproven(literal(customer_id))}) OR (
      (SELECT coalesce(sum(i.stock_taken), 0) FROM orders AS o JOIN order_items AS i ON i.order_id = o.id
        WHERE o.customer_id = ${literal(customer_id)} AND i.stock_held_until IS NOT NULL) <= ${literal(most.products)}
      AND NOT EXISTS (SELECT 1 FROM (
        SELECT v.stock_total - v.stock_taken AS free, (SELECT coalesce(sum(i.stock_taken), 0) FROM order_items AS i JOIN orders AS held ON held.id = i.order_id
          WHERE i.product_variation_id = v.id AND i.stock_held_until IS NOT NULL AND ${isUnproven(sql`held.customer_id`)}) AS held
        FROM product_variations AS v WHERE v.id IN (${ids})) WHERE held > 1 AND held * ${literal(most.leftPerThing)} > free + held))`,
    'unproven_places',
  )
}

/**
 * The time in ms at which the first stock of these variations comes free that this account, or unproven accounts
 * together, hold; null if they hold none.
 */
export const unprovenStockEnds = (
  db: Db,
  { customer_id, variationIds }: { customer_id: string; variationIds: readonly string[] },
) =>
  db
    .select({ ends: sql<number | null>`min(${orderItems.stock_held_until})` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.order_id))
    .where(
      sql`${orderItems.stock_held_until} IS NOT NULL AND (${orders.customer_id} = ${customer_id}
        OR ${orderItems.product_variation_id} IN ${among(variationIds)} AND ${isUnproven(sql`${orders.customer_id}`)})`,
    )

/** Aborts the batch if a customer holds more store products of a program than allowed. */
export const guardHeldStock = (db: Db, owner: { customer_id: string; program_id: string }, max: number): Statement =>
  guardThat(
    db,
    sql`(SELECT coalesce(sum(i.stock_taken), 0) FROM orders AS o JOIN order_items AS i ON i.order_id = o.id
    WHERE o.customer_id = ${literal(owner.customer_id)} AND +o.program_id = ${literal(owner.program_id)} AND i.stock_held_until IS NOT NULL) <= ${literal(max)}`,
    'held_places',
  )
