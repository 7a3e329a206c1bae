const mostTerms = 12

/** What was typed as terms of the text index: each word quoted, as a prefix, all of them wanted. Null when nothing was typed. */
export function searchTerms(typed: string | undefined): string | null {
  if (typed === undefined || typed.trim() === '') return null
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  // Signs alone name nothing: a quoted sign is a term that no text has.
  if (words.length === 0) return '"\u0001"'
  return words
    .slice(0, mostTerms)
    .map((word) => `"${word}"*`)
    .join(' AND ')
}

/** A text as it is searched without the index: small letters without accents, one space between words, so that "Éléna" is found by "elena". */
export const searchText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
