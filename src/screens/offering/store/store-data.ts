import type { ProductVariation, StoreProduct } from '#contract/offering/product'
import type { PublicSelling } from '#pricing/all-in-price'
import { offerPrice, withoutMarks } from '../../../layouts/json-ld.ts'

type Data = Record<string, unknown>
/** The URL of a product on the page, and its picture. Both are absolute. */
type Page = {
  selling: PublicSelling
  seller: string
  addressOf: (productId: string) => string
  pictureOf: (product: StoreProduct) => string
  now: number
}

/** The products of a page as structured data (`Product`), each with an offer for every variation. */
export function storeData(products: readonly StoreProduct[], page: Page): Data {
  return {
    '@type': 'ItemList',
    numberOfItems: products.length,
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: productData(product, page),
    })),
  }
}

function productData(product: StoreProduct, page: Page): Data {
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description === null ? undefined : withoutMarks(product.description),
    image: [page.pictureOf(product)],
    url: page.addressOf(product.id),
    offers: product.variations.map((variation) => offerOf(product, variation, page)),
  }
}

function offerOf(product: StoreProduct, variation: ProductVariation, page: Page): Data {
  const { cost } = variation.price
  return {
    '@type': 'Offer',
    name: variation.name,
    url: page.addressOf(product.id),
    ...offerPrice(cost, page.selling),
    availability: `https://schema.org/${availabilityOf(product, variation, page.now)}`,
    validFrom: product.sale_starts_at ?? undefined,
    priceValidUntil: product.sale_ends_at ?? undefined,
    seller: { '@type': 'Organization', name: page.seller },
  }
}

function availabilityOf(product: StoreProduct, variation: ProductVariation, now: number): string {
  if (variation.on_sale) return 'InStock'
  if (product.sale_ends_at !== null && Date.parse(product.sale_ends_at) < now) return 'Discontinued'
  return product.sale_starts_at !== null && Date.parse(product.sale_starts_at) > now ? 'PreOrder' : 'OutOfStock'
}
