import * as z from 'zod/mini'
import { code, Id } from '../field-rules.ts'
import { Price } from '../amount.ts'
import { flagInQuery, oneOrMore, paging } from '../paging.ts'
import { TextLanguages } from '../texts.ts'

/** Kinds of products. Like types of events, they are allowed in a coupon's `product_types`. */
export const productTypes = ['merchandise', 'rental', 'meal', 'service', 'other'] as const
export type ProductType = (typeof productTypes)[number]

/** A category of products; `parent_id` is null at the top. */
export const ProductCategory = z.strictObject({
  id: z.string(),
  object: z.literal('product_category'),
  program_id: z.string(),
  name: z.string(),
  parent_id: z.nullable(z.string()),
  text_languages: TextLanguages,
})
export type ProductCategory = z.infer<typeof ProductCategory>

const product = {
  id: z.string(),
  object: z.literal('product'),
  program_id: z.string(),
  type: z.enum(productTypes),
  name: z.string(),
  picture_url: z.nullable(z.string()),
  description: z.nullable(z.string()),
  category_id: z.nullable(z.string()),
  /** The ids of the variations in display order. */
  variation_ids: z.array(z.string()),
  on_sale: z.boolean(),
  sale_starts_at: z.nullable(z.string()),
  sale_ends_at: z.nullable(z.string()),
  /** The text about where and when the product is handed out. */
  pickup_text: z.nullable(z.string()),
  /** Days after payment during which the product may be returned; null means that it cannot be returned. */
  return_days: z.nullable(z.int()),
  currency: z.string(),
  created: z.string(),
  updated: z.string(),
  text_languages: TextLanguages,
}
/** A product. Our additions: the type, the sale fields, `pickup_text`, `return_days` and the currency. */
export const Product = z.strictObject(product)
export type Product = z.infer<typeof Product>

/**
 * A variation of a product with its price. Our additions: `on_sale`, `available_stock` (null means unlimited) and
 * `is_sold_out`.
 */
export const ProductVariation = z.strictObject({
  id: z.string(),
  object: z.literal('product_variation'),
  product_id: z.string(),
  name: z.string(),
  /** The text that the customer has to agree to before buying the product. */
  confirm_text: z.nullable(z.string()),
  price: Price,
  on_sale: z.boolean(),
  available_stock: z.nullable(z.int()),
  is_sold_out: z.boolean(),
  text_languages: TextLanguages,
})
export type ProductVariation = z.infer<typeof ProductVariation>

/** Product of version 2: the product of version 1 with its variations. */
export const StoreProduct = z.strictObject({ ...product, variations: z.array(ProductVariation) })
export type StoreProduct = z.infer<typeof StoreProduct>

const words = (most: number) => z.string().check(z.maxLength(most, code('too_long')))
const sorted = { ...paging, sort: z._default(z.enum(['position', 'name', 'created']), 'position') }

/** Query of GET v1 explore/programs/{program_id}/products. */
export const ProductListQuery = z.strictObject({
  ...sorted,
  search: z.optional(words(200)),
  product_type: z.optional(oneOrMore(z.enum(productTypes))),
  product_id: z.optional(oneOrMore(Id)),
  on_sale: z.optional(flagInQuery),
})
export type ProductListQuery = z.infer<typeof ProductListQuery>

/**
 * Query of GET v2 explore/programs/{program_id}/products. `category_id` is the category itself, `parent_id` includes
 * its subcategories; `on_sale` and `page_of` are our additions: `page_of` returns the page that contains the product,
 * regardless of `skip`.
 */
export const StoreListQuery = z.strictObject({
  ...sorted,
  search: z.optional(words(200)),
  promoted_event_id: z.optional(Id),
  category_id: z.optional(oneOrMore(Id)),
  parent_id: z.optional(Id),
  id: z.optional(oneOrMore(Id)),
  on_sale: z.optional(flagInQuery),
  page_of: z.optional(Id),
})
export type StoreListQuery = z.infer<typeof StoreListQuery>

/** Query of GET explore/products/{product_id}. */
export const VariationListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name', 'cost']), 'position'),
})
export type VariationListQuery = z.infer<typeof VariationListQuery>
/** Query of GET explore/product_categories. */
export const CategoryListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name']), 'position'),
})
export type CategoryListQuery = z.infer<typeof CategoryListQuery>

export const InProduct = z.strictObject({ program_id: Id, product_id: Id })
export const InVariation = z.strictObject({ program_id: Id, product_id: Id, variation_id: Id })
export const InCategory = z.strictObject({ program_id: Id, category_id: Id })
