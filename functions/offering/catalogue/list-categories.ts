import { ApiError } from '../../contract/api-error.ts'
import { type List, list } from '../../contract/paging.ts'
import type { CategoryListQuery, ProductCategory } from '../../contract/offering/product.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { categoryOf, categoryPage, storeProgram } from './product-rows.ts'
import { openStore } from './show-product.ts'

type CategoryRow = Omit<ProductCategory, 'object' | 'text_languages'> & { translations: Translations }
function showCategory(row: CategoryRow, { contentLanguage }: Pick<Ctx, 'contentLanguage'>): ProductCategory {
  const { id, program_id, name, parent_id, text_languages } = localize(row, contentLanguage)
  return { id, object: 'product_category', program_id, name, parent_id, text_languages }
}

/** A page of the categories of a program's store. */
export async function listCategories(
  ctx: Ctx,
  input: CategoryListQuery & { program_id: string },
): Promise<List<ProductCategory>> {
  const [[program], rows, [counted]] = await ctx.db.batch([
    storeProgram(ctx.db, input.program_id),
    ...categoryPage(ctx.db, input),
  ])
  openStore(ctx, program)

  return list(
    rows.map((row) => showCategory(row, ctx)),
    counted?.total ?? 0,
    input,
  )
}

/** One category of a program's store. */
export async function findCategory(
  ctx: Ctx,
  input: { program_id: string; category_id: string },
): Promise<ProductCategory> {
  const [[program], [category]] = await ctx.db.batch([
    storeProgram(ctx.db, input.program_id),
    categoryOf(ctx.db, input),
  ])
  openStore(ctx, program)
  if (!category) throw new ApiError('not_found')
  return showCategory(category, ctx)
}
