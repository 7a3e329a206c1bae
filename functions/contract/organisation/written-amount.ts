import { currencyDigits } from '../display-money.ts'
import { maxEnteredAmount } from '../limits.ts'

/** A typed amount (`301.71`, `301,71 $`, `1,204.50`, `1 204,50`) in minor units; null if it is malformed. */
export function writtenAmount(text: string, currency: string): number | null {
  const digits = currencyDigits(currency)
  const plain = text.replaceAll(/[\s\u00a0\u202f$€£]/g, '').replace(/^[A-Za-z]{3}|[A-Za-z]{3}$/g, '')
  const parts = /^(\d{1,3}(?:[,.]\d{3})+|\d{1,9})(?:([.,])(\d{0,3}))?$/.exec(plain)
  if (!parts) return null
  const [, whole = '', mark, fraction = ''] = parts
  // In a currency with three decimals, the last separator is decimal when the amount has only one separator, or when
  // it differs from the thousands separator.
  const marks: string[] = whole.match(/[,.]/g) ?? []
  const [thousands] = marks
  const last = marks.at(-1)
  if (mark !== undefined && marks.includes(mark)) return null
  if (digits === 3 && mark === undefined && last !== undefined && (marks.length === 1 || last !== thousands)) {
    const at = whole.lastIndexOf(last)
    return decimalOf(`${whole.slice(0, at).replaceAll(/[,.]/g, '')}.${whole.slice(at + 1)}`, digits)
  }
  if (last !== thousands) return null
  if (fraction.length > digits) return null
  return decimalOf(`${whole.replaceAll(/[,.]/g, '')}.${fraction}`, digits)
}

function decimalOf(text: string, digits: number): number | null {
  const [whole = '', fraction = ''] = text.split('.')
  const amount = Number(`${whole}${fraction.padEnd(digits, '0')}`)
  return Number.isSafeInteger(amount) && amount <= maxEnteredAmount ? amount : null
}

/** An amount in minor units for a form field: `301.71`, with the decimal separator of the language. */
export function amountForField(amount: number, currency: string, language: string): string {
  const digits = currencyDigits(currency)
  const figures = String(Math.abs(amount)).padStart(digits + 1, '0')
  const at = figures.length - digits
  const fraction = digits === 0 ? '' : `.${figures.slice(at)}`
  const text = `${amount < 0 ? '-' : ''}${figures.slice(0, at)}${fraction}`
  return language === 'fr' ? text.replace('.', ',') : text
}
