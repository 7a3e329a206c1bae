import { hc } from 'hono/client'
import { largestPageSize } from '#contract/limits'
import type { List } from '#contract/paging'
import type { ProductCategory, StoreProduct } from '#contract/offering/product'
import type { Program, ProgramFeatures } from '#contract/offering/program'
import type { StoreV1, StoreV2 } from '../../functions/api.ts'
import { productsPerPage, teaserProducts } from '../page-input/input-values.ts'
import { categoryWithDescendants, type StorePageInput } from '../page-input/store-page.ts'
import { clientOptions, type PageRequest } from './api-client.ts'
import { pageReads } from './page-reads.ts'
import { readOrNull } from './read-answer.ts'

export type ProgramWithFeatures = { program: Program; features: ProgramFeatures | null }
/** `skip` is the number of products before this page. */
export type StoreContents = { categories: ProductCategory[]; products: List<StoreProduct>; skip: number }

const programAddress = (version: 'v1' | 'v2', programId: string) =>
  `/api/${version}/explore/programs/${encodeURIComponent(programId)}`

type ProductQuery = Record<string, string | string[]>
const readProducts = (request: PageRequest, program_id: string, query: ProductQuery) =>
  hc<StoreV2>(`${programAddress('v2', program_id)}/products`, clientOptions(request))
    .index.$get({ param: { program_id }, query })
    .then(readOrNull)

/** One page of a store, or of a category with its subcategories. Null when there is no such store or category. */
export async function loadStore(
  request: PageRequest,
  programId: string,
  { category, skip, pageOf }: StorePageInput,
): Promise<StoreContents | null> {
  const page = { limit: String(productsPerPage), skip: String(skip), ...(pageOf === null ? {} : { page_of: pageOf }) }
  const api = hc<StoreV1>(programAddress('v1', programId), clientOptions(request))
  const [categories, everything] = await Promise.all([
    api.product_categories
      .$get({ param: { program_id: programId }, query: { limit: String(largestPageSize) } })
      .then(readOrNull),
    category === null ? readProducts(request, programId, page) : null,
  ])
  if (!categories) return null

  if (category !== null && !categories.data.some(({ id }) => id === category)) return null
  const products =
    category === null
      ? everything
      : await readProducts(request, programId, {
          ...page,
          category_id: categoryWithDescendants(category, categories.data),
        })
  return (
    products && {
      categories: categories.data,
      products,
      skip: pageOf === null ? skip : products.page * productsPerPage,
    }
  )
}

/**
 * The first products on sale for the end of the explore page. When none is on sale, the first other products. Empty
 * when there is no store.
 */
export async function loadTeaserProducts(
  { language }: Pick<PageRequest, 'language'>,
  program: ProgramWithFeatures | null,
): Promise<StoreProduct[]> {
  if (!program?.features?.products_enabled) return []
  return pageReads.products(program.program.id, { onSale: teaserProducts, others: productsPerPage, language })
}

/** The products that an event promotes, in its order; empty when the event promotes none. */
export async function loadPromotedProducts(
  request: PageRequest,
  program: ProgramWithFeatures | null,
  eventId: string,
): Promise<StoreProduct[]> {
  if (!program?.features?.products_enabled || !program.program.preferences.promote_products) return []
  const query = { promoted_event_id: eventId, on_sale: 'true' }
  return (await readProducts(request, program.program.id, query))?.data ?? []
}
