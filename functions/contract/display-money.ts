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

/** The currency of an amount and the country of the program that sells in it, where it is known. */
export type SoldByProgram = { currency: string; program: { country?: string | undefined } }
/** A text is a currency without a program: its dollar has no country. An amount is written as another amount is. */
export type SoldIn = string | SoldByProgram | Pick<Money, 'currency_code' | 'display'>

/** The country of each dollar: elsewhere its sign names it. */
const countryOfDollar: Record<string, string> = {
  ...{ AUD: 'AU', BBD: 'BB', BMD: 'BM', BND: 'BN', BSD: 'BS', BZD: 'BZ', CAD: 'CA', FJD: 'FJ', GYD: 'GY', HKD: 'HK' },
  ...{ JMD: 'JM', KYD: 'KY', LRD: 'LR', NAD: 'NA', NZD: 'NZ', SBD: 'SB', SGD: 'SG', SRD: 'SR', TTD: 'TT', TWD: 'TW' },
  ...{ USD: 'US', XCD: '' },
}
/** Countries whose money is the dollar of another. */
const dollarOfCountry: Record<string, string> = {
  ...{ AS: 'USD', EC: 'USD', FM: 'USD', GU: 'USD', MH: 'USD', MP: 'USD', PR: 'USD', PW: 'USD', SV: 'USD', TC: 'USD' },
  ...{ TL: 'USD', VG: 'USD', VI: 'USD', BQ: 'USD', CC: 'AUD', CX: 'AUD', KI: 'AUD', NF: 'AUD', NR: 'AUD', TV: 'AUD' },
  ...{ IO: 'USD', UM: 'USD', CK: 'NZD', NU: 'NZD', PN: 'NZD', TK: 'NZD' },
  ...{ AG: 'XCD', AI: 'XCD', DM: 'XCD', GD: 'XCD', KN: 'XCD', LC: 'XCD', MS: 'XCD', VC: 'XCD' },
}

/** True for a dollar that is not the money of a country: `$` alone would be taken for another. */
export const isForeignDollar = (currency: string, country: string | undefined): boolean =>
  country !== undefined &&
  currency in countryOfDollar &&
  countryOfDollar[currency] !== country &&
  dollarOfCountry[country] !== currency

/** How amounts of one kind are formatted, with a cache. `unit` is the number of minor units in a major one. */
type Kind = {
  language: string
  currency: string
  isWhole: boolean
  isForeign: boolean
  unit: number
  formatter: Intl.NumberFormat
  sums: Map<number, string>
}
const kinds = new Map<string, Kind>()
const maxFormattedSums = 1000
let latest: Kind | null = null

/**
 * The amount in the reader's format: `$345.00`, `345,00 $`; `short` drops ".00". A dollar that is not that of the
 * program's country is named: `US$345.00`, `345,00 $ US`. Cached, because formatting is the slowest part of a list and
 * prices repeat.
 */
export function displayMoney(value: number, soldIn: SoldIn, language: string, short = false): string {
  const currency = currencyOf(soldIn)
  const isWhole = short && value % 10 ** currencyDigits(currency) === 0
  return wordsOf(value, kindOf(language, currency, { isWhole, isForeign: isForeign(soldIn) }))
}

/** Builds the Money value of an amount in minor units. */
export function money(value: number, soldIn: SoldIn, language: string): Money {
  const currency = currencyOf(soldIn)
  const kind = kindOf(language, currency, { isWhole: false, isForeign: isForeign(soldIn) })
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
function kindOf(
  language: string,
  currency: string,
  { isWhole, isForeign }: { isWhole: boolean; isForeign: boolean },
): Kind {
  if (
    latest?.language === language &&
    latest.currency === currency &&
    latest.isWhole === isWhole &&
    latest.isForeign === isForeign
  )
    return latest
  const key = `${language} ${currency} ${isWhole} ${isForeign}`
  latest = kinds.get(key) ?? null
  if (latest) return latest
  const digits = currencyDigits(currency)
  const formatter = new Intl.NumberFormat(localeOf(language, currency, isForeign), {
    style: 'currency',
    currency,
    currencyDisplay: isForeign ? 'symbol' : 'narrowSymbol',
    // Shows the currency's minor units: by default the formatter rounds forints, rupiahs and others to whole ones.
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: isWhole ? 0 : digits,
  })
  latest = { language, currency, isWhole, isForeign, unit: 10 ** digits, formatter, sums: new Map() }
  kinds.set(key, latest)
  return latest
}

// In the Canadian locales the Canadian dollar has no country.
const localeOf = (language: string, currency: string, isForeign: boolean): string =>
  language.includes('-') ? language : isForeign && currency === 'CAD' ? language : `${language}-CA`

function currencyOf(soldIn: SoldIn): string {
  if (typeof soldIn === 'string') return soldIn
  return 'currency' in soldIn ? soldIn.currency : soldIn.currency_code
}
function isForeign(soldIn: SoldIn): boolean {
  if (typeof soldIn === 'string') return false
  if ('currency' in soldIn) return isForeignDollar(soldIn.currency, soldIn.program.country)
  return soldIn.currency_code in countryOfDollar && /\p{L}/u.test(soldIn.display)
}
