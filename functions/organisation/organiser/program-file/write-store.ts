import type { Ctx } from '../../../platform/context.ts'
import { unlimitedSpots } from '../../../offering/catalogue/places-left.ts'
import type { Statement } from '../../../platform/database/database.ts'
import { minorUnits } from './file-amounts.ts'
import { splitTexts } from './file-texts.ts'
import { instantOf } from './file-times.ts'
import { changedKeys, changesEveryRow, realChanges } from './plan-changes.ts'
import {
  dropCategories,
  hideProducts,
  hideVariations,
  putCategories,
  putProducts,
  putVariations,
} from './store-file-rows.ts'
import { rowBy, rowsWithout } from './rows-by.ts'
import type { ProgramWrite } from './write-program.ts'

/**
 * Statements that write the categories and products of a file. One change writes all of them, because their order may
 * change; `updated` changes only for changed items.
 */
export function writeStore(ctx: Ctx, write: ProgramWrite): Statement[] {
  const { file, ids } = write
  const categories = file.categories.map(({ key, name, parent }, position) => ({
    ...splitTexts({ name }, file.language),
    id: ids.categories(key),
    program_id: file.program,
    key,
    position,
    parent_id: parent === null ? null : ids.categories(parent),
  }))
  const { products, variations } = isStoreChanged(write) ? productRows(ctx, write) : { products: [], variations: [] }
  return [
    ...putCategories(ctx.db, categories),
    ...putProducts(ctx.db, products),
    ...putVariations(ctx.db, variations),
    ...hideVariations(ctx.db, removedVariations(write), ctx.now),
  ]
}

/** Statements for missing items: products are hidden, because orders may name them, and categories are deleted. */
export function clearStore(ctx: Ctx, { file, stored }: ProgramWrite): Statement[] {
  const products = rowsWithout(stored?.products ?? [], file.products).filter(({ is_removed }) => !is_removed)
  const categories = rowsWithout(stored?.categories ?? [], file.categories)
  return [
    ...hideProducts(
      ctx.db,
      products.map(({ id }) => id),
      ctx.now,
    ),
    ...dropCategories(
      ctx.db,
      categories.map(({ id }) => id),
    ),
  ]
}

const isStoreChanged = (write: ProgramWrite) =>
  changesEveryRow(write.changes) || realChanges(write.changes).some(({ path }) => path.split('.')[0] === 'products')

function productRows(ctx: Ctx, write: ProgramWrite) {
  const { file, ids, stored, changes } = write
  const { keys } = changedKeys(changes, 'products', file.products)
  const at = (wall: string | null) => (wall === null ? null : instantOf(wall, file.timezone))
  const updated = (key: string) =>
    keys.has(key) ? ctx.now : (rowBy(stored?.products ?? [], 'key', key)?.updated ?? ctx.now)
  const products = file.products.map(({ variations, category, ...product }, position) => ({
    ...splitTexts(product, file.language),
    id: ids.products(product.key),
    program_id: file.program,
    position,
    category_id: category === null ? null : ids.categories(category),
    sale_starts_at: at(product.sale_starts_at),
    sale_ends_at: at(product.sale_ends_at),
    is_removed: false,
    created: ctx.now,
    updated: updated(product.key),
  }))
  const variations = file.products.flatMap((product) =>
    product.variations.map((variation, position) => ({
      ...splitTexts(variation, file.language),
      id: ids.variations(product.key, variation.key),
      product_id: ids.products(product.key),
      program_id: file.program,
      position,
      cost: minorUnits(variation.cost, file.default_currency),
      stock_total: variation.stock_total ?? unlimitedSpots,
      stock_taken: 0,
      is_removed: false,
      created: ctx.now,
      updated: updated(product.key),
    })),
  )
  return { products, variations }
}

/** Stored variations that the file lacks, including those of removed products. */
function removedVariations({ file, stored, ids }: ProgramWrite): string[] {
  const named = new Set(
    file.products.flatMap((product) => product.variations.map(({ key }) => ids.variations(product.key, key))),
  )
  return (stored?.variations ?? []).filter(({ id, is_removed }) => !is_removed && !named.has(id)).map(({ id }) => id)
}
