import { instant } from '../contract/instant.ts'
import type { Product, ProductVariation, StoreProduct } from '../contract/product.ts'
import { type Selling, priceOf } from '../pricing/line-price.ts'
import type { ProductRecord, VariationRecord } from './product-rows.ts'
import { isProductOnSale, isVariationOnSale } from './product-sale.ts'

/** How the store of a program sells, and who reads it. */
export type Shelf = { currency: string; selling: Selling; language: string; now: number }

const soldNow = (product: ProductRecord, now: number) =>
  isProductOnSale(
    product,
    product.variations.map(({ is_closed }) => ({ is_closed: is_closed === 1 })),
    now,
  )
/** Builds the wire product of version 1. */
export function showProduct(product: ProductRecord, { currency, now }: Pick<Shelf, 'currency' | 'now'>): Product {
  const { id, program_id, type, name, picture_url, description, category_id, variations } = product
  return {
    id,
    object: 'product',
    program_id,
    type,
    name,
    picture_url,
    description,
    category_id,
    variation_ids: variations.map((variation) => variation.id),
    on_sale: soldNow(product, now),
    sale_starts_at: instant(product.sale_starts_at),
    sale_ends_at: instant(product.sale_ends_at),
    currency,
    created: instant(product.created),
    updated: instant(product.updated),
  }
}

/** Builds the wire variation with its price, fee and tax. */
export function showVariation(product: ProductRecord, variation: VariationRecord, shelf: Shelf): ProductVariation {
  const { id, name, confirm_text, cost, is_closed } = variation
  return {
    id,
    object: 'product_variation',
    product_id: product.id,
    name,
    confirm_text,
    price: priceOf(cost, shelf.selling, shelf),
    on_sale: isVariationOnSale({ is_closed: is_closed === 1 }, soldNow(product, shelf.now)),
  }
}

/** Builds the wire product of version 2: with its variations in it. */
export const showStoreProduct = (product: ProductRecord, shelf: Shelf): StoreProduct => ({
  ...showProduct(product, shelf),
  variations: product.variations.map((variation) => showVariation(product, variation, shelf)),
})
