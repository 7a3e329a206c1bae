import { among } from '../../../platform/database/json-lists.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../platform/database/database.ts'
import { guardThat, literal } from '../../../platform/database/guard.ts'
import { productCategories, products, productVariations } from '../../../platform/database/tables.ts'
import { upsert } from './upsert-rows.ts'

/** An item with this variation in a customer's order that was not returned. */
export const soldVariation = (id: SQL): SQL =>
  sql`oi.type = 'product_variation' AND oi.product_variation_id = ${id} AND oi.cancelled_at IS NULL`

export const putCategories = (db: Db, rows: (typeof productCategories.$inferInsert)[]) =>
  upsert(db, productCategories, rows, { at: [productCategories.program_id, productCategories.key] })
export const putProducts = (db: Db, rows: (typeof products.$inferInsert)[]) =>
  upsert(db, products, rows, { at: [products.program_id, products.key] })
export const putVariations = (db: Db, rows: (typeof productVariations.$inferInsert)[]) =>
  upsert(db, productVariations, rows, {
    at: [productVariations.product_id, productVariations.key],
    keep: ['stock_taken'],
  })

/** Hides products with their variations, or single variations, that no order has. */
export const hideProducts = (db: Db, ids: string[], now: number): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(products)
          .set({ is_removed: true, updated: now })
          .where(sql`${products.id} IN ${among(ids)}`),
      ]
export const hideVariations = (db: Db, ids: string[], now: number): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(productVariations)
          .set({ is_removed: true, updated: now })
          .where(sql`${productVariations.id} IN ${among(ids)}`),
        ...ids.map((id) =>
          guardThat(db, sql`NOT EXISTS (SELECT 1 FROM order_items AS oi WHERE ${soldVariation(literal(id))})`, 'state'),
        ),
      ]

export const dropCategories = (db: Db, ids: string[]): Statement[] =>
  ids.length === 0
    ? []
    : [
        db
          .update(products)
          .set({ category_id: null })
          .where(sql`${products.category_id} IN ${among(ids)}`),
        db.delete(productCategories).where(sql`${productCategories.id} IN ${among(ids)}`),
      ]
