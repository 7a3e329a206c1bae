import { readId } from '../read-id.ts'

/** Which part of a store an address asks for; `category` null = everything. With `pageOf` it is the page of that product. */
export type Shelf = { category: string | null; skip: number; pageOf: string | null }

/** Products on one page of the store. */
export const productsPerPage = 24

/** The part of the store that an explore address asks for; null when it asks for events. What makes no sense shows everything. */
export function readShelf(query: URLSearchParams): Shelf | null {
  const input = query.get('store')
  if (input === null) return null
  const skip = query.get('skip') ?? ''
  return {
    category: input === 'all' ? null : readId(input),
    skip: /^\d{1,6}$/.test(skip) ? Number(skip) : 0,
    pageOf: readId(query.get('page_of')),
  }
}
