import type { ProductType } from '../contract/product.ts'
import { database } from '../database/database.ts'
import { eventProducts, productCategories, products, productVariations } from '../database/tables.ts'
import type { World } from './bench.ts'
import { unique } from './people.ts'

export type VariationAsked = {
  name?: string
  cost?: number
  confirmText?: string
  isClosed?: boolean
  isRemoved?: boolean
}
export type ProductAsked = {
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
  /** Events beside which it is shown. */
  eventIds?: string[]
  variations?: VariationAsked[]
}

/** A product on sale with one variation of 24.00, unless asked otherwise. */
export async function makeProduct(
  bench: World,
  asked: ProductAsked,
): Promise<{ product_id: string; variation_ids: [string, ...string[]] }> {
  const mark = unique()
  const now = bench.now()
  const db = database(bench.env.DB)
  const product_id = `prd_${mark}`
  const variations = asked.variations ?? [{}]
  const variation_ids = variations.map((_, at) => `var_${mark}_${at}`) as [string, ...string[]]
  await db.batch([
    db.insert(products).values({
      id: product_id,
      program_id: asked.programId,
      key: mark,
      position: asked.position ?? 0,
      type: asked.type ?? 'merchandise',
      name: asked.name ?? 'Camp shirt',
      description: asked.description ?? null,
      category_id: asked.categoryId ?? null,
      sale_starts_at: asked.saleStartsAt ?? null,
      sale_ends_at: asked.saleEndsAt ?? null,
      is_closed: asked.isClosed ?? false,
      is_removed: asked.isRemoved ?? false,
      created: now,
      updated: now,
    }),
    ...variations.map((variation, at) =>
      db.insert(productVariations).values({
        id: variation_ids[at] as string,
        product_id,
        program_id: asked.programId,
        key: `variation-${at}`,
        position: at,
        name: variation.name ?? 'One size',
        cost: variation.cost ?? 2400,
        confirm_text: variation.confirmText ?? null,
        is_closed: variation.isClosed ?? false,
        is_removed: variation.isRemoved ?? false,
        created: now,
        updated: now,
      }),
    ),
    ...(asked.eventIds ?? []).map((event_id, position) =>
      db.insert(eventProducts).values({ event_id, product_id, position: asked.position ?? position }),
    ),
  ])
  return { product_id, variation_ids }
}

export async function makeCategory(
  bench: World,
  programId: string,
  asked: { name?: string; parentId?: string; position?: number } = {},
): Promise<string> {
  const id = `cat_${unique()}`
  await database(bench.env.DB)
    .insert(productCategories)
    .values({
      id,
      program_id: programId,
      key: id,
      name: asked.name ?? 'Clothes',
      parent_id: asked.parentId ?? null,
      position: asked.position ?? 0,
    })
  return id
}
