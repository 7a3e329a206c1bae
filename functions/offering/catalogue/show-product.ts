import { instant } from '../../contract/instant.ts'
import type { Product, ProductVariation, StoreProduct } from '../../contract/offering/product.ts'
import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import { type Selling, priceOf } from '../pricing/line-price.ts'
import type { ProductRecord, VariationRecord } from './product-rows.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import type { Ctx } from '../../platform/context.ts'

/** The selling terms of a store, and its reader. */
export type StoreContext = {
  currency: string
  program: { country: string }
  selling: Selling
  language: string
  contentLanguage: Language | null
  now: number
}

type SaleOfProduct = { is_closed: boolean; sale_starts_at: number | null; sale_ends_at: number | null }
type SaleOfVariation = { is_closed: boolean }

/** Whether a product is on sale: open, within its sale window (inclusive), with an open variation. */
function isProductOnSale(product: SaleOfProduct, variations: readonly SaleOfVariation[], now: number): boolean {
  const { is_closed, sale_starts_at: starts, sale_ends_at: ends } = product
  return (
    !is_closed &&
    (starts === null || now >= starts) &&
    (ends === null || now <= ends) &&
    variations.some((variation) => !variation.is_closed)
  )
}

/** A variation is on sale only if its product is. */
const isVariationOnSale = (variation: SaleOfVariation, isProductSold: boolean): boolean =>
  isProductSold && !variation.is_closed

const soldNow = (product: ProductRecord, now: number) =>
  isProductOnSale(
    product,
    product.variations.map(({ is_closed }) => ({ is_closed: is_closed === 1 })),
    now,
  )
/** Builds the product of version 1. */
export function showProduct(
  product: ProductRecord,
  { currency, contentLanguage, now }: Pick<StoreContext, 'currency' | 'contentLanguage' | 'now'>,
): Product {
  const { id, program_id, type, picture_url, category_id, variations } = product
  const { name, description, pickup_text, text_languages } = localize(product, contentLanguage)
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
    pickup_text,
    return_days: product.return_days,
    currency,
    created: instant(product.created),
    updated: instant(product.updated),
    text_languages,
  }
}

/** Builds the variation of the API with its price, fee and tax. */
export function showVariation(
  product: ProductRecord,
  variation: VariationRecord,
  context: StoreContext,
): ProductVariation {
  const { id, name, confirm_text, cost, is_closed, stock_left, text_languages } = localize(
    variation,
    context.contentLanguage,
  )
  return {
    id,
    object: 'product_variation',
    product_id: product.id,
    name,
    confirm_text,
    price: priceOf(cost, context.selling, context),
    on_sale: isVariationOnSale({ is_closed: is_closed === 1 }, soldNow(product, context.now)),
    available_stock: stock_left,
    is_sold_out: stock_left === 0,
    text_languages,
  }
}

/** Builds the product of version 2, with its variations. */
export const showStoreProduct = (product: ProductRecord, context: StoreContext): StoreProduct => ({
  ...showProduct(product, context),
  variations: product.variations.map((variation) => showVariation(product, variation, context)),
})

type StoreProgram = {
  id: string
  features: { products?: boolean }
  selling: ProgramSelling
  currency: string
  country: string
}

/** The store of a program; throws `not_found` for a hidden program and one without products. */
export function openStore(ctx: Ctx, program: StoreProgram | undefined): StoreContext {
  if (!program?.features.products) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${program.id}`)
  const { language, contentLanguage, now } = ctx
  return { currency: program.currency, program, selling: program.selling, language, contentLanguage, now }
}
