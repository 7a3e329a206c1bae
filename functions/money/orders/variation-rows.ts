import { among } from '../../platform/database/json-lists.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { isUnproven } from '../../booking/spots/unproven-rows.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { orderItems, productVariations, products, programs } from '../../platform/database/tables.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Variations of a store by their ids, with what their product says; those that were removed are not there. */
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

/** Lines of these variations whose hold has lapsed and for which no money is on its way; an order that takes its own again is left out. */
export const lapsedStockOf = (variationIds: readonly string[], now: number, exceptOrderId: string): SQL =>
  sql`order_items.stock_held_until < ${now} AND order_items.product_variation_id IN ${among(variationIds)}
    AND order_items.order_id <> ${exceptOrderId} AND ${noLivePayment}`

/** The same of all variations, in carts that were never submitted. */
export const lapsedStock = (now: number): SQL =>
  sql`order_items.stock_held_until < ${now} AND ${noLivePayment}
    AND EXISTS (SELECT 1 FROM orders AS o WHERE o.id = order_items.order_id AND o.status = 'draft')`

/** Gives back what lapsed lines have taken; they stay in their carts. */
export const giveStockBack = (db: Db, lapsed: SQL): Statement =>
  db.update(orderItems).set({ stock_taken: 0 }).where(lapsed)

/** Programs whose pages show what is about to be given back. */
export const programsOfStock = (db: Db, lapsed: SQL) =>
  db
    .selectDistinct({ program_id: productVariations.program_id })
    .from(orderItems)
    .innerJoin(productVariations, eq(productVariations.id, orderItems.product_variation_id))
    .where(lapsed)

/** Takes all that the lines of an order are for, once more where it was given back; sold out breaks the batch. */
export const takeStockOf = (db: Db, orderId: string): Statement =>
  db
    .update(orderItems)
    .set({ stock_taken: sql`${orderItems.quantity}` })
    .where(
      sql`${orderItems.order_id} = ${orderId} AND ${orderItems.type} = 'product_variation' AND ${orderItems.cancelled_at} IS NULL AND ${orderItems.stock_taken} = 0`,
    )

/** Breaks the batch where a variation costs something else than what was read. */
export const guardVariationCost = (db: Db, variationId: string, cost: number): Statement =>
  guardThat(
    db,
    sql`(SELECT v.cost FROM product_variations AS v WHERE v.id = ${literal(variationId)}) = ${literal(cost)}`,
    'state',
  )

/** Breaks the batch where an order no longer has all that its lines are for. */
export const guardStockHeld = (db: Db, orderId: string): Statement =>
  guardThat(
    db,
    sql`NOT EXISTS (SELECT 1 FROM order_items AS i WHERE i.order_id = ${literal(orderId)} AND i.type = 'product_variation' AND i.cancelled_at IS NULL AND i.stock_taken <> i.quantity)`,
    'state',
  )

/** Breaks the batch when an account that is not proven holds more things than it may, or such accounts hold too much of what is left of one. */
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

/** Breaks the batch when a customer holds more things of a program's store than allowed. */
export const guardHeldStock = (db: Db, whose: { customer_id: string; program_id: string }, most: number): Statement =>
  guardThat(
    db,
    sql`(SELECT coalesce(sum(i.stock_taken), 0) FROM orders AS o JOIN order_items AS i ON i.order_id = o.id
    WHERE o.customer_id = ${literal(whose.customer_id)} AND +o.program_id = ${literal(whose.program_id)} AND i.stock_held_until IS NOT NULL) <= ${literal(most)}`,
    'held_places',
  )
