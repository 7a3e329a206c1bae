import { type List, list } from '../../contract/paging.ts'
import type { Product, ProductListQuery, StoreListQuery, StoreProduct } from '../../contract/offering/product.ts'
import type { Ctx } from '../../platform/context.ts'
import { type ProductFilter, productPage, storeProgram } from './product-rows.ts'
import { showProduct, showStoreProduct, openStore } from './show-product.ts'
import { searchTerms } from '../../platform/database/search-text.ts'

type InProgram = { program_id: string }

/** A page of a program's products that match the filters of version 1. */
export async function listProducts(ctx: Ctx, input: ProductListQuery & InProgram): Promise<List<Product>> {
  const { shelf, rows, total, skip } = await read(ctx, {
    ...input,
    ids: input.product_id,
    types: input.product_type,
    terms: searchTerms(input.search),
    now: ctx.now,
  })

  return list(
    rows.map((row) => showProduct(row, shelf)),
    total,
    { ...input, skip },
  )
}

/** A page of a program's products with their variations, by the filters of version 2. */
export async function listStoreProducts(ctx: Ctx, input: StoreListQuery & InProgram): Promise<List<StoreProduct>> {
  const { shelf, rows, total, skip } = await read(ctx, {
    ...input,
    ids: input.id,
    types: undefined,
    terms: searchTerms(input.search),
    now: ctx.now,
  })

  if (input.promoted_event_id !== undefined) ctx.request.addCacheTags(`event:${input.promoted_event_id}`)
  return list(
    rows.map((row) => showStoreProduct(row, shelf)),
    total,
    { ...input, skip },
  )
}

async function read(ctx: Ctx, filter: ProductFilter) {
  const [[program], rows, [counted]] = await ctx.db.batch([
    storeProgram(ctx.db, filter.program_id),
    ...productPage(ctx.db, filter),
  ])
  return { shelf: openStore(ctx, program), rows, total: counted?.total ?? 0, skip: counted?.skip ?? filter.skip }
}
