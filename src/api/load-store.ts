import { env } from 'cloudflare:workers'
import { hc } from 'hono/client'
import { largestPageSize } from '#contract/limits'
import type { List } from '#contract/paging'
import type { ProductCategory, StoreProduct } from '#contract/product'
import type { StoreV1, StoreV2 } from '../../functions/api.ts'
import { pageProducts } from '../../functions/in-process.ts'
import type { Visit } from '../layouts/visit.ts'
import { teaserProducts } from '../screens/store/product-words.ts'
import { productsPerPage, type Shelf } from '../screens/store/read-shelf.ts'
import { withAllBelow } from '../screens/store/shelves.ts'
import { apiFetch, apiOrigin, elsewhere } from './in-process.ts'
import { readOrNull } from './read-answer.ts'

export type Stock = {
  categories: ProductCategory[]
  products: List<StoreProduct> /** How many come before them. */
  skip: number
}

const address = (version: string, programId: string) =>
  `${apiOrigin()}/api/${version}/explore/programs/${encodeURIComponent(programId)}`
const productsOf = (executionCtx: ExecutionContext, programId: string) =>
  hc<StoreV2>(`${address('v2', programId)}/products`, { fetch: apiFetch(executionCtx) }).index
type Query = Record<string, string | string[]>
const readProducts = (executionCtx: ExecutionContext, program_id: string, query: Query) =>
  productsOf(executionCtx, program_id).$get({ param: { program_id }, query }).then(readOrNull)

/** One page of a store, or of one of its categories with all that lies in it. Null: there is no such store or category. */
export async function loadStore(
  executionCtx: ExecutionContext,
  programId: string,
  { category, skip, pageOf }: Shelf,
): Promise<Stock | null> {
  const page = { limit: String(productsPerPage), skip: String(skip), ...(pageOf === null ? {} : { page_of: pageOf }) }
  const api = hc<StoreV1>(address('v1', programId), { fetch: apiFetch(executionCtx) })
  const input = api.product_categories
    .$get({ param: { program_id: programId }, query: { limit: String(largestPageSize) } })
    .then(readOrNull)
  const [categories, everything] = await Promise.all([
    input,
    category === null ? readProducts(executionCtx, programId, page) : null,
  ])
  if (!categories) return null

  if (category !== null && !categories.data.some(({ id }) => id === category)) return null
  const products =
    category === null
      ? everything
      : await readProducts(executionCtx, programId, { ...page, category_id: withAllBelow(category, categories.data) })
  return (
    products && {
      categories: categories.data,
      products,
      skip: pageOf === null ? skip : products.page * productsPerPage,
    }
  )
}

/** The first products on sale, for the foot of the explore page; where none is, the first of the others. None where there is no store. */
export async function loadProducts(executionCtx: ExecutionContext, visit: Visit | null): Promise<StoreProduct[]> {
  if (!visit?.features?.products_enabled) return []
  if (!elsewhere) return pageProducts(env, visit.program.id, { onSale: teaserProducts, others: productsPerPage })
  const read = async (on_sale: string, limit: number) =>
    (await readProducts(executionCtx, visit.program.id, { limit: String(limit), on_sale }))?.data ?? []
  const [onSale, others] = await Promise.all([read('true', teaserProducts), read('false', productsPerPage)])
  return onSale.length > 0 ? onSale : others
}

/** What an event promotes, in its order; none where its program promotes nothing. */
export async function loadPromoted(
  executionCtx: ExecutionContext,
  visit: Visit | null,
  eventId: string,
): Promise<StoreProduct[]> {
  if (!visit?.features?.products_enabled || !visit.program.preferences.promote_products) return []
  const found = await readProducts(executionCtx, visit.program.id, { promoted_event_id: eventId, on_sale: 'true' })
  return found?.data ?? []
}
