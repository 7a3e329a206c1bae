import type { ProductCategory } from '#contract/offering/product'

type Category = Pick<ProductCategory, 'id' | 'name' | 'parent_id'>
/** A category in the store, also named after its parent. */
export type ShelfName = { id: string; name: string; parent: string | null }

/** Categories as one list: each category followed by its subcategories, in the order of the store. */
export function shelvesInOrder(categories: readonly Category[]): ShelfName[] {
  const under = (parent: Category | null): ShelfName[] =>
    categories
      .filter(({ parent_id }) => parent_id === (parent?.id ?? null))
      .flatMap((category) => [
        { id: category.id, name: category.name, parent: parent?.name ?? null },
        ...under(category),
      ])
  return under(null)
}

/** The products by category, in the order of the categories. Products without a category come last, under null. */
export function byShelf<Product extends { category_id: string | null }>(
  products: readonly Product[],
  shelves: readonly ShelfName[],
): { shelf: ShelfName | null; products: Product[] }[] {
  const categoryIds = new Set(shelves.map(({ id }) => id))
  const groups = [
    ...shelves.map((shelf) => ({ shelf, products: products.filter(({ category_id }) => category_id === shelf.id) })),
    {
      shelf: null,
      products: products.filter(({ category_id }) => category_id === null || !categoryIds.has(category_id)),
    },
  ]
  return groups.filter((group) => group.products.length > 0)
}
