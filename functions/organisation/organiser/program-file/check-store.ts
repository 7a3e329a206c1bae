import type { FileProduct } from '../../../contract/organisation/file-store.ts'
import type { ProgramFile, Refusal } from '../../../contract/organisation/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { isPayable, unpayableMessage } from './file-amounts.ts'
import { refuseWhen } from './refuse.ts'
import { hasKey, rowBy } from './rows-by.ts'

type Category = ProgramFile['categories'][number]

/**
 * Mistakes in the categories and products of a file. All times are in the program's time zone, so they compare as text.
 */
export function checkStore(file: CompleteFile): Refusal[] {
  return [
    ...file.categories.flatMap((category) => checkCategory(category, file.categories)),
    ...file.products.flatMap((product) => checkProduct(product, file)),
  ]
}

function checkCategory({ key, parent }: Category, all: Category[]): Refusal[] {
  const path = `categories.${key}.parent`
  return [
    ...refuseWhen(parent !== null && !hasKey(all, parent), 'not_found', {
      path,
      message: `No category has the key ${parent}.`,
    }),
    ...refuseWhen(isOwnAncestor(key, all), 'invalid_option', { path, message: 'A category cannot be inside itself.' }),
  ]
}

/** True if a category is its own ancestor. */
function isOwnAncestor(key: string, all: Category[]): boolean {
  const seen = new Set<string>()
  let at: string | null = key
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    at = rowBy(all, 'key', at)?.parent ?? null
  }
  return at === key
}

function checkProduct(product: FileProduct, { categories, default_currency: currency }: CompleteFile): Refusal[] {
  const path = `products.${product.key}`
  const { category, sale_starts_at: starts, sale_ends_at: ends, variations } = product
  const unpayable = variations.filter(({ cost }) => !isPayable(cost, currency))
  return [
    ...refuseWhen(category !== null && !hasKey(categories, category), 'not_found', {
      path: `${path}.category`,
      message: `No category has the key ${category}.`,
    }),
    ...refuseWhen(starts !== null && ends !== null && ends <= starts, 'end_before_start', {
      path: `${path}.sale_ends_at`,
      message: 'The end must be after the start.',
    }),
    ...refuseWhen(variations.length === 0, 'required', {
      path: `${path}.variations`,
      message: 'A product has a variation: that is what one buys.',
    }),
    ...unpayable.flatMap(({ key }) =>
      refuseWhen(true, 'invalid_amount', {
        path: `${path}.variations.${key}.cost`,
        message: unpayableMessage(currency),
      }),
    ),
  ]
}
