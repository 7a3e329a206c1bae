const maxWords = 12
/** From this length, digits that are written in groups are also searched as one phone number. */
const shortestPhone = 7

const whole = (word: string) => `"${word}"`
const prefix = (word: string) => `"${word}"*`

const wordsOf = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
/** The words of an email stand together, and only the last one is a prefix: most emails share the words after the @. */
const emailTerm = (words: readonly string[], isOpen: boolean) => `"${words.join(' ')}"${isOpen ? '*' : ''}`

/**
 * The typed text as terms of the full-text index, for the people of one program: each word as a prefix, all required; an
 * email as one phrase. With `isExact`, each word is a whole one. Groups of digits are also searched as a phone number, with and without the zeros in front of a national number. Null
 * for a text without words.
 */
export function peopleTerms(program_id: string, typed: string, { isExact = false } = {}): string | null {
  const parts = typed.split(/\s+/)
  const emails = parts.filter((part) => part.includes('@') && wordsOf(part).length > 0).slice(0, 2)
  const words = wordsOf(parts.filter((part) => !part.includes('@')).join(' ')).slice(0, maxWords)
  if (words.length + emails.length === 0) return null
  const terms = emails.map((email) => emailTerm(wordsOf(email).slice(0, maxWords), !email.endsWith('@')))
  for (let at = 0; at < words.length; ) {
    let end = at
    while (end < words.length && /^\d+$/.test(words[end] ?? '')) end += 1
    if (end === at) terms.push((isExact ? whole : prefix)(words[at] ?? ''))
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
