const maxWords = 12
/** From this length, digits that are written in groups are also searched as one phone number. */
const shortestPhone = 7

const prefix = (word: string) => `"${word}"*`

/**
 * The typed text as terms of the full-text index, for the people of one program: each word as a prefix, all required.
 * Groups of digits are also searched as a phone number, with and without the zeros in front of a national number. Null
 * for a text without words.
 */
export function peopleTerms(program_id: string, typed: string): string | null {
  const words = (typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords)
  if (words.length === 0) return null
  const terms: string[] = []
  for (let at = 0; at < words.length; ) {
    let end = at
    while (end < words.length && /^\d+$/.test(words[end] ?? '')) end += 1
    if (end === at) terms.push(prefix(words[at] ?? ''))
    else terms.push(digitsTerm(words.slice(at, end)))
    at = Math.max(end, at + 1)
  }
  const program = [...new TextEncoder().encode(program_id)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [`program : "${program}"`, ...terms].join(' AND ')
}

function digitsTerm(groups: readonly string[]): string {
  const separate = groups.map(prefix).join(' AND ')
  const number = groups.join('')
  if (number.length < shortestPhone) return separate
  const national = number.replace(/^0+/, '')
  const phones = [...new Set([number, national])].filter(Boolean).map((digits) => `phones : ${prefix(digits)}`)
  return `(${[...phones, `(${separate})`].join(' OR ')})`
}

/** Numbers of orders and receipts: some whole ones, and all from `from` to before `until`. */
export type OrderNumbers = { exact: string[]; from: string; until: string; id: string | null }

/**
 * The orders that a typed text may name: by the beginning of an order id or of a number such as 2027-000742, or by its
 * last digits in this year and the year before. Null for a text that names none.
 */
export function orderNumbers(typed: string, year: number): OrderNumbers | null {
  const text = typed.trim()
  if (/^ord_\w{2,60}$/.test(text)) return { exact: [], from: '', until: '', id: text }
  // The colon follows the digits.
  if (/^\d{4}-\d{0,6}$/.test(text)) return { exact: [], from: text, until: `${text}:`, id: null }
  if (!/^\d{1,6}$/.test(text)) return null
  const exact = [year, year - 1].map((each) => `${each}-${text.padStart(6, '0')}`)
  return { exact, from: '', until: '', id: null }
}
