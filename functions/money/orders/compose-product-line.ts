import { languages } from '../../contract/field-rules.ts'
import { localize, type Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { blankLine } from './blank-line.ts'
import type { ItemRow } from './order-rows.ts'
import type { variationsByIds } from './variation-rows.ts'

export type Variation = Awaited<ReturnType<typeof variationsByIds>>[number]

type OfProduct = Pick<
  ItemRow,
  | 'source'
  | 'product_name'
  | 'translations'
  | 'product_variation_id'
  | 'product_category_id'
  | 'unit_amount'
  | 'product_type'
  | 'confirm_text'
  | 'pickup_text'
  | 'return_days'
  | 'return_on_request'
>

/** The columns of an item that are copied from the variation and stay as agreed. */
export function productOf(variation: Variation): OfProduct {
  const { product } = variation
  return {
    source: variation.id,
    product_name: nameIn(variation, null),
    translations: translationsOf(variation),
    product_variation_id: variation.id,
    product_category_id: product.category_id,
    unit_amount: variation.cost,
    product_type: product.type,
    confirm_text: variation.confirm_text,
    pickup_text: product.pickup_text,
    return_days: product.return_days,
    return_on_request: product.return_on_request,
  }
}

type Language = (typeof languages)[number]

const nameIn = (variation: Variation, language: Language | null) =>
  `${localize(variation.product, language).name}, ${localize(variation, language).name}`

// The name and the texts in other languages, kept with the item.
function translationsOf(variation: Variation): Translations {
  const language = variation.product.translations.language ?? 'en'
  const others = languages.flatMap((each) => {
    const [ofProduct, ofVariation] = [variation.product.translations[each], variation.translations[each]]
    if (each === language || (!ofProduct && !ofVariation)) return []
    const texts = {
      product_name: nameIn(variation, each),
      confirm_text: ofVariation?.['confirm_text'] ?? null,
      pickup_text: ofProduct?.['pickup_text'] ?? null,
    }
    return [[each, texts] as const]
  })
  return { language, ...Object.fromEntries(others) }
}

/** A new item for a store product. The item takes its quantity from the stock. */
export function lineOf(
  ctx: Ctx,
  variation: Variation,
  at: { order_id: string; position: number; parent: string | null; quantity: number },
): ItemRow {
  return {
    ...blankLine,
    ...at,
    id: ctx.newId('itm'),
    type: 'product_variation',
    product_id: variation.product.id,
    ...productOf(variation),
    amount: variation.cost * at.quantity,
    stock_taken: at.quantity,
    created: ctx.now,
  }
}
