import { unlimitedSpots } from '../../../offering/catalogue/places-left.ts'
import type { FileProduct } from '../../../contract/organisation/file-store.ts'
import type { CompleteFile } from './complete-file.ts'
import { decimalOf } from './file-amounts.ts'
import { joinTexts } from './file-texts.ts'
import { wallOf } from './file-times.ts'
import { rowBy, rowsBy } from './rows-by.ts'
import type { StoredProgram } from './stored-program.ts'

/** The program file's format of the stored categories and products. */
export function storeOf(stored: StoredProgram): Pick<CompleteFile, 'categories' | 'products'> {
  const keyOf = (id: string | null) => (id === null ? null : (rowBy(stored.categories, 'id', id)?.key ?? null))
  return {
    categories: stored.categories.map((category) => ({
      key: category.key,
      name: joinTexts(category).name,
      parent: keyOf(category.parent_id),
    })),
    products: stored.products
      .filter(({ is_removed }) => !is_removed)
      .map((product) => productOf(stored, product, keyOf(product.category_id))),
  }
}

function productOf(
  stored: StoredProgram,
  product: StoredProgram['products'][number],
  category: string | null,
): FileProduct {
  const { default_currency: currency, timezone } = stored.program
  const { key, type, name, description, picture_url, is_closed, pickup_text, return_days, return_on_request } =
    joinTexts(product)
  const wall = (at: number | null) => (at === null ? null : wallOf(at, timezone))
  const variations = rowsBy(stored.variations, 'product_id', product.id).filter(({ is_removed }) => !is_removed)
  return {
    key,
    type,
    name,
    description,
    picture_url,
    category,
    sale_starts_at: wall(product.sale_starts_at),
    sale_ends_at: wall(product.sale_ends_at),
    is_closed,
    pickup_text,
    return_days,
    return_on_request,
    variations: variations.map(joinTexts).map((variation) => ({
      key: variation.key,
      name: variation.name,
      cost: decimalOf(variation.cost, currency),
      confirm_text: variation.confirm_text,
      is_closed: variation.is_closed,
      stock_total: variation.stock_total === unlimitedSpots ? null : variation.stock_total,
    })),
  }
}
