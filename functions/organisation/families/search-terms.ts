/** Numbers of orders and receipts: some whole ones, and if none of them exists, those from `from` to before `until`. */
export type OrderNumbers = { exact: string[]; from: string; until: string; id: string | null }

/**
 * The orders that a typed text may name: by the beginning of an order id or of a number such as 2027-000742, or by its
 * last digits in this year and the year before. Null for a text that names none.
 */
export function orderNumbers(typed: string, year: number): OrderNumbers | null {
  const text = typed.trim()
  if (/^ord_\w{2,60}$/.test(text)) return { exact: [], from: '', until: '', id: text }
  // The colon follows the digits.
  const [, digits = null] = /^\d{4}-(\d{0,6})$/.exec(text) ?? []
  if (digits !== null) {
    const exact = [text, `${text.slice(0, 5)}${digits.padStart(6, '0')}`]
    return { exact: digits === '' ? [] : [...new Set(exact)], from: text, until: `${text}:`, id: null }
  }
  if (!/^\d{1,6}$/.test(text)) return null
  const exact = [year, year - 1].map((each) => `${each}-${text.padStart(6, '0')}`)
  return { exact, from: '', until: '', id: null }
}
