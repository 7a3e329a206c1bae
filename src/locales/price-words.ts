import type { Program } from '#contract/offering/program'
import type { Money } from '#contract/amount'
import { displayMoney, type SoldIn } from '#contract/display-money'
import { allInPrice, type PublicSelling } from '#pricing/all-in-price'
import { type Language, textIn } from './choose-language.ts'

type Price = { cost: Pick<Money, 'value' | 'currency_code' | 'display'> }
const percents = new Map<Language, Intl.NumberFormat>()

/** Basis points as a percentage in the reader's language: `13%`, `14,975 %`. */
export function percentWords(basisPoints: number, language: Language): string {
  let formatter = percents.get(language)
  if (!formatter) {
    formatter = new Intl.NumberFormat(`${language}-CA`, { style: 'percent', maximumFractionDigits: 3 })
    percents.set(language, formatter)
  }
  return formatter.format(basisPoints / 10_000)
}

/**
 * The price on a card, with everything included: `Free`, `$400.17`, `from $400.17`, `Free to $45`; without ".00".
 * Null when nothing is sold here.
 */
export function cardPrice(
  range: { minimum: Price | null; maximum: Price | null; currency: string; selling: PublicSelling },
  language: Language,
): string | null {
  const { minimum, maximum, selling } = range
  if (!minimum || !maximum) return null
  const { sale } = textIn(language)
  const words = ({ cost }: Price) => displayMoney(allInPrice(cost.value, selling).first, cost, language, true)
  if (maximum.cost.value === 0) return sale.free
  if (minimum.cost.value === 0) return sale.freeTo(words(maximum))
  return minimum.cost.value === maximum.cost.value ? words(minimum) : sale.from(words(minimum))
}

/** A price limit in the program's currency, without ".00". */
export const priceLimitWords = (
  limit: number,
  program: Pick<Program, 'default_currency' | 'country'>,
  language: string,
): string => displayMoney(limit, { currency: program.default_currency, program }, language, true)

export type PriceWords = {
  /** The sum without a label: `$400.17`, `$354.13 + tax`. */
  sum: string
  /** The sum that is charged, with every tax. */
  charged: string
  /** The sum with its label: `$400.17 in total`. */
  price: string
  /** The components of the price; empty when there is only one. */
  parts: string
}

/** The price in words: the amount charged first, then its components. */
export function priceWords(cost: number, soldIn: SoldIn, selling: PublicSelling, language: Language): PriceWords {
  const { sale } = textIn(language)
  const { first, total, fee, taxes, included } = allInPrice(cost, selling)
  const money = (amount: number) => displayMoney(amount, soldIn, language)
  const taxWords = (tax: { name: string; amount: number }) => sale.taxOf(money(tax.amount), sale.taxName(tax.name))
  const feeWords = (amount: number) => (amount > 0 ? [sale.feeOf(money(amount))] : [])
  const isBeforeTax = first < total
  const inside = [...feeWords(included.fee), ...included.taxes.map(taxWords)]
  const added = [...feeWords(fee), ...(isBeforeTax ? [] : taxes.map(taxWords))]
  const parts = [
    added.length > 0 && [money(cost), ...added].join(' + '),
    isBeforeTax && sale.addedLater(sale.and(taxes.map(taxWords))),
    inside.length > 0 && sale.inside(sale.and(inside)),
  ].filter(Boolean)
  const sum = isBeforeTax ? sale.beforeTax(money(first)) : money(first)
  return {
    sum,
    charged: money(total),
    price: !isBeforeTax && added.length > 0 ? sale.inTotal(sum) : sum,
    parts: parts.join('\u00a0· '),
  }
}

/**
 * The parts that the prices of a page include, such as `fee and HST included`. Empty when there is neither fee nor
 * tax.
 */
export function pricesNote(selling: PublicSelling, language: Language): string {
  const { sale } = textIn(language)
  const hasFee = selling.fee.percent > 0 || selling.fee.fixed > 0
  const taxes = selling.taxes.filter(({ percent }) => percent > 0)
  const namesOf = (list: typeof taxes) => [...new Set(list.map(({ name }) => sale.taxName(name)))]
  const isLater = (tax: Program['selling']['taxes'][number]) => selling.show_prices === 'before_tax' && !tax.included
  const [later, inside] = [namesOf(taxes.filter(isLater)), namesOf(taxes.filter((tax) => !isLater(tax)))]
  return [
    (hasFee || inside.length > 0) && sale.included({ hasFee, taxes: inside }),
    later.length > 0 && sale.taxLater(sale.and(later)),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The parts that the prices of a page include, as a sentence: `Fee and HST included.` */
export function pricesSentence(selling: PublicSelling, language: Language): string {
  const note = pricesNote(selling, language)
  return note && `${note.charAt(0).toUpperCase()}${note.slice(1)}.`
}
