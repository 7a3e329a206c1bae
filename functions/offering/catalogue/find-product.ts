import { ApiError } from '../../contract/api-error.ts'
import { type List, list } from '../../contract/paging.ts'
import type { ProductVariation, StoreProduct, VariationListQuery } from '../../contract/offering/product.ts'
import type { Ctx } from '../../platform/context.ts'
import { productOf, storeProgram } from './product-rows.ts'
import { showStoreProduct, showVariation, openStore } from './show-product.ts'

type FindProductInput = { program_id: string; product_id: string }

/** One product with its variations. */
export async function findProduct(ctx: Ctx, input: FindProductInput): Promise<StoreProduct> {
  const { product, shelf } = await read(ctx, input)
  return showStoreProduct(product, shelf)
}

/** A page of the variations of a product. */
export async function listVariations(
  ctx: Ctx,
  input: FindProductInput & VariationListQuery,
): Promise<List<ProductVariation>> {
  const { product, shelf } = await read(ctx, input)
  const { sort } = input
  const variations =
    sort === 'position'
      ? [...product.variations]
      : product.variations.toSorted((one, other) => compare(one[sort], other[sort]))
  if (input.order === 'desc') variations.reverse()

  return list(
    variations.slice(input.skip, input.skip + input.limit).map((variation) => showVariation(product, variation, shelf)),
    variations.length,
    input,
  )
}

/** One variation of a product. */
export async function findVariation(
  ctx: Ctx,
  input: FindProductInput & { variation_id: string },
): Promise<ProductVariation> {
  const { product, shelf } = await read(ctx, input)
  const variation = product.variations.find(({ id }) => id === input.variation_id)
  if (!variation) throw new ApiError('not_found')
  return showVariation(product, variation, shelf)
}

async function read(ctx: Ctx, input: FindProductInput) {
  const [[program], [product]] = await ctx.db.batch([storeProgram(ctx.db, input.program_id), productOf(ctx.db, input)])
  const shelf = openStore(ctx, program)
  if (!product) throw new ApiError('not_found')
  return { product, shelf }
}

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
