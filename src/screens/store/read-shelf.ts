/** Which part of a store an address asks for; `category` null = everything. */
export type Shelf = { category: string | null; skip: number }

/** Products on one page of the store. */
export const productsPerPage = 24

/** The part of the store that an explore address asks for; null when it asks for events. What makes no sense shows everything. */
export function readShelf(query: URLSearchParams): Shelf | null {
  const asked = query.get('store')
  if (asked === null) return null
  const skip = query.get('skip') ?? ''
  return { category: asked !== 'all' && /^[A-Za-z0-9_-]{1,80}$/.test(asked) ? asked : null, skip: /^\d{1,6}$/.test(skip) ? Number(skip) : 0 }
}
