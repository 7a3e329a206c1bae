import type { Money } from './amount.ts'

const zeroDecimal = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])
const threeDecimal = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** Digits after the decimal point of a currency: 0, 2 or 3. */
export function currencyDigits(currency: string): number {
  if (zeroDecimal.has(currency)) return 0
  return threeDecimal.has(currency) ? 3 : 2
}

/** How amounts of one kind are formatted, with a cache. `unit` is the number of minor units in a major one. */
type Kind = {
  language: string
  currency: string
  isWhole: boolean
  unit: number
  formatter: Intl.NumberFormat
  sums: Map<number, string>
}
const kinds = new Map<string, Kind>()
const maxFormattedSums = 1000
let latest: Kind | null = null

/**
 * The amount in the reader's format: `$345.00`, `345,00 $`; `short` drops ".00". Cached, because formatting is the
 * slowest part of a list and prices repeat.
 */
export function displayMoney(value: number, currency: string, language: string, short = false): string {
  return wordsOf(value, kindOf(language, currency, short && value % 10 ** currencyDigits(currency) === 0))
}

/** Builds the Money value of an amount in minor units. */
export function money(value: number, currency: string, language: string): Money {
  const kind = kindOf(language, currency, false)
  return { value, currency_code: currency, major_value: value / kind.unit, display: wordsOf(value, kind), language }
}

function wordsOf(value: number, { sums, formatter, unit }: Kind): string {
  const formatted = sums.get(value)
  if (formatted !== undefined) return formatted
  if (sums.size >= maxFormattedSums) sums.clear()
  const words = formatter.format(value / unit)
  sums.set(value, words)
  return words
}

// The amounts of a list are usually of one kind, so the kind is looked up only when it changes.
function kindOf(language: string, currency: string, isWhole: boolean): Kind {
  if (latest?.language === language && latest.currency === currency && latest.isWhole === isWhole) return latest
  const key = `${language} ${currency} ${isWhole}`
  latest = kinds.get(key) ?? null
  if (latest) return latest
  const locale = language.includes('-') ? language : `${language}-CA`
  const digits = currencyDigits(currency)
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    // Shows the currency's minor units: by default the formatter rounds forints, rupiahs and others to whole ones.
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: isWhole ? 0 : digits,
  })
  latest = { language, currency, isWhole, unit: 10 ** digits, formatter, sums: new Map() }
  kinds.set(key, latest)
  return latest
}
