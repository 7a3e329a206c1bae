import { rightSized } from '#contract/offering/picture-address'
import type { ProductVariation, StoreProduct } from '#contract/offering/product'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { cardPrice, priceWords } from '../../../locales/price-words.ts'
import { teaserProducts } from '../../../page-input/input-values.ts'
import { type SaleBadge, saleEnd, saleStart } from '../../../locales/sale-badge.ts'
import { langOf } from '../../../locales/text-language.ts'

type PageContext = Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text'>

/** Variations with the same price and condition, as one line: `Small, Medium` `$24.00`. */
export type PriceLine = {
  names: string
  price: string
  parts: string
  condition: string | null
  isOnSale: boolean
  /** The languages of the names and of the condition, when they differ from the page's language. */
  langs: { names: string | undefined; condition: string | undefined }
}

/** The prices of a product, in the order of its variations. */
export function priceLines(
  { variations }: Pick<StoreProduct, 'variations'>,
  { program, language, text }: PageContext,
): PriceLine[] {
  const kind = ({ price, confirm_text, on_sale }: ProductVariation) =>
    JSON.stringify([price.cost.value, confirm_text, on_sale])
  return [...Map.groupBy(variations, kind).values()].flatMap((these) => {
    const [first] = these
    if (!first) return []
    const { price, confirm_text: condition, on_sale: isOnSale } = first
    const cost = price.cost.value
    const words = priceWords(cost, price.cost, program.selling, language)
    const langs = these.map((each) => langOf(each, 'name'))
    return [
      {
        names: these.map(({ name }) => name).join(', '),
        price: cost === 0 ? text.sale.free : words.sum,
        parts: words.parts,
        condition,
        isOnSale,
        langs: {
          names: langs.every((lang) => lang === langs[0]) ? langs[0] : undefined,
          condition: langOf(first, 'confirm_text'),
        },
      },
    ]
  })
}

/**
 * The price range of a product: `$24`, `from $24`. It counts the variations on sale, if any. As on cards, it has no
 * ".00".
 */
export function priceRange(
  { variations }: Pick<StoreProduct, 'variations'>,
  { program, language }: PageContext,
): string {
  const onSale = variations.filter(({ on_sale }) => on_sale)
  const prices = (onSale.length > 0 ? onSale : variations).map(({ price }) => price)
  const byCost = prices.sort((a, b) => a.cost.value - b.cost.value)
  const [minimum = null, maximum = null] = [byCost[0], byCost.at(-1)]
  const currency = minimum?.cost.currency_code ?? program.default_currency
  return cardPrice({ minimum, maximum, currency, selling: program.selling }, language) ?? ''
}

/** True when the sale of a product has ended. A sale that starts later is not over. */
export const isOver = ({ on_sale, sale_starts_at: starts, sale_ends_at: ends }: StoreProduct, now: number): boolean =>
  !on_sale && !(starts !== null && Date.parse(starts) > now && (ends === null || Date.parse(ends) >= now))

/** The products that other pages may name: those on sale now or later. */
export const offeredProducts = (products: readonly StoreProduct[], now: number): StoreProduct[] =>
  products.filter((product) => !isOver(product, now)).slice(0, teaserProducts)

/**
 * The sale status of a product, unless it is on sale without end. `now` decides what has ended and whether a day needs its year.
 */
export function saleWords(
  product: StoreProduct,
  { program, locale, text }: PageContext,
  now: number,
): SaleBadge | null {
  const { on_sale, sale_starts_at: starts, sale_ends_at: ends } = product
  const moment = (instant: string) => ({ instant, timezone: program.timezone, besides: now })
  if (on_sale)
    return ends === null
      ? null
      : { kind: null, icon: 'clock', words: text.store.saleUntil(saleEnd(moment(ends), locale)) }
  if (ends !== null && Date.parse(ends) < now) return { kind: null, icon: null, words: text.store.over }
  if (starts !== null && Date.parse(starts) > now)
    return { kind: null, icon: 'clock', words: text.store.saleFrom(saleStart(moment(starts), locale)) }
  return { kind: null, icon: null, words: text.store.notNow }
}

/** The small picture next to a product. */
export const productPicture = ({
  id,
  program_id,
  picture_url,
}: Pick<StoreProduct, 'id' | 'program_id' | 'picture_url'>): string =>
  rightSized(picture_url ?? '/pictures/none.svg', { program_id, kind: 'product', id }, 'small')
