import type { ProductType } from '../contract/offering/product.ts'
import { database } from '../platform/database/database.ts'
import { eventProducts, productCategories, products, productVariations } from '../platform/database/tables.ts'
import type { World } from './bench.ts'
import { unique } from './people.ts'

export type VariationInput = {
  name?: string
  cost?: number
  confirmText?: string
  isClosed?: boolean
  isRemoved?: boolean
  /** The quantity in stock. By default it is unlimited. */
  stock?: number
}
export type ProductInput = {
  programId: string
  name?: string
  description?: string
  type?: ProductType
  categoryId?: string
  position?: number
  saleStartsAt?: number
  saleEndsAt?: number
  isClosed?: boolean
  isRemoved?: boolean
  pickupText?: string
  returnDays?: number
  returnOnRequest?: boolean
  /** The events that offer the product on their pages. */
  eventIds?: string[]
  variations?: VariationInput[]
}

/** A product on sale, by default with one variation of 24.00. */
export async function makeProduct(
  bench: World,
  input: ProductInput,
): Promise<{ product_id: string; variation_ids: [string, ...string[]] }> {
  const mark = unique()
  const now = bench.now()
  const db = database(bench.env.DB)
  const product_id = `prd_${mark}`
  const variations = input.variations ?? [{}]
  const variation_ids = variations.map((_, index) => `var_${mark}_${index}`) as [string, ...string[]]
  await db.batch([
    db.insert(products).values({
      id: product_id,
      program_id: input.programId,
      key: mark,
      position: input.position ?? 0,
      type: input.type ?? 'merchandise',
      name: input.name ?? 'Camp shirt',
      description: input.description ?? null,
      category_id: input.categoryId ?? null,
      sale_starts_at: input.saleStartsAt ?? null,
      sale_ends_at: input.saleEndsAt ?? null,
      is_closed: input.isClosed ?? false,
      is_removed: input.isRemoved ?? false,
      pickup_text: input.pickupText ?? null,
      return_days: input.returnDays ?? null,
      return_on_request: input.returnOnRequest ?? false,
      created: now,
      updated: now,
    }),
    ...variations.map((variation, index) =>
      db.insert(productVariations).values({
        id: variation_ids[index] as string,
        product_id,
        program_id: input.programId,
        key: `variation-${index}`,
        position: index,
        name: variation.name ?? 'One size',
        cost: variation.cost ?? 2400,
        confirm_text: variation.confirmText ?? null,
        is_closed: variation.isClosed ?? false,
        ...(variation.stock === undefined ? {} : { stock_total: variation.stock }),
        is_removed: variation.isRemoved ?? false,
        created: now,
        updated: now,
      }),
    ),
    ...(input.eventIds ?? []).map((event_id, position) =>
      db.insert(eventProducts).values({ event_id, product_id, position: input.position ?? position }),
    ),
  ])
  return { product_id, variation_ids }
}

export async function makeCategory(
  bench: World,
  programId: string,
  input: { name?: string; parentId?: string; position?: number } = {},
): Promise<string> {
  const id = `cat_${unique()}`
  await database(bench.env.DB)
    .insert(productCategories)
    .values({
      id,
      program_id: programId,
      key: id,
      name: input.name ?? 'Clothes',
      parent_id: input.parentId ?? null,
      position: input.position ?? 0,
    })
  return id
}
