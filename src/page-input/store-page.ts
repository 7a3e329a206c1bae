import type { StoreQuery } from '#contract/site-pages'
import { readId, readSkip } from './input-values.ts'

/**
 * The part of a store that a URL selects. A null `category` means the whole store. With `pageOf` it is the page that
 * has this product.
 */
export type StorePageInput = { category: string | null; skip: number; pageOf: string | null }

/**
 * The part of the store that the URL of an explore page selects; null when the URL selects events. Invalid values
 * select the whole store.
 */
export function readStorePage(query: StoreQuery): StorePageInput | null {
  const input = query.get('store')
  if (input === null) return null
  return {
    category: input === 'all' ? null : readId(input),
    skip: readSkip(query.get('skip')),
    pageOf: readId(query.get('page_of')),
  }
}

/** Ids of a category and all its descendants. */
export function categoryWithDescendants(
  id: string,
  categories: readonly { id: string; parent_id: string | null }[],
): string[] {
  const children = categories.filter(({ parent_id }) => parent_id === id)
  return [id, ...children.flatMap((child) => categoryWithDescendants(child.id, categories))]
}
