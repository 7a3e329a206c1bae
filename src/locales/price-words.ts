import type { Program } from '#contract/program'
import { displayMoney } from '#contract/money'
import { type Language, localeOf, textIn } from './choose-language.ts'

type Price = { cost: { value: number }; fee: { value: number }; tax: { value: number } }
const percents = new Map<Language, Intl.NumberFormat>()

/** Basis points as the reader writes them: `13%`, `14,975 %`. */
export function percentWords(basisPoints: number, language: Language): string {
  let formatter = percents.get(language)
  if (!formatter) {
    formatter = new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 3 })
    percents.set(language, formatter)
  }
  return formatter.format(basisPoints / 10_000)
}

/** Price of a card: `Free`, `$345`, `from $345`, `Free to $45`; no ".00" (look, "Price"). Null when nothing is sold here. */
export function cardPrice(
  range: { minimum: Price | null; maximum: Price | null; currency: string },
  language: Language,
): string | null {
  const { minimum, maximum, currency } = range
  if (!minimum || !maximum) return null
  const { sale } = textIn(language)
  if (maximum.cost.value === 0) return sale.free
  if (minimum.cost.value === 0) return sale.freeTo(displayMoney(maximum.cost.value, currency, language, true))
  const least = displayMoney(minimum.cost.value, currency, language, true)
  return minimum.cost.value === maximum.cost.value ? least : sale.from(least)
}

function feeWords(selling: Program['selling'], currency: string, language: Language): string | null {
  const { percent, fixed } = selling.fee
  const { sale } = textIn(language)
  const share = percent > 0 ? percentWords(percent, language) : null
  const sum = fixed > 0 ? displayMoney(fixed, currency, language, true) : null
  if (share && sum) return sale.fee(sale.plus(share, sum))
  if (sum) return sale.smallFee(sum)
  return share ? sale.fee(share) : null
}

/** What is added to the prices or stands in them, in one or two sentences; empty when there is neither fee nor tax. */
export function pricesNote(program: Pick<Program, 'selling' | 'default_currency'>, language: Language): string {
  const { sale } = textIn(language)
  const { selling } = program
  const taxes = selling.taxes
    .filter(({ percent }) => percent > 0)
    .map(({ name, percent, included }) => ({ words: sale.tax(percentWords(percent, language), name), included }))
  const fee = feeWords(selling, program.default_currency, language)
  const parts = fee ? [...taxes, { words: fee, included: selling.fee.included }] : taxes
  const listOf = (included: boolean) => parts.filter((part) => part.included === included).map(({ words }) => words)
  const [added, inside] = [listOf(false), listOf(true)]
  return [
    added.length > 0 && sale.pricesBefore(sale.and(added)),
    inside.length > 0 && sale.pricesInclude(sale.and(inside)),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What comes on top of one option's price: `+ $3.00 fee + $45.24 tax`; empty when nothing does. */
export function addedWords(
  price: Price,
  program: Pick<Program, 'selling' | 'default_currency'>,
  language: Language,
): string {
  const { event } = textIn(language)
  const { selling, default_currency: currency } = program
  const isTaxAdded = selling.taxes.some(({ included }) => !included)
  const fee = !selling.fee.included && price.fee.value > 0 ? displayMoney(price.fee.value, currency, language) : null
  const tax = isTaxAdded && price.tax.value > 0 ? displayMoney(price.tax.value, currency, language) : null
  if (fee && tax) return event.feeAndTax(fee, tax)
  if (fee) return event.feeOnly(fee)
  return tax ? event.taxOnly(tax) : ''
}
