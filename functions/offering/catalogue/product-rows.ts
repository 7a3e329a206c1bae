import { among } from '../../platform/database/json-lists.ts'
import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { ProductListQuery, ProductType, StoreListQuery } from '../../contract/offering/product.ts'
import type { Translations } from '../../contract/texts.ts'
import type { Db } from '../../platform/database/database.ts'
import { pageStart, startingAt } from '../../platform/database/page-start.ts'
import { productCategories, products, programs } from '../../platform/database/tables.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import * as billingStates from '../../contract/states/billing-states.ts'

/** A variation in a product's row; flags are 0 or 1, as in JSON of the database. */
export type VariationRecord = {
  id: string
  name: string
  confirm_text: string | null
  cost: number
  is_closed: number
  /** The stock left; null means unlimited. */
  stock_left: number | null
  translations: Translations
}
export type ProductRecord = Omit<typeof products.$inferSelect, 'key' | 'position' | 'is_removed'> & {
  variations: VariationRecord[]
}

type ProductRowsInput = Pick<ProductListQuery, 'limit' | 'skip' | 'order' | 'sort'> &
  Pick<StoreListQuery, 'promoted_event_id' | 'category_id' | 'parent_id' | 'on_sale' | 'page_of'>
/** The query of a list, with its words as search terms. */
export type ProductFilter = ProductRowsInput & {
  program_id: string
  ids: string[] | undefined
  types: ProductType[] | undefined
  terms: string | null
  now: number
}

const variationsOf = sql<
  VariationRecord[]
>`(SELECT json_group_array(json_object('id', v.id, 'name', v.name, 'confirm_text', v.confirm_text, 'cost', v.cost, 'is_closed', v.is_closed, 'stock_left', iif(v.stock_total = 2147483647, NULL, v.stock_total - v.stock_taken), 'translations', json(v.translations)) ORDER BY v.position, v.id)
  FROM product_variations AS v WHERE v.product_id = products.id AND v.is_removed = 0)`.mapWith(
  (text: string) => JSON.parse(text) as VariationRecord[],
)
const { key, position, is_removed, ...columns } = getTableColumns(products)
const ofProgram = (programId: string) => and(eq(products.program_id, programId), eq(products.is_removed, false))

/** The selling terms of a program and whether it has a store; no row for one that is not public. */
export const storeProgram = (db: Db, programId: string) =>
  db
    .select({
      id: programs.id,
      features: programs.features,
      selling: programs.selling,
      currency: programs.default_currency,
      country: programs.country,
    })
    .from(programs)
    .where(and(eq(programs.id, programId), sql`${programs.billing_status} IN ${statusList(billingStates.open)}`))

/** One page of a program's products, their total count and the offset of the page, for one batch. */
export function productPage(db: Db, filter: ProductFilter) {
  const where = conditionOf(filter)
  const direction = filter.order === 'desc' ? desc : asc
  const skip = pageStart(filter, { table: products, where, sort: [sortOf(filter), products.id] })
  return [
    db
      .select({ ...columns, variations: variationsOf })
      .from(products)
      .where(where)
      .orderBy(direction(sortOf(filter)), direction(products.id))
      .limit(filter.limit)
      .offset(startingAt(skip)),
    db.select({ total: count(), skip }).from(products).where(where),
  ] as const
}

/** One product of a program. */
export const productOf = (db: Db, input: { program_id: string; product_id: string }) =>
  db
    .select({ ...columns, variations: variationsOf })
    .from(products)
    .where(and(eq(products.id, input.product_id), ofProgram(input.program_id)))

// Products that an event promotes are in the event's own order.
const sortOf = ({ sort, promoted_event_id: eventId }: ProductFilter) =>
  sort === 'position' && eventId !== undefined
    ? sql`(SELECT ep.position FROM event_products AS ep WHERE ep.event_id = ${eventId} AND ep.product_id = products.id)`
    : products[sort]

function conditionOf(filter: ProductFilter): SQL | undefined {
  const { ids, types, terms, category_id, parent_id, promoted_event_id, on_sale, now } = filter
  return and(
    ofProgram(filter.program_id),
    ids && sql`products.id IN ${among(ids)}`,
    types && sql`products.type IN ${among(types)}`,
    terms === null
      ? undefined
      : sql`products.rowid IN (SELECT rowid FROM products_text WHERE products_text MATCH ${terms})`,
    category_id && sql`products.category_id IN ${among(category_id)}`,
    parent_id === undefined ? undefined : sql`products.category_id IN ${below(parent_id)}`,
    promoted_event_id === undefined ? undefined : isPromoted(promoted_event_id),
    on_sale === undefined ? undefined : sql`${onSale(now)} = ${on_sale ? 1 : 0}`,
  )
}

/** The rule `isProductOnSale` of show-product.ts as SQL; `list-products.test.ts` compares the two. */
const onSale = (
  now: number,
) => sql`(products.is_closed = 0 AND coalesce(products.sale_starts_at <= ${now}, 1) AND coalesce(products.sale_ends_at >= ${now}, 1)
  AND EXISTS (SELECT 1 FROM product_variations AS v WHERE v.product_id = products.id AND v.is_removed = 0 AND v.is_closed = 0))`

const below = (
  categoryId: string,
) => sql`(WITH RECURSIVE below (id) AS (SELECT c.id FROM product_categories AS c WHERE c.parent_id = ${categoryId}
  UNION SELECT c.id FROM below CROSS JOIN product_categories AS c WHERE c.parent_id = below.id) SELECT id FROM below)`

// True only for a public event whose program promotes products.
const isPromoted = (
  eventId: string,
) => sql`EXISTS (SELECT 1 FROM event_products AS ep CROSS JOIN events AS e CROSS JOIN programs AS p WHERE ep.event_id = ${eventId} AND ep.product_id = products.id
  AND e.id = ep.event_id AND e.status IN ${statusList(eventStates.visible)} AND p.id = products.program_id AND p.preferences ->> '$.promote_products' = 1)`

const categoryColumns = {
  id: productCategories.id,
  program_id: productCategories.program_id,
  name: productCategories.name,
  translations: productCategories.translations,
  parent_id: productCategories.parent_id,
}

/** One page of a program's categories and their total count, for one batch. */
export function categoryPage(
  db: Db,
  input: { program_id: string; limit: number; skip: number; order: 'asc' | 'desc'; sort: 'position' | 'name' },
) {
  const where = eq(productCategories.program_id, input.program_id)
  const direction = input.order === 'desc' ? desc : asc
  return [
    db
      .select(categoryColumns)
      .from(productCategories)
      .where(where)
      .orderBy(direction(productCategories[input.sort]), direction(productCategories.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: count() }).from(productCategories).where(where),
  ] as const
}

/** One category of a program. */
export const categoryOf = (db: Db, input: { program_id: string; category_id: string }) =>
  db
    .select(categoryColumns)
    .from(productCategories)
    .where(and(eq(productCategories.id, input.category_id), eq(productCategories.program_id, input.program_id)))
