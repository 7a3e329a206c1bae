const maxTerms = 12

/** The typed text as terms of the full-text index: each word quoted, as a prefix, all required. Null for empty input. */
export function searchTerms(typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  // A text without words must match nothing. This quoted character is a term that no text has.
  if (words.length === 0) return '"\u0001"'
  return words
    .slice(0, maxTerms)
    .map((word) => `"${word}"*`)
    .join(' AND ')
}

/**
 * A text normalised for search without the index: lower case, without accents, single spaces, so that "elena" finds
 * "Éléna".
 */
export const searchText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
