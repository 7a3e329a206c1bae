import type { StoreQuery } from '#contract/site-pages'
import { readId, readSkip } from './input-values.ts'

/** Which part of a store an address asks for; `category` null = everything. With `pageOf` it is the page of that product. */
export type StorePageInput = { category: string | null; skip: number; pageOf: string | null }

/** The part of the store that an explore address asks for; null when it asks for events. What makes no sense shows everything. */
export function readStorePage(query: StoreQuery): StorePageInput | null {
  const input = query.get('store')
  if (input === null) return null
  return {
    category: input === 'all' ? null : readId(input),
    skip: readSkip(query.get('skip')),
    pageOf: readId(query.get('page_of')),
  }
}

/** Ids of a category and of all its subcategories, however deep. */
export function categoryWithDescendants(
  id: string,
  categories: readonly { id: string; parent_id: string | null }[],
): string[] {
  const children = categories.filter(({ parent_id }) => parent_id === id)
  return [id, ...children.flatMap((child) => categoryWithDescendants(child.id, categories))]
}
