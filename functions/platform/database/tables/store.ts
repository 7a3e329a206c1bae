// The tables of products, their categories and variations.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ProductType } from '../../../contract/offering/product.ts'
import type { Translations } from '../../../contract/texts.ts'

export const productCategories = sqliteTable('product_categories', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  parent_id: text(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
})

export const products = sqliteTable('products', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  type: text().$type<ProductType>().notNull(),
  name: text().notNull(),
  description: text(),
  picture_url: text(),
  category_id: text(),
  sale_starts_at: integer(),
  sale_ends_at: integer(),
  is_closed: integer({ mode: 'boolean' }).notNull().default(false),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  /** Tells customers where and when purchases are handed out. */
  pickup_text: text(),
  /**
   * The number of days after payment in which the product may be returned; null for a product that cannot be
   * returned.
   */
  return_days: integer(),
  /** True when the organisation decides about the refund of a return. */
  return_on_request: integer({ mode: 'boolean' }).notNull().default(false),
})

export const productVariations = sqliteTable('product_variations', {
  id: text().primaryKey(),
  product_id: text().notNull(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  confirm_text: text(),
  cost: integer().notNull(),
  is_closed: integer({ mode: 'boolean' }).notNull().default(false),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  /** The total quantity for sale. 2147483647 means unlimited. */
  stock_total: integer().notNull().default(2_147_483_647),
  /** The sold or held quantity. The triggers of the items maintain it. */
  stock_taken: integer().notNull().default(0),
})

export const eventProducts = sqliteTable(
  'event_products',
  {
    event_id: text().notNull(),
    product_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.product_id] })],
)
