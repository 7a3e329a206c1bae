import { ApiError } from '../contract/api-error.ts'
import { type List, list } from '../contract/paging.ts'
import type { ProductVariation, StoreProduct, VariationListQuery } from '../contract/product.ts'
import type { Ctx } from '../context.ts'
import { openStore } from './open-store.ts'
import { productOf, storeProgram } from './product-rows.ts'
import { showStoreProduct, showVariation } from './show-product.ts'

type FindProductInput = { program_id: string; product_id: string }

/** One product with its variations. */
export async function findProduct(ctx: Ctx, ask: FindProductInput): Promise<StoreProduct> {
  const { product, shelf } = await read(ctx, ask)
  return showStoreProduct(product, shelf)
}

/** The variations of a product, a page of them. */
export async function listVariations(
  ctx: Ctx,
  ask: FindProductInput & VariationListQuery,
): Promise<List<ProductVariation>> {
  const { product, shelf } = await read(ctx, ask)
  const { sort } = ask
  const variations =
    sort === 'position'
      ? [...product.variations]
      : product.variations.toSorted((one, other) => compare(one[sort], other[sort]))
  if (ask.order === 'desc') variations.reverse()

  return list(
    variations.slice(ask.skip, ask.skip + ask.limit).map((variation) => showVariation(product, variation, shelf)),
    variations.length,
    ask,
  )
}

/** One variation of a product. */
export async function findVariation(
  ctx: Ctx,
  ask: FindProductInput & { variation_id: string },
): Promise<ProductVariation> {
  const { product, shelf } = await read(ctx, ask)
  const variation = product.variations.find(({ id }) => id === ask.variation_id)
  if (!variation) throw new ApiError('not_found')
  return showVariation(product, variation, shelf)
}

async function read(ctx: Ctx, ask: FindProductInput) {
  const [[program], [product]] = await ctx.db.batch([storeProgram(ctx.db, ask.program_id), productOf(ctx.db, ask)])
  const shelf = openStore(ctx, program)
  if (!product) throw new ApiError('not_found')
  return { product, shelf }
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
